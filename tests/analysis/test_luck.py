"""Parts of the variance: by analysis of variance, on data whose parts are known, and from whole logs."""

from itertools import permutations

import numpy as np
import pytest

from analysis import knutten
from analysis.knutten import variance
from analysis.knutten.luck import orders_around
from analysis.knutten.variance import SOURCES, split_variance
from drawings import title
from hand_made_runs import rows_by_game
from knutten_rig import write_deck
from plain_statistics import share_of
from run_folders import refused
from simulation import simulate

SEATS = np.array([0.03, -0.01, -0.02])
PLAYERS = np.array([0.1, -0.02, -0.08])
DEAL, REST, NEIGHBOUR = 0.2, 0.3, 0.1


def made_up(deals, seed=1, scale=1.0):
    """Return wins by deal, order, seat and player whose parts are known; the scale is of seats and players.

    What a neighbour does is a part of the rest that is the same in all deals.
    """
    rng = np.random.default_rng(seed)
    deal = rng.normal(0, DEAL, (deals, 1, 3, 1))
    rest = rng.normal(0, np.sqrt(REST**2 - NEIGHBOUR**2), (deals, 2, 3, 3))
    neighbours = np.array([NEIGHBOUR, -NEIGHBOUR])[:, None, None] * np.array([[1, -1, 1]] * 3)
    return 1 / 3 + scale * (SEATS[:, None] + PLAYERS) + neighbours + deal + rest


def known(scale=1.0):
    parts = [DEAL**2, scale**2 * (SEATS**2).mean(), scale**2 * (PLAYERS**2).mean(), REST**2]
    return dict(zip(SOURCES, np.array(parts) / sum(parts), strict=True))


def test_known_parts_are_found(monkeypatch):
    monkeypatch.setattr(variance, "REPLICATES", 100)
    parts = split_variance(made_up(40_000))
    for source, share in known().items():
        assert parts.shares[source][0] == pytest.approx(share, abs=0.006)
    assert sum(one[0] for one in parts.shares.values()) == pytest.approx(1)
    assert parts.variances["deal"] == pytest.approx(DEAL**2, abs=0.001)


def test_intervals_cover_known_parts_about_as_often_as_they_say(monkeypatch):
    monkeypatch.setattr(variance, "REPLICATES", 200)
    covered = dict.fromkeys(SOURCES, 0)
    for seed in range(100):
        for source, (_, low, high) in split_variance(made_up(200, seed)).shares.items():
            covered[source] += low <= known()[source] <= high
    assert min(covered[source] for source in ("deal", "player", "rest")) >= 87
    assert max(covered.values()) <= 100
    widths = [np.diff(split_variance(made_up(n)).shares["deal"][1:])[0] for n in (200, 3200)]
    assert widths[0] / widths[1] == pytest.approx(4, rel=0.3)


def test_what_is_not_there_is_not_found(monkeypatch):
    """The means of few deals differ by chance; that is taken out."""
    monkeypatch.setattr(variance, "REPLICATES", 1)
    found = [split_variance(made_up(40, seed, scale=0)).variances for seed in range(150)]
    for source in ("seat", "player"):
        values = np.array([one[source] for one in found])
        assert abs(values.mean()) < 3 * values.std() / np.sqrt(len(values))
        assert (values < 0).any()


def mean_squares(cells):
    """Return the mean squares of rows and of the rest of a table, by an analysis of variance."""
    n, k = cells.shape
    rows, columns, grand = cells.mean(axis=1), cells.mean(axis=0), cells.mean()
    rest = cells - rows[:, None] - columns + grand
    return k * ((rows - grand) ** 2).sum() / (n - 1), (rest**2).sum() / (n - 1) / (k - 1)


def plain_deal(wins):
    """Return the covariance between different players in a seat, pair by pair."""
    _, orders, k, _ = wins.shape
    places = [(order, player) for order in range(orders) for player in range(k)]
    return np.mean(
        [
            np.cov(wins[:, one[0], seat, one[1]], wins[:, other[0], seat, other[1]])[0, 1]
            for seat in range(k)
            for one, other in permutations(places, 2)
            if one[1] != other[1]
        ]
    )


def plain_parts(wins):
    """Return the variances of each source, seat by seat and player by player."""
    deals = len(wins)
    deal = plain_deal(wins)
    fixed = []
    for axis in ((1, 3), (1, 2)):
        means = wins.mean(axis=axis)
        chance = (means - means.mean(axis=1, keepdims=True)).var(axis=0, ddof=1).mean() / deals
        fixed.append(means.mean(axis=0).var() - chance)
    total = (wins**2).mean() - wins.mean() ** 2
    return [deal, *fixed, total - deal - sum(fixed)]


@pytest.mark.parametrize("wins", [made_up(30), made_up(7, seed=4), np.round(np.clip(made_up(50), 0, 1))])
def test_parts_are_those_counted_pair_by_pair(wins):
    assert list(split_variance(wins).variances.values()) == pytest.approx(plain_parts(wins))


def test_the_deal_is_that_of_an_analysis_of_variance():
    """With one order around the table, each seat is a table of deals by players."""
    wins = made_up(30)[:, :1]
    squares = [mean_squares(wins[:, 0, seat]) for seat in range(3)]
    plain = np.mean([(rows - rest) / 3 for rows, rest in squares])
    assert split_variance(wins).variances["deal"] == pytest.approx(plain)
    assert plain_deal(wins) == pytest.approx(plain)


LINE_UP = ["random", "highest", "careful"]


def wins_of(deals, **arguments):
    """Return wins by deal, order, seat and player, from runs played and read one by one."""
    wins = np.full((deals, 2, 3, 3), np.nan)
    for names in permutations(LINE_UP):
        clockwise = names[names.index("random") :] + names[: names.index("random")]
        order = ["highest", "careful"].index(clockwise[1])
        run = simulate("knutten", games=deals, policies=list(names), progress=False, log="games", **arguments)
        for deal, seats in enumerate(rows_by_game(run, "seats")):
            for row in seats:
                wins[deal, order, row["seat"], LINE_UP.index(row["policy"])] = row["win_share"]
    assert not np.isnan(wins).any()
    return wins


def test_games_are_counted_again():
    finding = knutten.luck(3, 600, 9, LINE_UP, "high", {"bite_at": 25})
    wins = wins_of(100, seed=9, components="high", rules={"bite_at": 25})
    assert finding.table["source"].to_list() == list(SOURCES)
    assert finding.table["variance"].to_list() == pytest.approx(plain_parts(wins))
    assert finding.table["share"].sum() == pytest.approx(1)
    assert (finding.table["low"] <= finding.table["high"]).all()
    assert finding.table["deals"].to_list() == [100] * 4
    assert finding.n == 600
    means = wins.mean(axis=(0, 1, 2))
    best = int(means.argmax())
    share, low, high = share_of(wins[..., best].mean(axis=(1, 2)), 1 - 0.05 / 3)
    won = f"{100 * share:.1f}% ({100 * low:.1f} to {100 * high:.1f}%)"
    assert f"Of these players {LINE_UP[best]} wins most, {won}" in finding.headline
    shown = dict(finding.table.select("source", "share").rows())
    assert f"who plays explains {100 * shown['player']:.1f}%" in finding.headline
    assert f"the deal alone {100 * shown['deal']:.1f}%" in finding.headline
    assert "random, highest, careful, in every seat" in str(finding.basis)


def test_a_game_whose_cards_decide_all_is_all_luck():
    """Equal players who leave nothing to chance end a deal alike, whichever of them sits where."""
    finding = knutten.luck(3, 600, policies=["highest"])
    table = finding.table
    assert "wins most" not in finding.headline
    assert dict(table.select("source", "share").rows())["deal"] > 0.98
    assert table["share"][3] == pytest.approx(0, abs=1e-9)


def test_where_one_always_wins_all_is_skill(tmp_path):
    """`lowest` never needs to bite with zeros in hand; `highest` bites within few turns."""
    deck = write_deck(tmp_path, {"0/9": 12})
    shares = dict(
        knutten.luck(2, 200, policies=["lowest", "random"], deck=deck, rules={"wind": False}).table.select(
            "source", "share"
        ).rows()
    )  # fmt: skip
    assert shares["player"] > 0.95


def test_all_orders_around_a_small_table_are_played():
    assert orders_around(2) == [(0, 1)]
    assert orders_around(3) == [(0, 1, 2), (0, 2, 1)]
    assert sorted(orders_around(4)) == [(0, *others) for others in permutations((1, 2, 3))]
    for players in (5, 8):
        orders = orders_around(players)
        assert len(set(orders)) == len(orders) == 6
        assert all(sorted(order) == list(range(players)) for order in orders)
        assert {(0, *order[:0:-1]) for order in orders} == set(orders)


def test_equal_players_make_fewer_games():
    table = knutten.luck(4, 480, policies=["careful", "cunning"]).table
    assert table.select("deals", "games").row(0) == (20, 120)


def test_the_figure_names_each_source():
    ax = knutten.luck(2, 100, policies=["random", "careful"]).plot()
    assert "decides" in title(ax)
    assert len(ax.get_yticklabels()) == 4
    assert len(ax.patches) == 4


def test_games_that_all_share_leave_nothing_to_explain(tmp_path):
    deck = write_deck(tmp_path, {"0/0": 12})
    finding = knutten.luck(2, 40, policies=["random"], deck=deck, rules={"wind": False, "max_rounds": 2})
    assert "nothing to explain" in finding.headline
    assert any("20 of 20 games stalled" in caveat for caveat in finding.caveats)
    assert title(finding.plot())


def test_players_are_compared_in_words():
    findings = {
        "all": knutten.luck(2, 200, policies=["random", "careful"]),
        "good": knutten.luck(2, 200, policies=["careful", "cunning"]),
    }
    sentence = knutten.compare_luck(findings)
    for who, finding in findings.items():
        player = finding.table.filter(source="player")["share"][0]
        assert f"{100 * player:.1f}%" in sentence
        assert f"among {who}" in sentence


@pytest.mark.parametrize("policies", [[], ["random"] * 3, "random"])
def test_policies_that_do_not_fit_are_refused(policies):
    assert "policies" in refused(knutten.luck, 2, 100, policies=policies)


@pytest.mark.parametrize("games", [19, 0, "many"])
def test_too_few_games_are_refused(games):
    assert "games" in refused(knutten.luck, 2, games, policies=["random", "careful"])
