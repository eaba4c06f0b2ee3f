"""Simulated games agree with exact answers, which know nothing of the compiled table."""

from fractions import Fraction

import polars as pl
import pytest
from scipy.stats import binom

from knutten_settings import RULES, SETTINGS, exact_of

GAMES = 100_000


def marked(name):
    rules = [pytest.mark.rule(rule) for rule, names in RULES.items() if name in names]
    return pytest.param(name, marks=[*rules, pytest.mark.rule("KN-5"), pytest.mark.rule("KN-12")])


def assert_within(hits: float, games: int, share: Fraction, what: str) -> None:
    """Assert that a count lies in the central 99.999 % of its exact distribution.

    A sum of shares of one game each spreads no more than as many yes-or-no answers.
    """
    low, high = binom.interval(0.99999, games, float(share))
    assert low <= hits <= high, f"{what}: {hits / games:.5f}, exactly {float(share):.5f}"


def first_round_ends(rounds, players):
    """Return how often each cause and seat ended the first round."""
    everybody = 2**players - 1
    ends = {}
    for cause, mask, count in rounds.filter(round=0).group_by("cause", "bitten").len().iter_rows():
        alone = {"swarm": mask, "wind": everybody - mask, "stalled": 0}[cause]
        ends[cause, alone.bit_length() - 1 if alone else None] = count
    return ends


def first_bitten(rounds):
    """Return how many games there are by the mask of those bitten first; John bites before a round ends."""
    mask = pl.when(pl.col("john_bitten") > 0).then("john_bitten").otherwise("bitten")
    games = (
        rounds.with_columns(mask=mask)
        .filter(pl.col("mask") > 0)
        .unique("game_id", keep="first", maintain_order=True)
    )
    return dict(games.group_by("mask").len().iter_rows())


@pytest.mark.parametrize("name", [marked(name) for name in SETTINGS])
def test_simulated_games_agree_with_exact_ones(tmp_path, name):
    setting, exact = SETTINGS[name], exact_of(name)
    run = setting.simulate(tmp_path, GAMES)
    rounds = run.rounds.collect()

    simulated = first_round_ends(rounds, setting.players)
    assert set(simulated) <= set(exact.ends)
    for (cause, seat), share in exact.ends.items():
        assert_within(simulated.get((cause, seat), 0), GAMES, share, f"first round ends by {cause}, {seat}")

    first = first_bitten(rounds)
    bitten = sum(first.values())
    assert_within(bitten, GAMES, exact.bitten, "any bite")
    wins = dict(run.seats.group_by("seat").agg(pl.col("win_share").sum()).collect().iter_rows())
    for seat in range(setting.players):
        anys = {mask: count for mask, count in first.items() if mask >> seat & 1}
        shares = sum(count / mask.bit_count() for mask, count in anys.items())
        assert_within(sum(anys.values()), bitten, exact.any_first_bite[seat], f"seat {seat} among first")
        assert_within(shares, bitten, exact.first_bite[seat], f"seat {seat} first")
        assert_within(wins[seat], GAMES, exact.win[seat], f"seat {seat} wins")


@pytest.mark.parametrize("name", SETTINGS)
def test_exact_chances_add_up_to_one(name):
    exact = exact_of(name)
    assert sum(exact.ends.values()) == 1
    assert sum(exact.win) == 1
    assert sum(exact.first_bite) == 1
    assert 0 < exact.bitten <= 1
    for first, among in zip(exact.first_bite, exact.any_first_bite, strict=True):
        assert 0 <= first <= among <= 1


DIFFERENCES = [
    ("wind", {"wind": False}),
    ("copier", {"copy_blame": "next"}),
    ("heavy copier", {"copy_blame": "next"}),
    ("effects and copies", {"copy_blame": "next"}),
    ("redraw, then play", {"redraw_then_play": False}),
    ("john, redraw, then play", {"redraw_then_play": False}),
    ("again after a redraw", {"redraw_then_play": False}),
    ("heavy", {"heavy_weather": False}),
    ("john and fives", {"john": False}),
    ("john never bites", {"john": False}),
    ("john between stalls", {"max_rounds": 6}),
    ("stalls, three players", {"max_turns": 4}),
]


@pytest.mark.parametrize(("name", "rules"), DIFFERENCES)
def test_the_settings_show_what_they_are_for(name, rules):
    one, other = exact_of(name), SETTINGS[name].but(**rules).exact()
    assert one.first_bite != other.first_bite or one.win != other.win


def test_every_cause_happens():
    assert {cause for name in SETTINGS for cause, _ in exact_of(name).ends} == {"swarm", "wind", "stalled"}
    assert {cause for cause, _ in exact_of("wind").ends} >= {"swarm", "wind"}
