"""The careful player: sensible, and safe while it can be."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from knutten_rig import Rig, faces, knutten
from knutten_strategies import SIDES
from simulation.games.knutten.careful import careful

CARDS = st.tuples(SIDES, SIDES).map("/".join)


def swarm_after(rig, choice):
    card, side = choice
    face = faces(card)["ab".index(side)]
    return rig.swarm if face == "?" else rig.swarm + int(face) * (1 + rig.waiting)


@settings(max_examples=300)
@given(
    hand=st.lists(CARDS, min_size=1, max_size=4),
    rest=st.lists(CARDS, min_size=1, max_size=12),
    players=st.integers(2, 4),
    swarm=st.integers(0, 30),
    waiting=st.integers(0, 2),
)
def test_it_never_bites_itself_while_a_side_is_safe(hand, rest, players, swarm, waiting):
    others = [rest[:1] * len(hand)] * (players - 1)
    rig = Rig([hand, *others], swamp=rest, swarm=swarm, copiers=[1] * waiting, hand_size=len(hand))
    assume(any(swarm_after(rig, choice) < 31 for choice in rig.choices(0)))
    assert swarm_after(rig, rig.ask(careful, 0)) < 31


def test_it_does_not_give_up_where_a_later_bite_is_likely():
    """One card, -10/11: 11 bites now; after -10 the next play is safe and the own next draw is not."""
    rig = Rig([["-10/11"], ["15/15"]], swamp=["15/15"] * 4, swarm=25, hand_size=1)
    assert rig.ask(careful, 0) == ("-10/11", "a")


def test_it_keeps_its_way_out():
    rig = Rig([["3/3", "-10/11"], ["9/9", "9/9"]], swamp=["9/9", "9/7", "7/7"], swarm=26, hand_size=2)
    assert rig.ask(careful, 0) == ("3/3", "a")


def test_it_uses_its_way_out_when_it_must():
    rig = Rig([["9/8", "-10/11"], ["9/9", "9/9"]], swamp=["9/9", "9/7", "7/7"], swarm=26, hand_size=2)
    assert rig.ask(careful, 0) == ("-10/11", "a")


def test_it_leaves_the_next_player_without_a_safe_side():
    rig = Rig([["1/9"], ["9/9"]], swamp=["9/9"] * 4, swarm=15, hand_size=1)
    assert rig.ask(careful, 0) == ("1/9", "b")


def test_it_lets_the_copier_take_the_bite():
    rig = Rig(
        [["2/11"], ["9/9"]],
        swamp=["9/9"] * 4,
        swarm=20,
        copiers=[1],
        hand_size=1,
        copy_blame="copier",
    )
    assert rig.ask(careful, 0) == ("2/11", "b")


def test_it_does_not_bite_itself_as_the_copier():
    rig = Rig(
        [["2/11"], ["9/9"]],
        swamp=["9/9"] * 4,
        swarm=20,
        copiers=[0],
        hand_size=1,
        copy_blame="copier",
    )
    assert rig.ask(careful, 0) == ("2/11", "a")


@pytest.mark.rule("KN-11")
@pytest.mark.parametrize(("card", "bitten"), [("31/31", 0), ("16/16", 1), ("11/11", 2)])
def test_it_starts_where_somebody_else_is_bitten(card, bitten):
    """Every card is the same, so who is bitten, counted from the starter, is certain."""
    rig = Rig([[card], [card], [card]], swamp=[card] * 5, hand_size=1)
    for seat in range(3):
        starter = rig.ask_starter(careful, seat)
        assert 0 <= starter < 3
        assert (starter + bitten) % 3 != seat


def test_it_does_better_than_the_simple_players(tmp_path):
    for other in ("random", "lowest", "highest"):
        run = knutten(tmp_path / other, games=4000, policies=["careful", other, "careful", other])
        shares = run.seats.collect().group_by("policy").agg("win_share")
        shares = {row["policy"]: sum(row["win_share"]) for row in shares.to_dicts()}
        assert shares["careful"] > shares[other], other
