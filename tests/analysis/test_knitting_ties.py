"""What is said where nothing is best or worst, and where an answer of another kind is given."""

import numpy as np
import polars as pl
import pytest

from analysis.compare import compare
from analysis.knitting import (
    community_cards,
    ladders,
    left_in_hand,
    mixed_tables,
    pattern_records,
    pattern_value,
    plot_targets,
    real_life,
    real_life_draws,
    seat_tables,
    seats,
    store_outcome,
    styles,
    target_sweep,
    trade_offer,
    trade_price,
    value_against_points,
    value_against_records,
    yarn_scarcity,
    yarn_worth,
)
from knitting_catalogues import play_knitting, write_community, write_patterns, written
from run_folders import refused

ROW = {"cast_on_turn": None, "finished_turn": None, "kept": 1}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return play_knitting(4, policy="greedy", out=tmp_path_factory.mktemp("run") / "run", log="events")


def with_patterns(run, *rows):
    """Return a run whose log of patterns is written by hand: name, points, whether it is left."""
    return written(
        run,
        "patterns",
        [
            {**ROW, "game_id": game, "seat": 0, "pattern": name, "points": points, "in_hand_at_end": left}
            for game, (name, points, left) in enumerate(rows)
        ],
    )


@pytest.fixture
def two_games(tmp_path):
    shapes = {name: {"points": 4, "weeks": 1, "matching": 1} for name in "abcdefgh"}
    return play_knitting(4, patterns=write_patterns(tmp_path, shapes), out=tmp_path / "two")


def test_patterns_that_are_left_as_often_are_not_ranked(two_games):
    finding = left_in_hand(with_patterns(two_games, ("a", 4, 1), ("b", 4, 1), ("c", 4, 1)))
    assert finding.headline.startswith("All patterns are left in hand as often, 100.0%")
    assert "a, b and c are left with most points, 1.00 a game" in finding.headline
    none = left_in_hand(with_patterns(two_games, ("a", 4, 0), ("b", 4, 0)))
    assert "no points are left in any hand" in none.headline


def test_patterns_that_share_a_place_are_named_together(two_games):
    finding = left_in_hand(with_patterns(two_games, ("a", 4, 1), ("b", 4, 0), ("c", 4, 1), ("d", 4, 0)))
    assert finding.headline.startswith("a and c are left in hand most often, 100.0%")
    assert ", b and d least, 0.0%" in finding.headline


def test_what_was_never_drawn_is_empty(two_games):
    table = pattern_records(with_patterns(two_games, ("a", 4, 1))).table
    row = table.filter(pattern="b").row(0, named=True)
    assert row["drawn"] == 0
    shares = ("finished", "left_in_hand", "win_when_drawn", "win_when_finished")
    assert {row[f"{name}{end}"] for name in shares for end in ("", "_low", "_high")} == {None}
    assert not any(table[name].is_nan().any() for name in table.columns if table[name].dtype.is_float())


def test_a_single_colour_is_neither_most_nor_least(tmp_path):
    shapes = {f"p{number}": {"points": 4, "weeks": 1, "red": 2} for number in range(8)}
    run = play_knitting(20, patterns=write_patterns(tmp_path, shapes), out=tmp_path / "red", log="events")
    assert "the only colour that is asked for by name is red" in yarn_scarcity(run).headline


def test_a_single_card_is_neither_best_nor_worst(tmp_path):
    deck = write_community(tmp_path, [{"card": "deed", "copies": 2, "kind": "good_deed", "points": 3}])
    headline = community_cards(2, "greedy", 20, community=deck).headline
    assert "beginning with deed changes the win share by" in headline
    assert "of 1 card " in headline
    assert "worth most" not in headline


def test_cards_that_share_a_place_are_named_together():
    finding = community_cards(2, "greedy", 40)
    cards = finding.table.filter(pl.col("kind") != "yarn")
    least = cards.filter(pl.col("win") == cards["win"].min())["card"].sort().to_list()
    assert len(least) > 1
    assert f"; {least[0]} and " in finding.headline
    assert "are worth least" in finding.headline


def test_what_nobody_finishes_has_no_share_of_points():
    finding = real_life(2, "greedy", "sprinter", 20, rules={"max_turns": 1})
    assert "no share of its FO points" in finding.headline
    finding.plot()


def test_what_all_knit_makes_no_difference():
    headline = real_life_draws(2, "greedy", 20, knitted_patterns=0, knitted_colours=8).headline
    assert "all 8 colours gain as much, +0.0 points" in headline


def test_names_are_no_mathematics(tmp_path):
    shapes = {f"cost $^$ {number}": {"points": 4, "weeks": 1, "matching": 1} for number in range(8)}
    run = play_knitting(4, patterns=write_patterns(tmp_path, shapes), out=tmp_path / "maths")
    for question in (pattern_records, left_in_hand):
        ax = question(run).plot()
        ax.figure.savefig(tmp_path / "figure.png")
        assert {label.get_text() for label in ax.get_yticklabels()} <= set(shapes)
        assert not any(label.get_parse_math() for label in ax.get_yticklabels())


def test_one_game_tells_nothing(tmp_path):
    run = play_knitting(1, policy="greedy", out=tmp_path / "one")
    assert "2 or more" in refused(seats, run)
    assert "2 games or more" in refused(compare, run, run)


@pytest.mark.parametrize(
    ("question", "bad"),
    [
        (pattern_value, {"margin": None}),
        (trade_offer, {"margin": "0.01"}),
        (real_life_draws, {"margin": None}),
        (target_sweep, {"seconds_per_turn": "30"}),
        (real_life, {"seconds_per_turn": None}),
        (real_life, {"knitted_patterns": None}),
        (real_life_draws, {"knitted_colours": "many"}),
        (trade_price, {"seats": [[0]]}),
        (trade_price, {"seats": [True]}),
        (trade_price, {"prices": [5, "5"]}),
        (community_cards, {"policy": ["greedy", "sprinter"]}),
        *((one, {"rules": "target=3"}) for one in (target_sweep, real_life, trade_price, styles)),
        *((one, {"players": "many"}) for one in (styles, mixed_tables, target_sweep, real_life_draws)),
        (styles, {"policies": ["sprinter", "greedy"], "players": 2, "games": 2}),
        (ladders, {"players": [[2]]}),
    ],
)
def test_arguments_of_another_kind_are_refused(question, bad):
    refused(question, **bad)


def test_numbers_may_be_typed_in_several_ways():
    typed = ladders(["2", 2, 2.0], 8, rungs=["random", "greedy"]).table
    assert typed["players"].to_list() == [2]
    assert "Where 2 different styles meet" in styles("2", ["sprinter", "greedy"], 8).headline
    one, other = (yarn_worth((1,), 2, "greedy", 4, seats=seats) for seats in ([np.int64(1)], ["1"]))
    assert one.table.equals(other.table)


def test_a_single_price_is_told_once():
    headline = trade_price((5,), others="greedy", players=2, games=10).headline
    assert headline.count("times a game at 5") == 1


@pytest.mark.parametrize(
    ("question", "name"),
    [
        (store_outcome, "store_choice"),
        (value_against_points, "pattern_value"),
        (value_against_records, "pattern_value"),
        (plot_targets, "target_sweep"),
    ],
)
def test_the_answer_to_another_question_is_refused(question, name, run):
    assert f"allowed: what {name} returned" in refused(question, seats(run))
    assert f"allowed: what {name} returned" in refused(question, None)


def test_what_is_no_list_and_no_run_is_refused(run):
    assert "a list of runs" in refused(seat_tables, run)
    assert "None is no run" in refused(seats, None)
    assert "a list of sizes" in refused(ladders, 2)
    assert "a list of numbers" in refused(yarn_worth, 5)
    assert "from 1 to 20" in refused(yarn_worth, (21,))
    assert "a list of prices" in refused(trade_price, 5)


def test_quantities_that_cannot_be_below_none_have_no_interval_below_it(two_games):
    low = left_in_hand(with_patterns(two_games, ("a", 4, 1), ("b", 4, 0))).table["points_left_low"]
    assert low.min() == 0


def test_a_player_of_ones_own_is_called_by_its_name():
    def lazy(view, luck):
        return 0

    assert "bring a lazy player" in yarn_worth((1,), 2, lazy, 5).headline
