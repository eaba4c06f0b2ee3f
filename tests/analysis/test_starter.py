"""The choice of the starter: forced by hand, known on paper, and recounted."""

import numpy as np
import pytest

from analysis import knutten
from analysis.contrasts import paired_difference
from analysis.knutten.experiments import count_by_game
from analysis.knutten.starter import chooses, starter_name
from analysis.ratios import Ratio
from drawings import title
from hand_made_runs import STALLED, rows_by_game, run_of_rounds
from knutten_rig import write_deck
from run_folders import refused
from simulation import simulate

GAMES, PLAYERS = 200, 4


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("starter")


@pytest.fixture(autouse=True)
def _shared_runs(folder, monkeypatch, _runs_elsewhere):
    monkeypatch.setenv("GAMEGAUGE_RUNS", str(folder))


@pytest.fixture
def finding():
    return knutten.starter_value(PLAYERS, "cunning", games=GAMES, seed=3)


def test_who_is_bitten_by_the_swarm_or_shouts_wind_chooses(tmp_path):
    swarm, wind = ("swarm", [1]), ("wind", [0, 2])
    games = [[swarm, wind, STALLED, swarm], [("wind", [1, 2]), swarm, swarm], [swarm], [swarm, swarm]]
    run = run_of_rounds(tmp_path / "run", 3, games)
    chose = run.rounds.select(chooses(1)).collect().to_series().to_list()
    assert chose == [False, True, True, False, False, False, True, False, False, True]
    assert count_by_game(run, chooses(0), chooses(0)).tries.tolist() == [0, 1, 0, 0]


def test_whoever_starts_is_bitten_on_paper(tmp_path):
    """Every card bites. The seat that lets itself start is always bitten in rounds it chose."""
    deck = write_deck(tmp_path, {"31/31": 20})
    table = knutten.starter_value(2, "lowest", deck, 30, rules={"wind": False}).table
    assert table["starter"].to_list() == ["0", "1", "own choice"]
    assert table["bitten"].to_list() == [1, 0, 0]
    assert table["bite"].to_list() == [0.5, -0.5, -0.5]
    assert table["chosen"].to_list() == [0, 1, None]
    assert table["share"].to_list() == [0, 0, 0]


def test_players_who_always_choose_the_left_are_that_row():
    table = knutten.starter_value(3, "lowest", games=GAMES).table
    left, own = table.row(1, named=True), table.row(-1, named=True)
    names = [name for name in left if name not in ("starter", "chosen")]
    assert [left[name] for name in names] == [own[name] for name in names]
    assert table["chosen"].to_list() == [0, 1, 0, None]


@pytest.mark.parametrize("seat", [0, 2])
def test_the_rows_are_those_recounted(seat):
    finding = knutten.starter_value(PLAYERS, "random", games=GAMES, seed=9, seat=seat, rules={"john": True})
    forces = [*({"seat": seat, "starter": places} for places in range(PLAYERS)), {}]
    arms = [recount(force, seat) for force in forces]
    hits, tries, won = (np.mean([one[what] for one in arms[:-1]], axis=0) for what in range(3))
    for row, arm in zip(finding.table.to_dicts(), arms, strict=True):
        assert row["share"] == pytest.approx(arm[2].mean())
        assert row["bitten"] == pytest.approx(arm[0].sum() / arm[1].sum())
        ones = np.ones(GAMES)
        win = paired_difference(Ratio(arm[2], ones), Ratio(won, ones), PLAYERS + 1)
        bite = paired_difference(Ratio(arm[0], arm[1]), Ratio(hits, tries), PLAYERS + 1)
        for name, one in (("win", win), ("bite", bite)):
            found = [row[name], row[f"{name}_low"], row[f"{name}_high"]]
            assert found == pytest.approx([one.value, one.low, one.high])
    own = finding.table["chosen"].to_list()
    assert own[:-1] == pytest.approx(arms[-1][3])


def recount(force, seat):
    """Return hits, tries and wins by game, and how often each starter was chosen, in plain Python."""
    run = simulate(
        "knutten", PLAYERS, GAMES, 9, "random", {"john": True}, log="games", force=force, progress=False
    )
    hits, tries, picks = np.zeros(GAMES), np.zeros(GAMES), []
    for game, rounds in enumerate(rows_by_game(run, "rounds")):
        for number, row in enumerate(rounds[1:]):
            before = rounds[number]
            bitten = before["bitten"] >> seat & 1
            if before["cause"] != "stalled" and bitten == (before["cause"] == "swarm"):
                tries[game] += 1
                hits[game] += (row["bitten"] | row["john_bitten"]) >> seat & 1
                picks.append((row["starter"] - seat) % PLAYERS)
    won = np.array([rows[seat]["win_share"] for rows in rows_by_game(run, "seats")])
    return hits, tries, won, [picks.count(places) / len(picks) for places in range(PLAYERS)]


def test_the_differences_are_around_the_average(finding):
    forced = finding.table.head(PLAYERS)
    assert forced["win"].sum() == pytest.approx(0, abs=1e-12)
    assert forced["chosen"].sum() == pytest.approx(1)
    assert (finding.table["win_low"] <= finding.table["win"]).all()
    assert (finding.table["win_high"] >= finding.table["win"]).all()


def test_the_headline_is_the_tables(finding):
    rows = finding.table.to_dicts()
    best = max(rows[:-1], key=lambda row: row["win"])
    worst = min(rows[:-1], key=lambda row: row["win"])
    for row in (best, worst, rows[-1]):
        low, high = (100 * row[f"win_{end}"] for end in ("low", "high"))
        assert f"{100 * row['win']:+.2f} points ({low:+.2f} to {high:+.2f}" in finding.headline
    assert f"to let {starter_name(int(best['starter']), PLAYERS)} start did best" in finding.headline
    assert f"worst did {starter_name(int(worst['starter']), PLAYERS)}:" in finding.headline
    assert f"in {GAMES} games each" in finding.headline
    assert "cunning players and the default deck at a table of 4" in finding.headline
    assert finding.n == GAMES
    assert any("assumed" in caveat for caveat in finding.caveats)


def test_starters_have_names():
    assert [starter_name(places, 4) for places in range(4)] == [
        "itself",
        "the left neighbour",
        "the seat 2 places to the left",
        "the right neighbour",
    ]
    assert [starter_name(places, 2) for places in range(2)] == ["itself", "the other player"]


@pytest.mark.parametrize("players", [2, 3, 8])
def test_it_can_be_drawn(players):
    finding = knutten.starter_value(players, "random", games=20)
    ax = finding.plot()
    assert [text.get_text() for text in ax.get_xticklabels()][-1] == "own"
    assert len(ax.get_xticklabels()) == players + 1
    assert f"{players} random players" in title(ax)
    bites = knutten.starter_bites(finding)
    assert (bites.headline, title(bites.plot())) != (finding.headline, title(ax))
    assert "bite" in bites.plot().get_ylabel()


def test_seats_that_never_choose_show_nothing(tmp_path):
    finding = knutten.starter_value(2, "random", games=5, rules={"bites_to_lose": 1})
    assert finding.table["bitten"].is_nan().all()
    assert finding.table["chosen"].to_list() == [None] * 3
    assert (finding.table["bite_low"] == -1).all()
    finding.plot()


@pytest.mark.parametrize(
    "bad", [{"seat": 9}, {"seat": 4}, {"seat": -1}, {"players": 1}, {"deck": "x"}], ids=str
)
def test_a_table_that_cannot_be_played_is_refused(bad):
    refused(knutten.starter_value, games=10, **{"players": 4, **bad})
