"""Components and set-up: what everybody gets, and that all of it is dealt and drawn fairly (KW-1 to KW-3)."""

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

from knit_wit_chance import deals
from knit_wit_rig import Rig, knit_wit
from run_folders import refused
from simulation.games.knit_wit.components import read_words
from simulation.games.knit_wit.deal import set_up
from simulation.games.knit_wit.people import measure_spools
from simulation.games.knit_wit.rules import Rules
from simulation.paths import data_folder

COLOURS = ["red", "yellow", "blue", "green", "orange", "purple", "black", "white"]
EACH = {2: 3, 3: 2, 4: 2, 5: 1, 6: 1, 7: 1, 8: 1}
BUTTONS = {2: [2], 3: [2, 1], 4: [3, 2, 1], **{players: [4, 3, 2, 1] for players in range(5, 9)}}
GAMES = 40_000


def is_fair(seen, expected=None):
    """Tell whether counts are as expected, or all as likely; wrong once in a million times."""
    return chisquare(list(seen), expected).pvalue > 1e-6


@pytest.fixture(scope="module", params=range(2, 9))
def dealt(request):
    """What is dealt in many games, by the number of players."""
    return request.param, deals(Rig(request.param, spare=106), GAMES)


@pytest.fixture(scope="module")
def tags():
    """What is drawn in very many games of 4 players out of 114 words."""
    return deals(Rig(4, spare=106), 400_000)


# Components


@pytest.mark.rule("KW-1")
def test_there_are_8_loops_8_spools_and_114_words(tmp_path):
    run = knit_wit(tmp_path / "run", players=8, games=60)
    loops = run.events.collect().filter(event="loop")
    assert loops["colour"].dtype.categories.to_list() == COLOURS
    for (_,), game in loops.group_by("game_id"):
        assert sorted(game["colour"].to_list()) == sorted(COLOURS)
    for (_,), game in run.spools.collect().group_by("game_id"):
        assert game["spool"].to_list() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert len(read_words(data_folder() / "knit_wit/words.csv").words) == 114


@pytest.mark.rule("KW-1", "KW-2")
@pytest.mark.parametrize(("players", "holes"), BUTTONS.items())
def test_the_buttons_have_the_most_holes_on_top(players, holes):
    rig = Rig(players)
    assert rig.view["holes"][0, : int(rig.view["buttons"][0])].tolist() == holes


@pytest.mark.rule("KW-2")
@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_play(tmp_path, players):
    assert "from 2 to 8" in refused(knit_wit, tmp_path / "run", players=players, games=5)


@pytest.mark.rule("KW-9", "KW-12", "KW-13", "KW-14", "KW-16")
def test_the_switches_are_set_to_the_rules():
    assert Rules().model_dump() == {
        "hole_points": 1,
        "one_more": True,
        "duplicates_cancel": True,
        "challenges": True,
        "challenge_first": False,
    }


@pytest.mark.rule("KW-2")
@pytest.mark.parametrize(("players", "each"), EACH.items())
def test_everybody_gets_as_many_loops_as_spools(tmp_path, players, each):
    run = knit_wit(tmp_path / "run", players=players, games=40)
    for table, event in (("spools", None), ("events", "loop"), ("events", "word"), ("events", "spool")):
        rows = getattr(run, table).collect()
        rows = rows.filter(event=event) if event else rows
        held = Counter(rows.select("game_id", "seat").iter_rows())
        assert held == dict.fromkeys([(game, seat) for game in range(40) for seat in range(players)], each)


# Spools


@pytest.mark.rule("KW-2")
def test_seat_0_holds_the_lowest_number(dealt):
    _, drawn = dealt
    lowest = (drawn["seat"] >= 0).argmax(axis=1)
    assert (drawn["seat"][np.arange(GAMES), lowest] == 0).all()


@pytest.mark.rule("KW-2")
def test_any_spools_may_be_the_ones_that_are_used(dealt):
    players, drawn = dealt
    used = Counter(tuple(np.flatnonzero(row)) for row in drawn["seat"] >= 0)
    possible = list(combinations(range(8), players * EACH[players]))
    assert set(used) == set(possible)
    assert is_fair(used[one] for one in possible) or len(possible) == 1


@pytest.mark.rule("KW-2")
def test_every_deal_of_the_other_spools_is_as_likely(dealt):
    """With the holder of the lowest one at seat 0, the others lie anyhow."""
    players, drawn = dealt
    held = drawn["seat"][drawn["seat"] >= 0].reshape(GAMES, -1)
    assert (np.sort(held, axis=1) == np.repeat(range(players), EACH[players])).all()
    for one, other in combinations(range(1, held.shape[1]), 2):
        seen = Counter(zip(held[:, one].tolist(), held[:, other].tolist(), strict=True))
        left = [EACH[players] - (seat == 0) for seat in range(players)]
        ways = {(a, b): left[a] * (left[b] - (a == b)) for a in range(players) for b in range(players)}
        ways = {pair: count for pair, count in ways.items() if count}
        assert set(seen) == set(ways)
        share = GAMES / sum(ways.values())
        assert len(ways) == 1 or is_fair([seen[pair] for pair in ways], [n * share for n in ways.values()])


# Loops


@pytest.mark.rule("KW-1", "KW-2")
def test_any_colour_may_come_on_any_turn(dealt):
    players, drawn = dealt
    assert (np.sort(drawn["colour"], axis=1) == range(8)).all()
    for one, other in combinations(range(players * EACH[players]), 2):
        seen = Counter(zip(drawn["colour"][:, one].tolist(), drawn["colour"][:, other].tolist(), strict=True))
        assert is_fair(seen[pair] for pair in permutations(range(8), 2))


@pytest.mark.rule("KW-2")
def test_the_colours_say_nothing_of_the_spools(dealt):
    players, drawn = dealt
    seen = np.zeros((8, 8))
    np.add.at(seen, (drawn["colour"][:, 1], drawn["order"][:, players - 1]), 1)
    assert is_fair(seen.ravel())


# Words


@pytest.mark.rule("KW-3")
def test_no_word_is_drawn_twice(tags):
    assert (np.diff(np.sort(tags["word"], axis=1), axis=1) > 0).all()


@pytest.mark.rule("KW-3")
def test_every_word_is_drawn_as_often_on_every_turn(tags):
    for turn in range(8):
        assert is_fair(np.bincount(tags["word"][:, turn], minlength=114))


@pytest.mark.rule("KW-3")
def test_a_word_says_nothing_of_the_next(tags):
    pairs = Counter(((tags["word"][:, 1] - tags["word"][:, 0]) % 114).tolist())
    assert is_fair(pairs[step] for step in range(1, 114))


@pytest.mark.rule("KW-3")
@pytest.mark.parametrize("players", EACH)
def test_the_shuffle_tag_comes_in_so_many_of_115_games_as_words_are_drawn(players):
    turns = players * EACH[players]
    came = deals(Rig(players, spare=106), 100_000)["shuffle"][:, 0]
    assert binomtest(int((came >= 0).sum()), len(came), turns / 115).pvalue > 1e-6


@pytest.mark.rule("KW-3")
def test_it_comes_on_every_turn_as_often(tags):
    came = Counter(tags["shuffle"][:, 0].tolist())
    del came[-1]
    assert set(came) == set(range(8))
    assert is_fair(came.values())


@pytest.mark.rule("KW-3")
def test_another_tag_is_drawn_for_it_and_any_may_be_that(tags):
    words, came = tags["word"], tags["shuffle"][:, 0]
    again = words[came >= 0, came[came >= 0]]
    assert is_fair(np.bincount(again, minlength=114))


@pytest.mark.rule("KW-3")
def test_it_is_told_before_the_word_of_its_turn_and_comes_once_at_most(tmp_path):
    events = knit_wit(tmp_path / "run", players=4, games=1000).events.collect()
    told = 0
    for (_,), game in events.group_by("game_id"):
        turns = game.filter(event="shuffle")["turn"].to_list()
        told += len(turns)
        assert len(turns) <= 1
        for turn in range(8):
            usual = ["loop", "word", "spool"]
            expected = ["loop", "shuffle", "word", "spool"] if turn in turns else usual
            assert game.filter(turn=turn)["event"].to_list() == expected
        drawn = game.filter(event="word")["word"].to_list()
        assert len(set(drawn)) == 8
        assert None not in drawn
    assert binomtest(told, 1000, 8 / 115).pvalue > 1e-6


@pytest.mark.rule("KW-3")
@pytest.mark.parametrize("players", [2, 5])
def test_a_list_may_have_just_the_words_that_are_needed(players):
    """Then all of them are drawn, and the Shuffle tag comes with T chances in T + 1."""
    turns = players * EACH[players]
    drawn = deals(Rig(players, words=" ".join("abcdefgh"[:turns])), 20_000)
    assert (np.sort(drawn["word"][:, :turns], axis=1) == range(turns)).all()
    came = int((drawn["shuffle"][:, 0] >= 0).sum())
    assert binomtest(came, 20_000, turns / (turns + 1)).pvalue > 1e-6


# Games one after another


@pytest.mark.rule("KW-2")
def test_who_is_quicker_in_the_same_millisecond_is_drawn_anew_for_each_game(dealt):
    players, drawn = dealt
    ranks = drawn["rank"][:, :players]
    assert (np.sort(ranks, axis=1) == range(players)).all()
    for seat in range(players):
        assert is_fair(np.bincount(ranks[:, seat], minlength=players))


def test_a_set_up_clears_everything_that_a_game_left():
    used, fresh = Rig(3, spare=50), Rig(3, spare=50)
    used.knit("", "pass outside")
    measure_spools(used.view[0])
    used.answer("button", "button")
    assert used.view["taken"][0] == 2
    for rig in (used, fresh):
        set_up(rig.table, rig.shuffles[0], 7)
    assert used.regions == {"outside": None}
    for field in ("spools", "spool", "spool_seat", "spool_region", "regions", "region_spool", "taken"):
        assert (used.view[field] == fresh.view[field]).all(), field
    for field in ("loop_word", "loop_difficulty", "words_difficulty", "median_seconds"):
        assert (used.view[field] == fresh.view[field]).all(), field
    for field in ("order", "colour", "word", "shuffle_turn", "here", "rank"):
        assert (used.secret[field] == fresh.secret[field]).all(), field
