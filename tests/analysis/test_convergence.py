"""Simulation beside exact answers: every look recounted from the run's rows."""

from itertools import pairwise

import polars as pl
import pytest

from analysis import knutten
from analysis.knutten.convergence import looks_at
from drawings import title
from hand_made_runs import rows_by_game
from plain_statistics import same, share_of
from run_folders import refused
from simulation import open_run
from simulation.games.knutten.exact import exact_shares
from simulation.paths import data_folder

SMALL = {"hand_size": 1, "bite_at": 12}
DECK = {"2/5": 3, "7/4": 3}
GAMES = 1200
COLUMNS = {
    "quantity": pl.String,
    "seat": pl.UInt8,
    "exact": pl.Float64,
    "games": pl.UInt32,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "covered": pl.Boolean,
}
CASES = {
    "two players": (DECK, 2, SMALL),
    "wind": ({"2/3": 4, "4/1": 5}, 3, {"bite_at": 12}),
    "john": ({"5/2": 3, "7/4": 3}, 3, {**SMALL, "john": True}),
    "heavy": (DECK, 3, {**SMALL, "heavy_weather": True}),
    "no bite in many": ({"0/0": 3, "9/0": 1}, 2, {**SMALL, "bite_at": 9, "max_turns": 2, "max_rounds": 2}),
}


@pytest.fixture(scope="module", params=CASES)
def case(request, tmp_path_factory):
    """Return a case, its finding and the run it is of."""
    folder = tmp_path_factory.mktemp("runs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(folder))
        finding = knutten.convergence(*CASES[request.param], games=GAMES, seed=5)
    (path,) = folder.iterdir()
    return CASES[request.param], finding, open_run(path)


@pytest.mark.parametrize(
    ("games", "looks"),
    [
        (100, [100]),
        (250, [100, 250]),
        (1000, [100, 300, 1000]),
        (1200, [100, 300, 1000, 1200]),
        (3001, [100, 300, 1000, 3000, 3001]),
        (1_000_000, [100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000]),
    ],
)
def test_looks_are_spaced_evenly_on_a_log_scale(games, looks):
    assert looks_at(games) == looks


def test_the_table_has_a_row_for_each_share_and_look(case):
    (_, players, _), finding, run = case
    assert dict(finding.table.schema) == COLUMNS
    rows = [(q, s, n) for q in ("first bite", "win") for s in range(players) for n in (100, 300, 1000, GAMES)]
    assert finding.table.select("quantity", "seat", "games").rows() == rows
    assert (finding.n, finding.seed, run.count, run.seed) == (GAMES, 5, GAMES, 5)
    assert set(run.policies) == {"random"}


def test_exact_shares_are_those_worked_out(case):
    arguments, finding, _ = case
    exact = exact_shares(*arguments)
    for row in finding.table.iter_rows(named=True):
        shares = exact.win if row["quantity"] == "win" else exact.first_bite
        assert row["exact"] == pytest.approx(float(shares[row["seat"]]))
        assert row["covered"] == (row["low"] <= row["exact"] <= row["high"])


def first_bite_parts(run, games, seat):
    """Return the seat's part of the first bite of each of the first games that had one."""
    masks = [
        next((mask for row in rounds if (mask := row["john_bitten"] or row["bitten"])), 0)
        for rounds in rows_by_game(run, "rounds")[:games]
    ]
    return [(mask >> seat & 1) / mask.bit_count() for mask in masks if mask]


def test_every_look_is_recounted(case):
    _, finding, run = case
    wins = [[row["win_share"] for row in seats] for seats in rows_by_game(run, "seats")]
    for row in finding.table.iter_rows(named=True):
        if row["quantity"] == "win":
            parts = [shares[row["seat"]] for shares in wins[: row["games"]]]
        else:
            parts = first_bite_parts(run, row["games"], row["seat"])
        assert same((row["share"], row["low"], row["high"]), share_of(parts))


def test_the_headline_is_computed(case):
    _, finding, _ = case
    off = {
        games: max(abs(row["share"] - row["exact"]) for row in finding.table.filter(games=games).to_dicts())
        for games in (100, GAMES)
    }
    covered = sum(finding.table["covered"])
    assert finding.headline == (
        f"After 1,200 games no share is more than {100 * off[GAMES]:.2f} points off the exact one, after "
        f"100 games up to {100 * off[100]:.2f} points; the 95% interval covers the exact share in "
        f"{covered} of {finding.table.height} rows."
    )


def test_the_figure_shows_a_line_and_intervals_for_each_share(case):
    (_, players, _), finding, _ = case
    ax = finding.plot()
    assert "exact" in title(ax)
    assert ax.get_xscale() == "log"
    assert len(ax.containers) == 2 * players
    names = [text.get_text() for text in ax.texts]
    for row in finding.table.filter(games=GAMES).iter_rows(named=True):
        assert f"{row['quantity']}, seat {row['seat']}: {100 * row['exact']:.1f}%" in names


def test_names_of_close_lines_stand_apart():
    finding = knutten.convergence({"9/3": 3, "2/7": 3, "11/7": 2}, 2, {"bite_at": 20}, games=300)
    ax = finding.plot()
    bottom, top = ax.get_ylim()
    heights = sorted(text.xy[1] for text in ax.texts if ", seat " in text.get_text())
    assert len(heights) == 4
    assert min(b - a for a, b in pairwise(heights)) > (top - bottom) / 21


def test_a_toy_can_be_named_or_given_as_a_file():
    path = data_folder() / "knutten" / "toys" / "tiny.csv"
    named, given = (knutten.convergence(deck, games=100) for deck in ("tiny", path))
    assert named.table.equals(given.table)
    assert named.deck == given.deck == "deck tiny"
    assert named.table.equals(knutten.convergence(games="1e2").table)


def test_the_toy_is_told_as_one():
    caveats = knutten.convergence(games=100).caveats
    assert any("is a toy" in caveat for caveat in caveats)
    assert any("assumed" in caveat for caveat in caveats)


def test_games_without_any_bite_have_an_answer():
    finding = knutten.convergence({"0/0": 4}, 2, {"hand_size": 1, "max_turns": 3, "max_rounds": 2}, games=200)
    wins = finding.table.filter(quantity="win")
    assert wins["share"].to_list() == [0.5] * 4
    assert "0.00 points" in finding.headline
    assert title(finding.plot())


@pytest.mark.parametrize("games", [0, 99, "many", 1e12])
def test_too_few_or_too_many_games_are_refused(games):
    assert "games" in refused(knutten.convergence, DECK, 2, SMALL, games=games)


def test_unknown_decks_are_refused():
    message = refused(knutten.convergence, "huge")
    assert "huge" in message
    assert "tiny" in message


def test_a_deck_that_is_too_large_is_refused_before_it_is_played(tmp_path, monkeypatch):
    monkeypatch.setattr("simulation.games.knutten.exact_round.MOST_WAYS", 10)
    assert "ways" in refused(knutten.convergence, games=100)
    assert not (tmp_path / "runs").exists()
