"""First bites at tables of every size, from few games."""

import re

import polars as pl
import pytest

from analysis import knutten
from analysis.statistics import share_interval
from drawings import title
from hand_made_runs import rows_by_game
from plain_statistics import same
from simulation import open_run

SIZES = (2, 3, 5)
GAMES = 200


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("sweep")


@pytest.fixture(scope="module")
def sweep(folder):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(folder))
        return knutten.first_bite_sweep("random", "specials", players=SIZES, games=GAMES, seed=11)


@pytest.fixture(scope="module")
def runs(folder, sweep):
    """Return the sweep's runs by their number of players."""
    return {run.players: run for run in map(open_run, folder.iterdir())}


def test_a_sweep_plays_one_run_a_table(runs):
    assert sorted(runs) == list(SIZES)
    for run in runs.values():
        assert (run.count, run.seed, set(run.policies)) == (GAMES, 11, {"random"})
        assert run.components["deck"]["name"] == "specials"


def test_a_sweep_has_a_row_a_seat(sweep):
    assert sweep.table.columns == ["players", "seat", "share", "low", "high", "times_even", "games"]
    places = [(players, seat) for players in SIZES for seat in range(players)]
    assert sweep.table.select("players", "seat").rows() == places
    assert sweep.table["games"].to_list() == [GAMES] * sum(SIZES)


def first_bites(run, seat):
    """Return the seat's part of each game's first bite."""
    bites = [next(row["bitten"] for row in rounds if row["bitten"]) for rounds in rows_by_game(run, "rounds")]
    return [(mask >> seat & 1) / mask.bit_count() for mask in bites]


def test_a_sweeps_shares_are_those_recounted(sweep, runs):
    for row in sweep.table.iter_rows(named=True):
        parts = first_bites(runs[row["players"]], row["seat"])
        squares = sum(part**2 for part in parts)
        expected = share_interval(sum(parts), squares, GAMES, confidence=1 - 0.05 / sum(SIZES))
        assert same((row["share"], row["low"], row["high"]), expected)
        assert row["times_even"] == pytest.approx(row["share"] * row["players"])


def test_a_sweep_agrees_with_first_bite(sweep, runs):
    for players, run in runs.items():
        rows = sweep.table.filter(pl.col("players") == players)
        single = knutten.first_bite(run).table
        assert rows["share"].to_list() == pytest.approx(single["share"].to_list())
        assert (rows["high"] >= single["high"]).all()


def test_a_sweeps_headline_is_the_tables(sweep):
    rows = sweep.table.to_dicts()
    worst = max(rows, key=lambda row: row["times_even"])
    share, low, high = (f"{100 * worst[name]:.1f}" for name in ("share", "low", "high"))
    for text in (
        "With random players and the specials deck",
        f"seat {worst['seat']} at a table of {worst['players']} ",
        f"{share}% of the first bites of {GAMES:,} games ({low} to {high}%)",
        f"{worst['times_even']:.2f} times an even share",
    ):
        assert text in sweep.headline


def test_a_sweep_says_what_it_rests_on(sweep):
    assert sweep.n == GAMES * len(SIZES)
    assert sweep.players == "2, 3, 5"
    assert sweep.seed == 11
    assert "specials" in sweep.deck
    assert any(f"all {sum(SIZES)} rows" in caveat for caveat in sweep.caveats)
    assert any("assumed" in caveat for caveat in sweep.caveats)


def test_a_sweep_is_drawn_with_every_share(sweep):
    ax = sweep.plot()
    shares = [f"{100 * share:.0f}%" for share in sweep.table["share"]]
    assert [text.get_text() for text in ax.texts] == [*shares, sweep.basis.note]
    assert "random" in title(ax)


def test_a_sweep_of_the_same_games_is_played_once(folder, sweep, monkeypatch):
    monkeypatch.setenv("GAMEGAUGE_RUNS", str(folder))
    before = sorted(path.name for path in folder.iterdir())
    again = knutten.first_bite_sweep("random", "specials", players=SIZES, games=GAMES, seed=11)
    assert again.table.equals(sweep.table)
    assert sorted(path.name for path in folder.iterdir()) == before


def test_the_worst_seats_are_those_of_the_sweeps(sweep):
    other = knutten.first_bite_sweep("highest", "low", players=(2, 3), games=60)
    table = knutten.worst_seats({("random", "specials"): sweep, ("highest", "low"): other})
    assert table.columns == ["policy", "deck", "2", "3", "5"]
    assert table.select("policy", "deck").rows() == [("random", "specials"), ("highest", "low")]
    assert table["5"][1] is None
    for (policy, players), one in {("random", 5): sweep, ("random", 2): sweep, ("highest", 3): other}.items():
        cell = table.filter(pl.col("policy") == policy)[str(players)].item()
        assert numbers(cell) == pytest.approx(worst(one, players), abs=0.0051)


def numbers(text):
    assert re.fullmatch(r"\d+\.\d\d ±\d+\.\d\d", text)
    return tuple(map(float, text.split(" ±")))


def worst(sweep, players):
    """Return how many times an even share a table's worst seat gets, and its interval's longer side."""
    rows = sweep.table.filter(pl.col("players") == players).to_dicts()
    row = max(rows, key=lambda one: one["share"])
    reach = max(row["high"] - row["share"], row["share"] - row["low"])
    return row["share"] * players, reach * players


def test_sweeps_are_compared_by_their_worst_seats(sweep):
    other = knutten.first_bite_sweep("highest", "low", players=SIZES, games=GAMES)
    sentence = knutten.compare_sweeps({"random players": sweep, "highest players": other})
    assert f"in {GAMES:,} games a table" in sentence
    for players in (SIZES[0], SIZES[-1]):
        for one in (sweep, other):
            assert f"{worst(one, players)[0]:.2f} (" in sentence
