"""Write Knitting's assumed catalogues anew: run ``python data/knitting/make_catalogues.py`` (KT-3).

The cards themselves were never published in our sources, so each catalogue is made by one rule:

* Names, weeks and the *shape* of the needs (how many cards of how many colours, how many matching ones, how
  many Wilds) are designed below, by hand.
* Colours are dealt to the shapes by a seeded stream, the largest groups first, each to a colour that has
  been asked for least so far: no colour is worth more than another by the catalogue's doing.
* Points are ``points_by_rule`` plus noise with heavy tails: of 40 patterns five are clearly too good and five
  clearly too bad, by 4 points or more, and the others within 2 of the rule. The cheap catalogue has half of
  this noise, the dear one half as much again.

Special patterns of the community decks earn the rule's points and a quarter more.
"""

import csv
import io
import math
from pathlib import Path

import numpy as np

from simulation.games.knitting import components
from simulation.games.knitting.components import COLOURS, Needs, needs_text
from simulation.games.knitting.worth import points_by_rule

HERE = Path(__file__).parent
SEED = 2016
OUTLIERS = 5  # clearly too good, and as many clearly too bad
FAR, FARTHEST = 4.0, 7.0  # how far from the rule an outlier lies, before rounding
NEAR = 1.5  # and the others at most
LEAST_POINTS = 2
BONUS = 1.25  # times the rule's points, for a special pattern

Shape = tuple[str, int, str, int, int]
"""Name, weeks, cards of each named colour ("2+1": two of one, one of another), matching cards, Wilds."""

DEFAULT: list[Shape] = [
    ("Bus Stop Beanie", 1, "", 3, 0),
    ("Dishcloth for a Duchess", 1, "", 3, 0),
    ("Night Ferry Watch Cap", 2, "", 4, 0),
    ("Armchair Slippers", 2, "", 3, 0),
    ("Ghost in a Bedsheet", 2, "", 5, 0),
    ("Moonlit Marble Shrug", 3, "", 4, 1),
    ("Allotment Vest", 4, "", 6, 0),
    ("Long Goodbye Scarf", 5, "", 5, 0),
    ("Second Sleeve Pullover", 6, "", 8, 0),
    ("Nine O'Clock Dressing Gown", 7, "", 9, 0),
    ("Tea for Two Cosy", 2, "1", 2, 0),
    ("Marmalade Drop Mittens", 2, "1", 3, 0),
    ("Lighthouse Keeper's Socks", 3, "2", 2, 0),
    ("Rhubarb Crumble Cowl", 3, "2", 3, 0),
    ("Sulking Walrus", 3, "1", 4, 0),
    ("Pocketful of Conkers Gilet", 4, "2", 4, 0),
    ("Sunday Driver Gloves", 4, "1+1", 3, 0),
    ("Magpie's Loot Shawl", 5, "1+1", 3, 2),
    ("Conductor's Bow Tie", 1, "3", 0, 0),
    ("Fire Bucket Hat", 2, "3", 0, 0),
    ("Hot Water Bottle Jacket", 2, "3", 0, 1),
    ("Patient Tortoise", 3, "4", 0, 0),
    ("Weathervane Poncho", 4, "5", 0, 1),
    ("Brother-in-Law Pullover", 5, "6", 0, 0),
    ("Slow Tram Cardigan", 6, "7", 0, 0),
    ("Postman's Wrist Warmers", 2, "2+1", 0, 0),
    ("Half-Term Balaclava", 2, "2+2", 0, 0),
    ("Referee's Leg Warmers", 3, "2+2", 0, 0),
    ("Bumbling Badger", 3, "3+1", 0, 0),
    ("Toadstool Footstool", 3, "3+2", 0, 0),
    ("Humbug Stockings", 4, "3+3", 0, 0),
    ("Chequered Past Tank Top", 4, "4+2", 0, 0),
    ("Runaway Zebra", 4, "2+2", 0, 1),
    ("Picnic Ant Blanket", 7, "5+3", 0, 0),
    ("Harbour Bunting", 3, "1+1+1", 0, 0),
    ("Lost Parrot", 3, "2+1+1", 0, 1),
    ("Village Fete Vest", 4, "2+2+1", 0, 0),
    ("Liquorice Sampler Sash", 4, "2+1+1", 0, 1),
    ("Hopscotch Rug", 5, "2+2+2", 0, 0),
    ("Jumble Sale Pullover", 6, "3+2+2", 0, 2),
]

CHEAP_AND_QUICK: list[Shape] = [
    ("Egg Cup Bonnet", 1, "", 2, 0),
    ("Doorknob Muffler", 1, "", 2, 0),
    ("Umbrella Handle Mitt", 1, "", 2, 0),
    ("Teaspoon Sling", 1, "", 2, 1),
    ("Cold Ear Band", 1, "", 3, 0),
    ("Kettle Holder", 2, "", 2, 0),
    ("Spectacle Sleeve", 2, "", 3, 0),
    ("One Long Sock", 2, "", 3, 1),
    ("Goldfish Bowl Mat", 2, "", 4, 0),
    ("Hermit's Nightcap", 3, "", 4, 0),
    ("Pickled Onion Pompom", 1, "1", 2, 0),
    ("Whistle Pouch", 1, "1", 2, 0),
    ("Dormouse Doorstop", 2, "1", 2, 0),
    ("Jam Jar Jerkin", 2, "1", 3, 0),
    ("Spare Key Snail", 1, "1", 2, 1),
    ("Ticket Inspector's Cuffs", 2, "2", 2, 0),
    ("Gnome's Winter Hat", 3, "1", 3, 0),
    ("Piano Stool Pad", 3, "2", 2, 0),
    ("Button Mouse", 1, "2", 0, 0),
    ("Bookmark with a Tail", 1, "2", 0, 0),
    ("Chess Club Coaster", 1, "2", 0, 1),
    ("Apple Overcoat", 1, "3", 0, 0),
    ("Thumbless Mittens", 2, "3", 0, 0),
    ("Teapot Scarf", 2, "3", 0, 0),
    ("Paperweight Hedgehog", 2, "2", 0, 1),
    ("Puddle Hopper Socks", 3, "4", 0, 0),
    ("Candlestick Collar", 1, "1+1", 0, 0),
    ("Pea Pod Purse", 1, "2+1", 0, 0),
    ("Clothes Peg Puppet", 1, "1+1", 0, 1),
    ("Fried Egg Pincushion", 2, "2+1", 0, 0),
    ("Bicycle Bell Cover", 2, "2+1", 0, 0),
    ("Pocket Penguin", 2, "2+2", 0, 0),
    ("Rival Team Wristband", 2, "2+2", 0, 0),
    ("Garden Shed Slippers", 3, "3+1", 0, 0),
    ("Wasp in Pyjamas", 3, "2+2", 0, 0),
    ("Traffic Light Tie", 2, "1+1+1", 0, 0),
    ("Sweet Shop Garland", 2, "1+1+1", 0, 1),
    ("Small Flag of Nowhere", 2, "2+1+1", 0, 0),
    ("Juggler's Ball", 3, "2+1+1", 0, 0),
    ("Beach Hut Headband", 3, "1+1+1", 0, 1),
]

DEAR_AND_SLOW: list[Shape] = [
    ("Stationmaster's Greatcoat", 7, "", 12, 0),
    ("Winter Garden Bedspread", 7, "", 11, 0),
    ("Lock Keeper's Gansey", 6, "", 10, 0),
    ("Cathedral Draught Excluder", 6, "", 9, 0),
    ("Opera Box Cape", 5, "", 8, 1),
    ("Headmistress's Twinset", 5, "", 9, 0),
    ("Narrowboat Curtain", 5, "", 7, 0),
    ("Hammock for an Uncle", 4, "", 7, 0),
    ("Sofa Armour", 4, "", 6, 0),
    ("Woolly Wardrobe", 7, "", 10, 1),
    ("Beekeeper's Smock", 4, "2", 4, 0),
    ("Museum Guard Cardigan", 5, "3", 4, 0),
    ("Grand Piano Shroud", 7, "4", 7, 0),
    ("Cloudberry Picker's Parka", 6, "3", 6, 0),
    ("Life-Sized Seal", 5, "2", 6, 0),
    ("Ballroom Stole", 5, "2+2", 3, 1),
    ("Caravan Carpet", 6, "3+2", 4, 0),
    ("Windmill Sail Wrap", 4, "2+1", 4, 1),
    ("Understudy's Ball Gown", 7, "11", 0, 0),
    ("Pony Blanket", 5, "8", 0, 0),
    ("Tall Cousin's Trousers", 5, "7", 0, 0),
    ("Fog Horn Poncho", 4, "6", 0, 1),
    ("Tugboat Captain's Roll-Neck", 6, "9", 0, 0),
    ("Bath Mat of Plenty", 4, "6", 0, 0),
    ("Velvet Rope Sweater", 4, "6", 0, 2),
    ("Chessboard Counterpane", 7, "6+6", 0, 0),
    ("Barcode Afghan", 6, "5+5", 0, 0),
    ("Two-Headed Dragon", 5, "5+3", 0, 0),
    ("Pedestrian Crossing Coat", 5, "4+4", 0, 0),
    ("Orchestra Pit Pullover", 6, "6+3", 0, 0),
    ("Piebald Rocking Horse", 4, "4+2", 0, 0),
    ("Lodger's Long Johns", 4, "4+3", 0, 0),
    ("Rowing Club Jersey", 5, "4+4", 0, 1),
    ("Two-Berth Tent Sock", 6, "5+4", 0, 1),
    ("Carnival Elephant", 6, "4+3+2", 0, 0),
    ("Map of the Moors", 7, "4+4+3", 0, 0),
    ("Greenhouse Quilt", 5, "3+3+2", 0, 0),
    ("Ringmaster's Tailcoat", 6, "3+3+2", 0, 2),
    ("Deckchair Throw", 4, "3+2+2", 0, 0),
    ("Cuckoo Clock Pullover", 5, "3+2+1", 0, 1),
]

SPECIAL: list[Shape] = [
    ("Mayor's Ear Warmers", 1, "2+1", 0, 0),
    ("Swap Meet Mittens", 2, "", 4, 0),
    ("Library Lion's Mane", 3, "3", 2, 0),
    ("Raffle Prize Cardigan", 4, "2+2", 0, 1),
    ("Maypole Ribbon Shawl", 5, "2+2+2", 0, 0),
    ("Bandstand Cover", 6, "", 8, 0),
]

Action = tuple[str, int, str, int]  # name, copies, effect, amount

ACTIONS: list[Action] = [
    ("Rainy Weekend", 2, "knit", 2),
    ("One Last Row", 2, "knit", 1),
    ("Parcel from an Aunt", 2, "draw_yarn", 3),
    ("Sticky Fingers", 2, "take_yarn", 2),
    ("Magazine under the Door", 1, "draw_patterns", 2),
    ("Spare Pair of Needles", 2, "extra_cast_on", 0),
    ("Unravelled by the Cat", 1, "frog", 0),
]
ROUGH_ACTIONS: list[Action] = [
    ("Burglar in Slippers", 3, "take_yarn", 3),
    ("Sticky Fingers", 3, "take_yarn", 2),
    ("One Last Row", 2, "knit", 1),
    ("Lucky Dip", 1, "draw_yarn", 2),
    ("Torn-Out Page", 1, "draw_patterns", 1),
    ("Spare Pair of Needles", 1, "extra_cast_on", 0),
    ("Unravelled by the Cat", 1, "frog", 0),
]
DEEDS = {
    "Held a Neighbour's Skein": 3,
    "Mended a Stranger's Glove": 4,
    "Taught a Nephew to Purl": 5,
    "Scarves for the Bus Drivers": 6,
    "Caps for the Newborn Ward": 7,
    "Socks for the Night Shelter": 8,
    "Blankets for the Dogs' Home": 9,
    "Jumpers for the Lifeboat Crew": 10,
}
ROUGH_DEEDS = dict(zip(DEEDS, (1, 1, 2, 2, 3, 3, 4, 5), strict=True))


def catalogues() -> dict[str, str]:
    """Return the text of every catalogue by its path below this folder."""
    return {
        "patterns/default.csv": _patterns(DEFAULT, 1, 1.0),
        "patterns/cheap_and_quick.csv": _patterns(CHEAP_AND_QUICK, 2, 0.5),
        "patterns/dear_and_slow.csv": _patterns(DEAR_AND_SLOW, 3, 1.5),
        "community/default.csv": _community(ACTIONS, DEEDS),
        "community/rough.csv": _community(ROUGH_ACTIONS, ROUGH_DEEDS),
    }


def main() -> None:
    """Write all catalogues."""
    for name, text in catalogues().items():
        (HERE / name).parent.mkdir(exist_ok=True)
        (HERE / name).write_text(text, encoding="utf-8", newline="\n")


def _stream(purpose: int) -> np.random.Generator:
    # Only ``random()`` is drawn from it, which means the same in every version of NumPy.
    return np.random.Generator(np.random.Philox(key=[SEED, purpose]))


def _patterns(shapes: list[Shape], purpose: int, scale: float) -> str:
    stream = _stream(purpose)
    needs = _deal_colours(shapes, stream)
    points = _noisy_points([points_by_rule(one) for one in needs], stream, scale)
    rows = [
        {**one.model_dump(), "pattern": shape[0], "points": worth, "provenance": "assumed"}
        for shape, one, worth in zip(shapes, needs, points, strict=True)
    ]
    return _text(components.PATTERN_COLUMNS, rows)


def _community(actions: list[Action], deeds: dict[str, int]) -> str:
    rows = [
        {"card": card, "copies": copies, "kind": "action", "effect": effect, "amount": amount}
        for card, copies, effect, amount in actions
    ]
    for shape, needs in zip(SPECIAL, _deal_colours(SPECIAL, _stream(0)), strict=True):
        row = {"card": shape[0], "copies": 1, "kind": "pattern", "pattern": needs_text(needs)}
        rows.append({**row, "points": round(BONUS * points_by_rule(needs))})
    rows += [{"card": deed, "copies": 1, "kind": "good_deed", "points": deeds[deed]} for deed in deeds]
    return _text(components.COMMUNITY_COLUMNS, [{**row, "provenance": "assumed"} for row in rows])


def _deal_colours(shapes: list[Shape], stream: np.random.Generator) -> list[Needs]:
    """Give each group of a shape a colour of its own, one that has been asked for least so far."""
    groups = [(int(size), place) for place, one in enumerate(shapes) for size in one[2].split("+") if size]
    order = sorted(zip(groups, stream.random(len(groups)), strict=True), key=lambda one: (-one[0][0], one[1]))
    asked = dict.fromkeys(COLOURS, 0)
    dealt: list[dict[str, int]] = [{} for _ in shapes]
    for (size, place), _ in order:
        free = [colour for colour in COLOURS if colour not in dealt[place]]
        # A pattern counts like a card, so that neither gets far out of step; ties fall at random.
        ties = dict(zip(free, stream.random(len(free)), strict=True))
        colour = min(free, key=lambda one: (asked[one], ties[one]))
        asked[colour] += size + 1
        dealt[place][colour] = size
    return [
        Needs.model_validate({"weeks": weeks, "matching": matching, "wild": wild, **colours})
        for (_, weeks, _, matching, wild), colours in zip(shapes, dealt, strict=True)
    ]


def _noisy_points(rule: list[float], stream: np.random.Generator, scale: float) -> list[int]:
    order = np.argsort(stream.random(len(rule))).tolist()
    # Only a pattern that has points to lose can be far too bad.
    bad = [place for place in order if rule[place] - scale * FAR >= LEAST_POINTS][:OUTLIERS]
    good = [place for place in order if place not in bad][:OUTLIERS]
    points = []
    for place, (worth, draw) in enumerate(zip(rule, stream.random(len(rule)), strict=True)):
        far = scale * (FAR + (FARTHEST - FAR) * draw**2)
        if place in good:
            points.append(math.ceil(worth + far))
        elif place in bad:
            points.append(math.floor(worth - far))
        else:
            points.append(round(worth + scale * NEAR * (2 * draw - 1)))
    return [max(LEAST_POINTS, one) for one in points]


def _text(columns: tuple[str, ...], rows: list[dict]) -> str:
    file = io.StringIO()
    writer = csv.DictWriter(file, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


if __name__ == "__main__":
    main()
