"""Simulated first rounds agree with exact ones, counted by hand-written rules over small decks."""

from fractions import Fraction

import polars as pl
import pytest
from scipy.stats import binom

from knutten_exact import FirstRound, Setting
from knutten_rig import knutten, write_deck

GAMES = 200_000
SETTINGS = {
    "plain": Setting({"2/5": 3, "7/4": 3}, hand_size=1, bite_at=12),
    "three players": Setting({"2/5": 3, "7/4": 3}, players=3, hand_size=2, bite_at=20, max_turns=14),
    "no swamp, refills": Setting({"2/1": 2, "3/1": 2}, hand_size=2, bite_at=19, max_turns=30),
    "copies": Setting({"?/3": 2, "4/6": 2, "5/2": 2}, hand_size=2, bite_at=14, max_turns=14),
    "copier": Setting(
        {"?/3": 3, "4/6": 2, "5/2": 1}, hand_size=2, bite_at=12, copy_blame="copier", max_turns=14
    ),
    "negatives": Setting({"-4/-6": 3, "3/-6": 2, "5/2": 2}, hand_size=1, bite_at=9, max_turns=16),
    "negatives, two cards": Setting({"-4/-5": 3, "3/-6": 1, "6/2": 2}, hand_size=2, bite_at=9, max_turns=16),
    "redraw, then play": Setting(
        {"-4/-6": 3, "3/-6": 2, "5/2": 2}, hand_size=1, bite_at=9, redraw_then_play=True, max_turns=16
    ),
    "copied negatives": Setting({"?/-3": 2, "-2/4": 2, "6/1": 2}, hand_size=2, bite_at=12, max_turns=12),
    "wind": Setting({"2/3": 2, "3/2": 2, "4/1": 3}, bite_at=12, max_turns=14),
    "wind after redraws and refills": Setting({"-2/-9": 3, "-9/3": 2, "3/-9": 2}, bite_at=9, max_turns=12),
    "no wind": Setting({"2/3": 2, "3/2": 2, "4/1": 3}, bite_at=12, wind=False, max_turns=14),
    "stalls": Setting({"0/-1": 4, "0/5": 2}, hand_size=1, bite_at=5, max_turns=4),
}
RULES = {
    "KN-7": ["copies", "copier", "copied negatives"],
    "KN-8": ["negatives", "negatives, two cards", "redraw, then play"],
    "KN-9": ["no swamp, refills", "wind after redraws and refills"],
    "KN-10": ["wind", "wind after redraws and refills", "no wind"],
    "KN-19": ["stalls"],
}


def marked(name):
    rules = [pytest.mark.rule(rule) for rule, names in RULES.items() if name in names]
    return pytest.param(SETTINGS[name], id=name, marks=[*rules, pytest.mark.rule("KN-5")])


def simulated_ends(folder, setting):
    """Return how often each seat is bitten, and how often each cause ends the first round."""
    rules = {name: value for name, value in setting._asdict().items() if name not in ("deck", "players")}
    run = knutten(
        folder / "run",
        players=setting.players,
        games=GAMES,
        rules={**rules, "bites_to_lose": 1, "max_rounds": 1},
        components=write_deck(folder, setting.deck),
        log="games",
    )
    rounds = run.rounds.collect()
    assert rounds.height == GAMES
    bitten = rounds["bitten"].cast(pl.Int64)
    seats = [int((bitten // 2**seat % 2).sum()) for seat in range(setting.players)]
    causes = {cause: int((rounds["cause"] == cause).sum()) for cause in ("swarm", "wind", "stalled")}
    return seats, causes


def assert_within(hits: int, share: Fraction, what: str) -> None:
    """Assert that a count lies in the central 99.99 % of its exact distribution."""
    low, high = binom.interval(0.9999, GAMES, float(share))
    assert low <= hits <= high, f"{what}: {hits / GAMES:.5f}, exactly {float(share):.5f}"


@pytest.mark.parametrize("setting", [marked(name) for name in SETTINGS])
def test_simulated_first_rounds_agree_with_exact_ones(tmp_path, setting):
    exact = FirstRound(setting)
    seats, causes = simulated_ends(tmp_path, setting)
    for seat, share in enumerate(exact.bites()):
        assert_within(seats[seat], share, f"seat {seat} bitten")
    for cause, hits in causes.items():
        share = sum(chance for (end, _), chance in exact.ends.items() if end == cause)
        assert_within(hits, Fraction(share), cause)


@pytest.mark.parametrize("name", SETTINGS)
def test_exact_chances_add_up_to_one(name):
    assert sum(FirstRound(SETTINGS[name]).ends.values()) == 1


def test_the_settings_show_what_they_are_for():
    wind = [cause for cause, _ in FirstRound(SETTINGS["wind"]).ends]
    assert {"swarm", "wind"} <= set(wind)
    assert FirstRound(SETTINGS["wind"]).bites() != FirstRound(SETTINGS["no wind"]).bites()
    changed = SETTINGS["copier"]._replace(copy_blame="next")
    assert FirstRound(SETTINGS["copier"]).bites() != FirstRound(changed).bites()
    changed = SETTINGS["redraw, then play"]._replace(redraw_then_play=False)
    assert FirstRound(SETTINGS["redraw, then play"]).bites() != FirstRound(changed).bites()


def test_a_case_that_can_be_counted_on_paper():
    """First: whoever holds 3/3 is bitten. Then: the third play always bites, and it is seat 0 again."""
    assert FirstRound(Setting({"1/1": 1, "3/3": 1}, hand_size=1, bite_at=3)).bites() == [
        Fraction(1, 2),
        Fraction(1, 2),
    ]
    all_threes = FirstRound(Setting({"3/1": 2}, hand_size=1, bite_at=3))
    assert all_threes.bites()[0] == Fraction(3, 4)
