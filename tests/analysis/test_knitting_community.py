"""What community cards are worth: known on paper, and recounted from the rows of the seats."""

from functools import cache

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.knitting.community import YARN, community_cards
from analysis.knitting.trade import judge, trade_offer, worth_in_yarn
from analysis.knitting.trade_price import trade_price
from analysis.ratios import a_game
from drawings import title
from run_folders import refused
from simulation import simulate

GAMES = 30
TABLE = {"players": 3, "policy": "hoarder", "games": GAMES, "seed": 5}
DECK = """card,copies,kind,effect,amount,points,pattern,provenance
parcel,3,action,draw_yarn,3,,,assumed
idle,1,action,frog,0,,,assumed
bunting,1,pattern,,,6,weeks=1 matching=2,assumed
gift,2,good_deed,,,9,,assumed
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("community")


@pytest.fixture(autouse=True)
def _shared_runs(folder, monkeypatch, _runs_elsewhere):
    monkeypatch.setenv("GAMEGAUGE_RUNS", str(folder / "runs"))


@pytest.fixture(scope="module")
def deck(folder):
    path = folder / "small.csv"
    path.write_text(DECK)
    return str(path)


@cache
def asked(question, deck, **options):
    """Return a question's finding at the usual table, asked once."""
    return question(**TABLE, community=deck, **options)


def outcomes(deck, of_seat, rules=None, policies="hoarder", **force):
    """Return the seat's part of the win and its score, game by game."""
    run = simulate(
        "knitting",
        3,
        GAMES,
        5,
        policies,
        rules,
        {"community": deck},
        log="games",
        force=force,
        progress=False,
    )
    rows = run.seats.filter(pl.col("seat") == of_seat).sort("game_id").collect()
    return rows["win_share"].to_numpy(), rows["score"].to_numpy(), run


def worth(deck, card, seat=0):
    """Return by how much the seat does better with a card than with that copy out of the game."""
    with_it, without = outcomes(deck, seat, seat=seat, card=card), outcomes(deck, seat, without_card=card)
    return with_it[0] - without[0], with_it[1] - without[1]


def yarn_worth(deck, seat=0, cards=5):
    with_it, without = outcomes(deck, seat, seat=seat, yarn=cards), outcomes(deck, seat)
    return with_it[0] - without[0], with_it[1] - without[1]


def students(values, rows):
    interval = stats.ttest_1samp(values, 0).confidence_interval(1 - 0.05 / rows)
    return values.mean(), interval.low, interval.high


def found_in(row, name):
    return row[name], row[f"{name}_low"], row[f"{name}_high"]


# What is each card worth?


def test_good_deeds_are_worth_their_points(deck):
    """A greedy player draws no community card, and plays as it would without a good deed."""
    table = community_cards(2, "greedy", 30, community=deck).table
    rows = {row["card"]: row for row in table.to_dicts()}
    assert rows["gift"]["score"] == 9
    assert rows["idle"]["score"] == rows["idle"]["win"] == 0
    assert rows["gift"]["win"] > 0
    assert rows["idle"]["win_low"] < 0 < rows["idle"]["win_high"]
    assert [rows[name]["copies"] for name in ("parcel", "idle", "bunting", "gift")] == [3, 1, 1, 2]


@pytest.mark.parametrize("seats", [(0,), (1, 2)])
def test_worths_are_those_recounted(deck, seats):
    finding = asked(community_cards, deck, seats=seats)
    rows = {row["card"]: row for row in finding.table.to_dicts()}
    yarn = [np.mean([yarn_worth(deck, seat)[what] for seat in seats], axis=0) for what in (0, 1)]
    for card in ("parcel", "bunting"):
        found = [np.mean([worth(deck, card, seat)[what] for seat in seats], axis=0) for what in (0, 1)]
        for name, values in zip(("win", "score"), found, strict=True):
            assert found_in(rows[card], name) == pytest.approx(students(values, 5))
        assert found_in(rows[card], "over_yarn") == pytest.approx(students(found[0] - yarn[0], 4))
    price = rows["5 yarn cards"]
    assert (price["kind"], price["copies"], price["over_yarn"]) == (YARN, None, None)
    for name, values in zip(("win", "score"), yarn, strict=True):
        assert found_in(price, name) == pytest.approx(students(values, 5))


def test_the_price_is_the_rules(deck):
    finding = community_cards(2, "greedy", 5, community=deck, rules={"trade_price": 2})
    assert "2 yarn cards" in finding.table["card"].to_list()
    assert "the 2 yarn cards that one costs" in finding.headline


def test_the_headline_is_the_tables(deck):
    finding = asked(community_cards, deck, seats=(0,))
    cards = finding.table.filter(pl.col("kind") != YARN)
    assert finding.table["win"].is_sorted(descending=True)
    best, worst = cards.row(0, named=True), cards.row(-1, named=True)
    assert f"beginning with {best['card']} is worth most" in finding.headline
    assert f"{worst['card']} is worth least: {100 * worst['win']:+.1f} points" in finding.headline
    more = cards.filter(pl.col("over_yarn_low") > 0).height
    assert f"of 4 cards {more} are shown to be worth more" in finding.headline
    assert any("experiment" in caveat for caveat in finding.caveats)
    assert any("assumed" in caveat and "small" in caveat for caveat in finding.caveats)
    assert "forced on seat 0" in finding.rules
    ax = finding.plot()
    names = [text.get_text().partition("  x")[0] for text in ax.get_yticklabels()]
    assert names == cards["card"].to_list()
    assert f"{more} of 4 cards" in title(ax)


# Is the price fair?


def test_an_average_card_counts_every_copy(deck):
    finding = asked(trade_offer, deck)
    card, yarn, trade = finding.table.to_dicts()
    copies = {"parcel": 3, "idle": 1, "bunting": 1, "gift": 2}
    for what, name in enumerate(("win", "score")):
        mean = sum(count * worth(deck, one)[what] for one, count in copies.items()) / 7
        price = yarn_worth(deck)[what]
        assert found_in(card, name) == pytest.approx(students(mean, 1))
        assert found_in(yarn, name) == pytest.approx(students(price, 1))
        assert found_in(trade, name) == pytest.approx(students(mean - price, 1))
    assert title(finding.plot())


def test_the_worth_in_yarn_is_where_nothing_differs():
    luck = np.random.default_rng(2)
    yarn, card = luck.normal(5, 4, 200), luck.normal(2, 1, 200)
    value, low, high = worth_in_yarn(a_game(card), a_game(yarn), 5)
    assert value == pytest.approx(5 * card.mean() / yarn.mean())
    for end in (low, high):
        assert stats.ttest_1samp(5 * card - end * yarn, 0).pvalue == pytest.approx(0.05)
    assert low < value < high
    nothing = worth_in_yarn(a_game(card), a_game(luck.normal(0, 4, 200)), 5)
    assert np.isnan(nothing[0])


def test_the_verdict_of_a_price():
    luck = np.random.default_rng(1)
    around = luck.normal(0, 1, 100_000)
    assert judge(a_game(around), 0.02) == "fair"
    assert judge(a_game(around + 0.1), 0.02) == "unfair"
    assert judge(a_game(around - 0.1), 0.02) == "unfair"
    assert judge(a_game(around[:100]), 0.02) == "not shown"
    # A mean that is shown not to be 0 may still be shown to lie within the margin.
    assert judge(a_game(around + 0.01), 0.02) == "fair"


@pytest.mark.parametrize(("margin", "verdict"), [(0.9, "fair"), (0.0, None)])
def test_the_headline_says_the_verdict(deck, margin, verdict):
    finding = asked(trade_offer, deck, margin=margin)
    assert verdict in (None, finding.verdict)
    word = finding.headline.partition(":")[0]
    assert {"fair": "Fair", "not shown": "Not shown"}.get(finding.verdict, word) == word
    assert f"within {100 * margin:g} point" in finding.headline or word in ("Cheap", "Dear")
    assert "5 yarn cards for a community card" in finding.headline


# What does trading do at each price?


@cache
def traded(seats=(1,)):
    return trade_price((2, 5), others="greedy", players=3, games=GAMES, seed=5, seats=seats)


@pytest.mark.parametrize("place", [0, 1])
def test_trading_is_that_recounted(place):
    row, price = traded().table.to_dicts()[place], (2, 5)[place]
    runs = {}
    for policy in ("hoarder", "greedy"):
        seats = ["greedy", policy, "greedy"]
        runs[policy] = outcomes("default", 1, {"trade_price": price}, seats)
    win, score = (runs["hoarder"][what] - runs["greedy"][what] for what in (0, 1))
    assert row["price"] == price
    assert row["win"] == pytest.approx(win.mean())
    assert found_in(row, "score") == pytest.approx(students(score, 2))
    assert row["share"] == pytest.approx(runs["hoarder"][0].mean())
    trades = runs["hoarder"][2].seats.sort("game_id", "seat").collect()["trades"].to_numpy().reshape(-1, 3)
    assert row["trades"] == pytest.approx(trades[:, 1].mean())
    assert row["others_trades"] == pytest.approx(trades[:, [0, 2]].mean())


def test_the_twin_of_a_player_is_no_different():
    table = trade_price((5,), "greedy", "random", "greedy", 2, 20).table
    assert table["win"].to_list() == table["score"].to_list() == [0]
    assert table["trades"].to_list() == [0]


def test_prices_are_told_and_drawn():
    finding = traded()
    first, last = finding.table.to_dicts()
    assert f"{100 * first['win']:+.1f} points" in finding.headline
    assert f"{last['trades']:.1f} times a game at 5" in finding.headline
    assert "hoarder or greedy, all others greedy" in str(finding.basis)
    assert len(finding.plot().get_xticklabels()) == 2
    assert "among greedy players" in title(finding.plot())


@pytest.mark.parametrize("ask", [community_cards, trade_offer])
def test_two_games_are_enough_for_an_answer(ask, deck):
    finding = ask(2, "greedy", 2, community=deck)
    assert "nan" not in finding.headline
    assert "inf" not in finding.headline
    assert finding.table["win_low"].min() >= -2
    assert finding.table["win_high"].max() <= 2
    assert "<table" in finding._repr_html_()
    finding.plot()


# What is refused


@pytest.mark.parametrize("ask", [community_cards, trade_offer])
@pytest.mark.parametrize(
    "bad",
    [
        {"seats": ()},
        {"seats": (1, 1)},
        {"seats": (9,)},
        {"seats": 0},
        {"policy": "x"},
        {"community": "x"},
        {"games": 0},
        {"games": 1},
    ],
    ids=str,
)
def test_tables_that_cannot_be_played_are_refused(ask, bad):
    refused(ask, **{**TABLE, "games": 3, **bad})


@pytest.mark.parametrize(
    "bad", [{"prices": ()}, {"prices": 5}, {"prices": (5, 5)}, {"prices": (0,)}, {"twin": "x"}], ids=str
)
def test_prices_that_cannot_be_asked_are_refused(bad):
    refused(trade_price, **{"others": "greedy", "games": 3, **bad})


@pytest.mark.parametrize("margin", [-0.1, 1, float("nan")])
def test_a_margin_that_is_no_share_is_refused(margin):
    refused(trade_offer, margin=margin, **TABLE)


def test_a_deck_without_cards_is_refused(tmp_path):
    path = tmp_path / "none.csv"
    path.write_text(DECK.splitlines()[0] + "\n")
    refused(community_cards, community=str(path), **TABLE)
