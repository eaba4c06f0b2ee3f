"""Settings of Knitting for property tests, and a player that does anything."""

from dataclasses import dataclass
from typing import Any

import numba
from hypothesis import strategies as st

from knitting_table import shipped
from knitting_words import COLOURS, make_card, make_pattern
from simulation.games.knitting.components import Community, Patterns
from simulation.games.knitting.layout import player_signature
from simulation.randomness import below
from simulation.registry import get_game


@numba.njit(player_signature)
def anything(view, luck):
    """Make any choice, each as likely."""
    return below(luck, view.choice_count)


PLAYERS = {"random": get_game("knitting").policies["random"], "anything": anything}
LIVELY = Community(
    "lively",
    tuple(
        make_card(text, 3)
        for text in (
            *("knit 1", "knit 4", "draw_yarn 6", "take_yarn 1", "take_yarn 4", "draw_patterns 1"),
            *("draw_patterns 5", "extra_cast_on", "frog", "deed 3", "*sash: 5 points, 1 week, 2 matching"),
            "*cape: 9 points, 2 weeks, 1 red, 1 wild",
        )
    ),
)
"""A community deck in which everything happens often."""


@dataclass(frozen=True)
class Setting:
    """A table to be played at."""

    players: int
    player: str
    catalogue: tuple[Patterns, Community]
    rules: dict[str, Any]


@st.composite
def catalogues(draw, players: int) -> tuple[Patterns, Community]:
    """Draw catalogues: shipped ones, or small patterns that are quickly knitted and lively cards."""
    patterns, community = shipped(
        draw(st.sampled_from(["default", "cheap_and_quick", "dear_and_slow"])),
        draw(st.sampled_from(["default", "rough"])),
    )
    if draw(st.booleans()):
        community = LIVELY
    if draw(st.booleans()):
        few, card = st.integers(0, 3), st.sampled_from([*COLOURS, "wild", "matching"])
        needs = draw(st.lists(st.dictionaries(card, few, max_size=4), min_size=12, max_size=20))
        weeks = draw(st.lists(st.integers(1, 4), min_size=len(needs), max_size=len(needs)))
        texts = [f"p{number}: 3 points {week} weeks" for number, week in enumerate(weeks)]
        shown = [" ".join(f"{count} {name}" for name, count in one.items()) for one in needs]
        patterns = Patterns(
            "drawn", tuple(make_pattern(f"{a} {b}") for a, b in zip(texts, shown, strict=True))
        )
    return patterns, community


@st.composite
def settings_of_a_table(draw, most_turns: int = 40) -> Setting:
    """Draw players, catalogues and every switch."""
    players = draw(st.integers(2, 4))
    rules = {
        "target": draw(st.integers(1, 150)),
        "trade_price": draw(st.integers(1, 8)),
        "subtract": draw(st.booleans()),
        "subtract_special": draw(st.booleans()),
        "max_turns": draw(st.integers(1, most_turns)),
        "real_life": draw(st.booleans()),
        "real_life_patterns": draw(st.integers(0, 12)),
        "real_life_colours": draw(st.integers(0, 8)),
    }
    return Setting(players, draw(st.sampled_from(sorted(PLAYERS))), draw(catalogues(players)), rules)
