"""What an experiment forces: a pattern, a card or yarn for a seat; all else stays as it was dealt."""

from collections import Counter
from itertools import chain

import pytest

from knitting_rig import Rig, dealt, knitting
from knitting_table import shipped
from knitting_words import ALL_YARN
from run_folders import refused
from simulation.games.knitting.force import Force
from simulation.games.knitting.table import set_up

GAMES = range(60)
PATTERNS, COMMUNITY = shipped()
PATTERN, OTHER = "Lost Parrot", "Runaway Zebra"
CARDS = ["Rainy Weekend", "Unravelled by the Cat", "Bandstand Cover", "Mended a Stranger's Glove"]


def forced(game: int, players: int = 4, **force) -> Rig:
    """Return a set-up with something forced."""
    rig = Rig([""] * players, catalogue=(PATTERNS, COMMUNITY))
    Force.read(force, PATTERNS, COMMUNITY, players).lay_down(rig.secret, PATTERNS, COMMUNITY)
    set_up(rig.table, game)
    return rig


def hands(rig):
    return [rig.hand(seat) for seat in range(rig.players)]


def pattern_cards(rig):
    """Return all patterns in the order they were shuffled into."""
    return [*chain.from_iterable(hands(rig)), *rig.pattern_deck]


@pytest.mark.parametrize("seat", [0, 3])
def test_a_seat_is_dealt_the_pattern_and_one_card_changes_places_with_it(seat):
    moved = Counter()
    for game in GAMES:
        before, after = dealt(4, game), forced(game, seat=seat, pattern=PATTERN)
        assert PATTERN in after.hand(seat)
        one, other = pattern_cards(before), pattern_cards(after)
        places = [place for place, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]
        moved[len(places)] += 1
        assert sorted(one) == sorted(other)
        assert (before.store, before.community_deck) == (after.store, after.community_deck)
        if PATTERN in before.hand(seat):
            assert one == other
    assert set(moved) == {0, 2}


def test_a_pattern_can_be_taken_out_of_the_game():
    for game in GAMES:
        before, after = dealt(4, game), forced(game, without=PATTERN)
        assert after.all_patterns()[PATTERN] == 0
        one, other = pattern_cards(before), pattern_cards(after)
        assert len(other) == 39
        # The last card takes its place.
        one[one.index(PATTERN)] = one[-1]
        assert other == one[:-1]


def test_both_at_once():
    for game in GAMES:
        rig = forced(game, seat=1, pattern=PATTERN, without=OTHER)
        assert PATTERN in rig.hand(1)
        assert OTHER not in rig.all_patterns()


@pytest.mark.parametrize("card", CARDS)
def test_a_seat_begins_with_a_community_card(card):
    copies = next(one.copies for one in COMMUNITY.cards if one.card == card)
    for game in GAMES[:20]:
        before, after = dealt(4, game), forced(game, seat=2, card=card)
        special = card in after.patterns
        assert (after.hand(2) if special else after.cards(2))[-1] == card
        assert after.community_deck.count(card) == copies - 1
        left = list(before.community_deck)
        left.reverse()
        left.remove(card)
        assert after.community_deck[::-1] == left
        assert [hand for seat, hand in enumerate(hands(after)) if seat != 2] == [
            hand for seat, hand in enumerate(hands(before)) if seat != 2
        ]
        assert after.view["card_counts"][0].tolist() == [0, 0, 1, 0]


def test_a_copy_of_a_community_card_can_be_taken_out():
    for game in GAMES[:20]:
        rig = forced(game, without_card="Rainy Weekend")
        assert rig.community_deck.count("Rainy Weekend") == 1
        assert len(rig.community_deck) == 25


@pytest.mark.parametrize("yarn", [1, 20])
def test_a_seat_is_dealt_more_yarn(yarn):
    for game in GAMES[:20]:
        before, after = dealt(3, game), forced(game, 3, seat=1, yarn=yarn)
        assert after.stash(1).total() == 5 + yarn
        assert after.stash(1) >= before.stash(1)
        assert (after.stash(0), after.stash(2), after.store) == (
            before.stash(0),
            before.stash(2),
            before.store,
        )
        assert after.all_yarn() == ALL_YARN


def test_games_are_played_with_it(tmp_path):
    force = {"seat": 1, "pattern": PATTERN, "without": OTHER, "card": CARDS[0], "yarn": 3}
    run = knitting(tmp_path / "run", players=3, games=30, force=force)
    patterns = run.patterns.collect()
    assert patterns.filter(pattern=PATTERN, drawn_turn=-1)["seat"].to_list() == [1] * 30
    assert patterns.filter(pattern=OTHER).height == 0
    dealt_yarn = (
        run.events.filter(event="deal").collect().group_by("game_id", maintain_order=True).agg("seat")
    )
    assert dealt_yarn["seat"].to_list() == [[0, 1, 2, 1]] * 30


BAD = {
    "pattern": {"pattern": "x"},
    "special pattern as a pattern": {"pattern": "Bandstand Cover"},
    "without": {"without": "x"},
    "card": {"card": "x"},
    "without_card": {"without_card": PATTERN},
    "seat that is not at the table": {"seat": 3},
    "seat below 0": {"seat": -1},
    "yarn below 0": {"yarn": -1},
    "too much yarn": {"yarn": 21},
    "unknown key": {"patterns": PATTERN},
    "the same dealt and taken out": {"pattern": PATTERN, "without": PATTERN},
    "the same card held and taken out": {"card": CARDS[0], "without_card": CARDS[0]},
}


@pytest.mark.parametrize("force", BAD.values(), ids=BAD)
def test_what_cannot_be_forced_is_refused(tmp_path, force):
    message = refused(knitting, tmp_path / "run", players=3, games=5, force=force)
    assert any(name in message for name in force)
    assert not (tmp_path / "run").exists()


def test_a_pattern_cannot_be_taken_out_of_a_catalogue_that_is_all_dealt(tmp_path):
    rows = [f"p{number},1,1,1,0,0,0,0,0,0,0,0,0,assumed" for number in range(12)]
    header = "pattern,points,weeks,red,orange,yellow,green,blue,purple,grey,white,wild,matching,provenance"
    (tmp_path / "few.csv").write_text("\n".join([header, *rows]) + "\n")
    given = {"games": 5, "components": {"patterns": str(tmp_path / "few.csv")}, "force": {"without": "p3"}}
    assert "more than 12" in refused(knitting, tmp_path / "run", players=4, **given)
    assert knitting(tmp_path / "run", players=3, **given).count == 5
