"""Wins and survival after the first bite, on logs written by hand and counted again."""

import warnings

import numpy as np
import polars as pl
import pytest
from lifelines import KaplanMeierFitter

from analysis import knutten
from analysis.knutten.doom_facts import doom_of
from analysis.knutten.first_bite_survival import _cells, _still_in
from drawings import title
from hand_made_runs import STALLED, rewrite, rows_by_game, run_of_rounds
from plain_statistics import clustered, same
from run_folders import play, refused


def told(folder, players, games, **arguments):
    """Return a run whose rounds end as given, and whose games and seats are what follows from them."""
    run = run_of_rounds(folder, players, games, **arguments)
    seats, ends = [], []
    for number, rounds in enumerate(games):
        bites = [sum(seat in bitten for _, bitten in rounds) for seat in range(players)]
        winners = [seat for seat in range(players) if bites[seat] == min(bites)]
        ends.append((len(rounds), "bites" if max(bites) >= 3 else "stalled"))
        seats += [(number, seat, bites[seat], (seat in winners) / len(winners)) for seat in range(players)]
    frame = run.seats.sort("game_id", "seat").collect()
    columns = list(zip(*seats, strict=True))
    frame = frame.with_columns(
        bites=pl.Series(columns[2], dtype=pl.UInt32), win_share=pl.Series(columns[3], dtype=pl.Float64)
    )
    rewrite(run, "seats", frame)
    end = run.games.collect()
    end = end.with_columns(
        rounds=pl.Series([count for count, _ in ends], dtype=pl.UInt16),
        end_reason=pl.Series([why for _, why in ends], dtype=end["end_reason"].dtype),
    )
    return rewrite(run, "games", end)


def swarm(*seats):
    return [("swarm", [seat]) for seat in seats]


BY_HAND = [
    swarm(0, 1, 0, 0),  # first 0, out 3 rounds later; 2 wins
    swarm(1, 0, 0, 0),  # first 1; 0 is out; 2 wins
    [("wind", [1, 2]), *swarm(1, 1)],  # first 1 and 2; 1 is out; 0 wins
    [STALLED, *swarm(2, 2, 2)],  # first 2, out 2 rounds later; 0 and 1 win
    [STALLED, STALLED],  # nobody is ever bitten
    [*swarm(0), STALLED],  # stalled: nobody is out; 1 and 2 win
]


@pytest.fixture
def by_hand(tmp_path):
    return told(tmp_path / "run", 3, BY_HAND)


def test_facts_are_those_written_by_hand(by_hand):
    doom = doom_of(by_hand)
    first = [[0], [1], [1, 2], [2], [0]]
    assert [list(np.flatnonzero(row)) for row in doom.first] == first
    assert [list(np.flatnonzero(row)) for row in doom.out] == [[0], [0], [1], [2], []]
    assert doom.rounds.tolist() == [3, 3, 2, 2, 1]


def test_wins_are_those_worked_out_by_hand(by_hand):
    # Nobody who was bitten first won. The others: 5 games won by 9 others.
    row = knutten.first_bite_doom(by_hand).table.row(0, named=True)
    assert (row["players"], row["games"], row["without"]) == (3, 5, 1)
    assert (row["first"], row["others"], row["even"]) == pytest.approx((0, 5 / 9, 1 / 3))
    assert row["difference"] == pytest.approx(-5 / 9)
    assert any("1 games had no bite at all" in one for one in knutten.first_bite_doom(by_hand).caveats)


@pytest.mark.rule("KN-16")
def test_johns_bite_is_a_first_bite(tmp_path):
    games = [swarm(0, 0, 0), [STALLED, *swarm(0, 0, 0)], [STALLED, *swarm(0, 0, 0)]]
    run = told(tmp_path / "run", 3, games)
    masks = pl.Series([0b100, 0, 0, 0, 0, 0b010, 0, 0b010, 0, 0, 0], dtype=pl.UInt8)
    doom = doom_of(rewrite(run, "rounds", run.rounds.collect().with_columns(john_bitten=masks)))
    assert [list(np.flatnonzero(row)) for row in doom.first] == [[2], [0], [1]]
    assert doom.rounds.tolist() == [2, 2, 3]


def test_heavy_weather_has_a_last_bite_of_its_own(tmp_path):
    run = play(tmp_path / "run", games=200, players=3, rules={"heavy_weather": True, "john": True})
    bites = [[seat["bites"] for seat in seats] for seats in rows_by_game(run, "seats")]
    assert doom_of(run).out.tolist() == [[count >= 11 for count in one] for one in bites]
    assert doom_of(run).out.any(axis=1).all()


def recount(run):
    """Return first seats, out seats, rounds and wins of every game that has a bite, in plain Python."""
    for rounds, seats in zip(rows_by_game(run, "rounds"), rows_by_game(run, "seats"), strict=True):
        masks = [row["john_bitten"] or row["bitten"] for row in rounds]
        if any(masks):
            place = next(place for place, mask in enumerate(masks) if mask)
            first = [bool(masks[place] >> seat & 1) for seat in range(run.players)]
            yield first, [one["bites"] >= 3 for one in seats], len(rounds) - 1 - place, seats


SIMULATED = [
    {"players": 2, "policies": "random"},
    {"players": 4, "policies": "careful", "rules": {"john": True}},
    {"players": 5, "policies": "lowest", "rules": {"max_turns": 9, "max_rounds": 6}},
    {"players": 8, "policies": "random", "components": "specials"},
]


@pytest.mark.parametrize("arguments", SIMULATED, ids=str)
def test_facts_and_shares_are_counted_again(tmp_path, arguments):
    run = play(tmp_path / "run", games=250, log="games", **arguments)
    doom, expected = doom_of(run), list(recount(run))
    assert doom.first.tolist() == [one[0] for one in expected]
    assert doom.out.tolist() == [one[1] for one in expected]
    assert doom.rounds.tolist() == [one[2] for one in expected]
    row = knutten.first_bite_doom(run).table.row(0, named=True)
    for name, wanted in (("first", True), ("others", False)):
        groups = [
            [seat["win_share"] for seat, bitten in zip(seats, first, strict=True) if bitten == wanted]
            for first, _, _, seats in expected
        ]
        plain = clustered([sum(one) for one in groups], [len(one) for one in groups])
        assert same((row[name], row[f"{name}_low"], row[f"{name}_high"]), plain)
    assert row["difference"] == pytest.approx(row["first"] - row["others"])
    assert row["difference_low"] < row["difference"] < row["difference_high"]


def test_the_difference_is_that_of_resampled_games(tmp_path):
    run = play(tmp_path / "run", games=2000, players=3, log="games")
    doom, row = doom_of(run), knutten.first_bite_doom(run).table.row(0, named=True)
    sums = [(doom.wins * who).sum(1) for who in (doom.first, ~doom.first)]
    tries = [who.sum(1) for who in (doom.first, ~doom.first)]
    drawn = np.random.default_rng(5).integers(0, 2000, (2000, 2000))
    shares = [hits[drawn].sum(1) / count[drawn].sum(1) for hits, count in zip(sums, tries, strict=True)]
    ends = np.quantile(shares[0] - shares[1], [0.025, 0.975])
    width = row["difference_high"] - row["difference_low"]
    assert (row["difference_low"], row["difference_high"]) == pytest.approx(tuple(ends), abs=0.1 * width)


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    return [play(folder / str(n), 400, players=n, log="games") for n in (5, 2, 3)]


def test_tables_are_sorted_by_players_and_corrected_together(tables):
    finding = knutten.first_bite_doom(tables)
    assert finding.table["players"].to_list() == [2, 3, 5]
    assert finding.n == 1200
    assert finding.players == "2, 3, 5"
    single = knutten.first_bite_doom(tables[0].path).table.row(0, named=True)
    row = finding.table.row(2, named=True)
    assert row["first"] == single["first"]
    assert row["first_low"] < single["first_low"]
    assert any("all 3 rows" in caveat for caveat in finding.caveats)


def test_the_headline_tells_the_ends_of_the_table(tables):
    finding = knutten.first_bite_doom(tables)
    below = finding.table.filter(pl.col("difference_high") < 0).height
    assert f"at {below} of 3 tables" in finding.headline
    for row in (finding.table.row(0, named=True), finding.table.row(-1, named=True)):
        assert f"with {row['players']} players {100 * row['first']:.1f}% " in finding.headline
        assert f"a difference of {100 * row['difference']:+.1f} points" in finding.headline
    assert "with 3 players" not in finding.headline


def test_a_run_without_a_bite_has_an_answer(tmp_path):
    run = told(tmp_path / "run", 3, [[STALLED]] * 3)
    for question in (knutten.first_bite_doom, knutten.first_bite_survival):
        finding = question(run)
        assert finding.headline == "No game had a bite, so that there is no first one."
        assert title(finding.plot())


def test_runs_that_cannot_be_told_apart_are_refused(tables, tmp_path):
    assert "2 players" not in refused(knutten.first_bite_doom, [])
    assert "[2, 2] players" in refused(knutten.first_bite_doom, [tables[1], tables[1]])
    refused(knutten.first_bite_doom, tmp_path)
    refused(knutten.first_bite_survival, tmp_path)


def test_wins_are_drawn_for_every_table(tables):
    ax = knutten.first_bite_doom(tables).plot()
    assert title(ax) == "Share of wins after the first bite"
    assert [label.get_text() for label in ax.get_xticklabels()] == ["2", "3", "5"]


# Survival


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return play(
        tmp_path_factory.mktemp("long") / "run", games=600, players=4, log="games", policies="careful"
    )


def fitted(rounds, out):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fit = KaplanMeierFitter().fit(rounds, out)
        return fit.survival_function_.to_numpy()[:, 0], fit.confidence_interval_.to_numpy()


def by_cell(cells, name):
    """Return rounds and whether the player is out, one a game again."""
    games = cells["games"].to_numpy()
    return np.repeat(cells["rounds"].to_numpy(), games), np.repeat(cells[name].to_numpy(), games)


@pytest.mark.parametrize(
    ("group", "name"), [("bitten first", "first_out"), ("not bitten first", "other_out")]
)
def test_a_curve_is_that_of_its_players_one_by_one(run, group, name):
    curve, reach = fitted(*by_cell(_cells(doom_of(run), run.seed), name))
    rows = knutten.first_bite_survival(run).table.filter(group=group)
    assert rows["still_in"].to_list() == pytest.approx(curve[: rows.height].tolist())
    sure = ~np.isnan(reach[: rows.height, 0])
    assert rows["low"].to_numpy()[sure] == pytest.approx(reach[: rows.height, 0][sure])
    assert rows["high"].to_numpy()[sure] == pytest.approx(reach[: rows.height, 1][sure])
    assert rows["at_risk"][0] == 600
    assert (rows["low"] <= rows["still_in"]).all()
    assert (rows["still_in"] <= rows["high"]).all()


def test_the_curves_product_is_worked_out_by_hand(by_hand):
    # Bitten first: out after 3 rounds and after 2; censored after 1 (stalled) and after 3; the WIND's one of
    # seats 1 and 2 is out after 2 rounds, or not.
    table = knutten.first_bite_survival(by_hand).table.filter(group="bitten first")
    out = dict(table.select("rounds", "out").rows())
    assert out in ({0: 0, 1: 0, 2: 2, 3: 1}, {0: 0, 1: 0, 2: 1, 3: 1})
    still_in = (1 - out[2] / 4) * (1 - 1 / 2)
    assert table["still_in"][-1] == pytest.approx(still_in)
    assert table["at_risk"].to_list() == [5, 5, 4, 2]


def test_one_player_a_game_is_drawn_from_each_group(by_hand):
    firsts = set()
    for seed in range(30):
        cells = _cells(doom_of(by_hand), seed)
        assert cells["games"].sum() == 5
        firsts.add(int(cells.filter("first_out")["games"].sum()))
        assert cells.filter("other_out")["games"].sum() <= 1
    assert firsts == {2, 3}


def test_resampled_curves_are_those_of_lifelines(run):
    cells = _cells(doom_of(run), run.seed)
    counts = cells["games"].to_numpy()[None, :]
    rounds, out = cells["rounds"].to_numpy(), cells["first_out"].to_numpy()
    curve, _ = fitted(*by_cell(cells, "first_out"))
    moments = [0, *sorted(set(rounds.tolist()) - {0})]
    for moment, expected in zip(moments, curve, strict=True):
        assert _still_in(counts, out, rounds, moment)[0] == pytest.approx(expected)


def test_the_survival_headline_is_the_tables(run):
    finding = knutten.first_bite_survival(run)
    rounds = np.sort(doom_of(run).rounds)
    half = int(rounds[299])
    assert f"Half of the 600 games have ended by {half} rounds after the first bite" in finding.headline
    first, other = (
        finding.table.filter(pl.col("rounds") <= half, group=group).row(-1, named=True)
        for group in ("bitten first", "not bitten first")
    )
    for row, who in ((first, "those bitten first have not had"), (other, "the others, a difference")):
        share, low, high = (100 * row[name] for name in ("still_in", "low", "high"))
        assert f"{share:.1f}% ({low:.1f} to {high:.1f}%) of {who}" in finding.headline
    difference = 100 * (first["still_in"] - other["still_in"])
    assert f"a difference of {difference:+.1f} points (" in finding.headline
    assert ("no difference is shown" in finding.headline) == (f"({difference:+.1f}" in finding.headline)


def test_the_same_run_gives_the_same_answer(run):
    one, other = knutten.first_bite_survival(run), knutten.first_bite_survival(run.path)
    assert one.headline == other.headline
    assert one.table.equals(other.table)
    assert title(one.plot()) == "Still in after the first bite"


def test_stalled_games_are_told(by_hand):
    caveats = knutten.first_bite_survival(by_hand).caveats
    assert any(caveat.startswith("1 games stalled") for caveat in caveats)
    assert any(caveat.startswith("1 of 6 games had no bite") for caveat in caveats)


def test_no_warning_leaves_the_curves(run):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        knutten.first_bite_survival(run)
