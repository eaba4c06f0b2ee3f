"""When each player cares to be asked whether it trades or plays a card (KT-10).

A turn has four times for that, and most questions are in vain: some players never trade, nobody plays what it
does not hold. Asking only who might answer something other than "go on" changes no game and saves time.
"""

NEVER, WITH_CARDS, ALWAYS = range(3)
"""Not asked; asked with a card in hand; asked also where only a trade is possible."""

# Before KNIT, after KNIT, after the choice, after CAST ON.
EVERY_TIME = (ALWAYS, ALWAYS, ALWAYS, ALWAYS)
BY_TASTE = (NEVER, WITH_CARDS, NEVER, NEVER)
PLANNING = (WITH_CARDS, WITH_CARDS, WITH_CARDS, ALWAYS)

INTERESTS = {
    "random": (NEVER, ALWAYS, NEVER, NEVER),
    "hoarder": (NEVER, WITH_CARDS, NEVER, ALWAYS),
    "marathoner": BY_TASTE,
    "sprinter": BY_TASTE,
    "greedy": BY_TASTE,
    "planner": PLANNING,
    "search": PLANNING,
}
"""By player; one of somebody's own is asked every time."""
