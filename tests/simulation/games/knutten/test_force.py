"""What an experiment forces: a card, a first play, a starter; all else stays as it was dealt."""

from collections import Counter
from itertools import chain

import numba
import polars as pl
import pytest

from knutten_force import chosen, first_events, holds
from knutten_rig import HEADER, Rig
from run_folders import play
from simulation.games.knutten.force import Force
from simulation.games.knutten.forced import force_deal
from simulation.games.knutten.players import highest
from simulation.games.knutten.table import deal, gather
from simulation.randomness import FATE, new_stream

SEATS, GAMES = 4, 150
DECK = {"2/7": 4, "3/9": 4, "5/11": 4, "-10/11": 4, "?/2": 4, "?/5": 3, "4/6": 1}
CARDS = [name for name, copies in DECK.items() for _ in range(copies)]


@numba.njit
def _dealt(table, game, number):
    table.secret.game = game
    gather(table, game, number)
    deal(table)
    force_deal(table)


def dealt(game, number, force, cards=CARDS, players=SEATS, **rules):
    """Return a round's dealt hands as names, and all of the swamp."""
    rig = Rig([[]] * players, swamp=cards, **rules)
    if force:
        Force.read(force, rig.deck, players, rules.get("hand_size", 3)).lay_down(rig.secret, rig.deck)
    rig.secret["fate"] = new_stream(2016, FATE)
    _dealt(rig.table, game, number)
    return [rig.hand(seat) for seat in range(players)], rig.swamp


def everywhere(hands, swamp):
    """Count all cards."""
    return Counter([*chain.from_iterable(hands), *swamp])


ROUNDS = [(game, number) for game in range(12) for number in range(4)]


# The deal


@pytest.mark.parametrize("seat", range(SEATS))
@pytest.mark.parametrize("card", DECK)
def test_the_forced_hand_holds_the_card_and_all_else_is_as_dealt(seat, card):
    fetched = Counter()
    for game, number in ROUNDS:
        before, swamp_before = dealt(game, number, {})
        after, swamp = dealt(game, number, {"seat": seat, "card": card})
        assert card in after[seat]
        assert everywhere(after, swamp) == Counter(CARDS)
        changed = [one for one in range(SEATS) if before[one] != after[one]]
        if card in before[seat]:
            fetched["held"] += 1
            assert (after, swamp) == (before, swamp_before)
            continue
        assert after[seat][1:] == before[seat][1:]
        if card in swamp_before:
            fetched["swamp"] += 1
            assert changed == [seat]
            assert Counter(swamp) == Counter(swamp_before) - Counter([card]) + Counter([before[seat][0]])
        else:
            fetched["hand"] += 1
            (giver,) = (one for one in changed if one != seat)
            assert swamp == swamp_before
            assert Counter(after[giver]) == Counter(before[giver]) - Counter([card]) + Counter(
                [before[seat][0]]
            )
    assert fetched["held"] > 0
    assert fetched["swamp"] > 0
    assert fetched["hand"] > 0 or DECK[card] > 1


@pytest.mark.parametrize("seat", range(SEATS))
@pytest.mark.parametrize("card", DECK)
def test_the_hand_without_a_card_lacks_it_and_all_else_is_as_dealt(seat, card):
    gone = 0
    for game, number in ROUNDS:
        before, swamp_before = dealt(game, number, {})
        after, swamp = dealt(game, number, {"seat": seat, "without": card})
        assert card not in after[seat]
        assert everywhere(after, swamp) == Counter(CARDS)
        assert [after[one] for one in range(SEATS) if one != seat] == [
            before[one] for one in range(SEATS) if one != seat
        ]
        for old, new in zip(before[seat], after[seat], strict=True):
            gone += old == card
            assert old in (card, new)
        if card not in before[seat]:
            assert swamp == swamp_before
    assert gone > 0


def test_what_comes_instead_of_a_card_is_drawn_evenly():
    cards = ["7/7", "1/1", "2/2", "3/3"]
    instead = Counter()
    for game in range(1500):
        before, _ = dealt(game, 0, {}, cards, players=2, hand_size=1, wind=False)
        if before[0] == ["7/7"]:
            after, _ = dealt(game, 0, {"without": "7/7"}, cards, players=2, hand_size=1, wind=False)
            instead[after[0][0], before[1][0]] += 1
    total = sum(instead.values())
    assert len(instead) == 6
    assert total > 300
    assert sum((count - total / 6) ** 2 / (total / 6) for count in instead.values()) < 20.5  # chi2(5), 0.999


def test_one_card_comes_and_another_stays_away():
    for game, number in ROUNDS:
        hands, swamp = dealt(game, number, {"seat": 1, "card": "4/6", "without": "2/7"})
        assert "4/6" in hands[1]
        assert "2/7" not in hands[1]
        assert everywhere(hands, swamp) == Counter(CARDS)


def test_seat_alone_forces_nothing():
    assert dealt(3, 1, {"seat": 2}) == dealt(3, 1, {})


# Whole games


@pytest.mark.parametrize("policy", ["random", "cunning"])
@pytest.mark.parametrize("seat", [0, 2])
def test_the_card_is_held_in_every_round_of_a_run(tmp_path, policy, seat):
    arguments = {"games": GAMES, "players": SEATS, "policies": policy}
    with_it = first_events(play(tmp_path / "a", force={"seat": seat, "card": "?/-10"}, **arguments), seat)
    without = first_events(play(tmp_path / "b", force={"seat": seat, "without": "?/-10"}, **arguments), seat)
    assert with_it.select(holds("?/-10").all()).item()
    assert not without.select(holds("?/-10").any()).item()
    assert with_it["round"].max() > 2


def test_first_hands_of_others_are_the_same(tmp_path):
    free = play(tmp_path / "free", games=GAMES, players=SEATS)
    forced = play(tmp_path / "forced", games=GAMES, players=SEATS, force={"card": "2/9"})
    for seat in range(1, SEATS):
        hands = ["game_id", "hand_a", "hand_b", "hand_c"]
        one, other = (first_events(run, seat).filter(round=0).select(hands) for run in (free, forced))
        both = one.join(other, on="game_id")
        same = both.filter(holds_same("a") & holds_same("b") & holds_same("c"))
        # All four copies of 2/9 lie in others' hands in few games; only then one is taken from somebody.
        assert both.height > 0.7 * GAMES
        assert same.height > 0.99 * both.height


def holds_same(slot):
    return pl.col(f"hand_{slot}").eq_missing(pl.col(f"hand_{slot}_right"))


@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize("card", ["5/11", "-10/11"])
def test_the_side_is_played_first_when_it_is_legal(tmp_path, card, side):
    run = play(tmp_path / "run", games=GAMES, players=SEATS, force={"card": card, "side": side})
    first = first_events(run).filter(pl.col("event") == "play")
    opened = (pl.col("card") == card) & (pl.col("side") == side)
    worth = int(card.split("/")["ab".index(side)])
    legal = pl.col("swarm_before") + worth * (1 + pl.col("waiting").cast(pl.Int64)) >= 0
    assert first.filter(legal).select(opened.all()).item()
    assert first.filter(~legal).select((~opened).all()).item()
    assert (first.filter(~legal).height > 0) == (worth < 0)


def test_after_the_first_turn_the_seat_is_free(tmp_path):
    run = play(
        tmp_path / "run", games=GAMES, players=SEATS, policies="lowest", force={"card": "5/11", "side": "b"}
    )
    plays = run.events.filter(event="play", seat=0).collect()
    later = plays.filter(pl.struct("game_id", "round").is_first_distinct().not_())
    worth = later["worth"].fill_null(0)
    assert later.height > 100
    # The lowest side of a hand without 11/11 is never 11, but where its lower one is not legal.
    assert (worth == 11).mean() < 0.05
    first = plays.filter(pl.struct("game_id", "round").is_first_distinct())
    assert (first["worth"] == 11).all()


def test_other_seats_are_free(tmp_path):
    run = play(
        tmp_path / "run", games=GAMES, players=SEATS, policies="lowest", force={"card": "5/11", "side": "b"}
    )
    others = pl.concat([first_events(run, seat) for seat in range(1, SEATS)])
    holding = others.filter(holds("5/11"), pl.col("waiting") == 0)
    assert holding.height > 50
    assert holding.filter(card="5/11", side="b").is_empty()


def test_where_the_side_is_not_legal_the_choice_is_the_players_own():
    rig = Rig([["-10/3", "2/2", "4/6"], ["5/9"]], swamp=["7/7"] * 4)
    force = Force.read({"card": "-10/3", "side": "a"}, rig.deck, 2, 1)
    force.lay_down(rig.secret, rig.deck)
    rig.secret["force_open"] = 1
    assert rig.play("4/6 a", turns=1).swarms == [4]
    rig = Rig([["-10/3", "2/2", "4/6"], ["5/9"]], swamp=["7/7"] * 4, swarm=10)
    force.lay_down(rig.secret, rig.deck)
    rig.secret["force_open"] = 1
    assert rig.play("4/6 a", turns=1).swarms == [0]


@pytest.mark.parametrize("places", range(SEATS))
@pytest.mark.parametrize("seat", [0, 3])
def test_the_starter_is_the_one_forced(tmp_path, seat, places):
    force = {"seat": seat, "starter": places}
    run = play(tmp_path / "run", games=GAMES, players=SEATS, policies="lowest", force=force)
    choices = list(chosen(run))
    assert {starter for chooser, starter in choices if chooser == seat} == {(seat + places) % SEATS}
    assert all(starter == (chooser + 1) % SEATS for chooser, starter in choices if chooser != seat)
    free = play(tmp_path / "free", games=GAMES, players=SEATS, policies="lowest")
    assert all(starter == (chooser + 1) % SEATS for chooser, starter in chosen(free))


def test_a_starter_leaves_the_deals(tmp_path):
    one, other = (
        play(tmp_path / str(places), games=GAMES, players=SEATS, force={"starter": places})
        for places in (0, 2)
    )
    first = [run.rounds.filter(round=0).collect() for run in (one, other)]
    assert first[0].equals(first[1])


@pytest.mark.rule("KN-8")
def test_a_redraw_is_the_first_turn_as_well():
    rig = Rig([["-9/-8"] * 3, ["9/9"] * 3], swamp=["-9/-8", "2/3", "2/3", "9/9", "4/4"], wind=False)
    Force.read({"card": "-9/-8", "side": "b"}, rig.deck, 2, 1).lay_down(rig.secret, rig.deck)
    rig.secret["force_open"] = 1
    outcome = rig.play(turns=3, players=highest)
    assert outcome.names == ["redraw", "play", "play"]
    assert outcome.swarms == [0, 9, 12]


def test_a_name_keeps_its_zeros(tmp_path):
    rows = [f"{name},12,{name},9,number,assumed" for name in ("007", "7", "05")]
    (tmp_path / "deck.csv").write_text("\n".join([HEADER, *rows]) + "\n")
    arguments = {"components": str(tmp_path / "deck.csv"), "rules": {"wind": False}}
    for card in ("007", "05"):
        run = play(tmp_path / card, games=20, force={"card": card}, **arguments)
        assert run.force == {"card": card}
        assert first_events(run).select(holds(card).all()).item()


def test_a_card_may_be_named_by_a_number(tmp_path):
    rows = [f"{name},12,{name},9,number,assumed" for name in (7, 8)]
    (tmp_path / "deck.csv").write_text("\n".join([HEADER, *rows]) + "\n")
    arguments = {"components": str(tmp_path / "deck.csv"), "rules": {"wind": False}}
    first = first_events(play(tmp_path / "run", games=20, force={"card": "7"}, **arguments))
    assert first.select(holds("7").all()).item()
