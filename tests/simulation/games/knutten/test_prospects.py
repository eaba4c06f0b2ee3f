"""What bites are worth, against the same worked out with fractions in plain Python."""

from itertools import product

import numpy as np
import pytest

from knutten_rig import Rig
from knutten_worths import share
from knutten_worths import worths as worths_by_hand
from simulation.games.knutten.layout import MAX_STANDINGS
from simulation.games.knutten.prospects import weigh_bites

TABLES = [(2, 1), (2, 2), (2, 3), (2, 7), (3, 1), (3, 3), (3, 5), (4, 3), (5, 2), (5, 3), (8, 2)]


def table(players, bites=(), **rules):
    return Rig([["1/2"]] * players, swamp=["1/2"] * 3, hand_size=1, bites=bites, **rules)


def weighed(rig, seat):
    rig.view["seat"] = seat
    worths = np.full(8, np.nan)
    weigh_bites(rig.view[0], worths)
    return worths[: int(rig.view["players"][0])].tolist()


@pytest.mark.parametrize(("players", "last_bite"), TABLES)
def test_the_share_of_every_standing(players, last_bite):
    view = table(players, bites_to_lose=last_bite).view[0]
    assert view["standings"] == last_bite**players
    for standing, bites in enumerate(product(range(last_bite), repeat=players)):
        exact = share(bites, last_bite)
        assert view["win_share"][standing] == pytest.approx(float(exact), abs=1e-12), bites
    assert not view["win_share"][last_bite**players :].any()


def test_shares_by_hand():
    """Two players, two bites: at 1-0 half the rounds lose at once, the others lead to 1-1."""
    view = table(2, bites_to_lose=2).view[0]
    assert view["win_share"][:4].tolist() == [0.5, 0.75, 0.25, 0.5]
    assert view["first_bite_costs"] == 0.25


@pytest.mark.parametrize(("players", "last_bite"), TABLES)
def test_the_shares_of_all_are_the_whole(players, last_bite):
    shares = table(players, bites_to_lose=last_bite).view[0]["win_share"]
    shares = shares[: last_bite**players].reshape([last_bite] * players)
    seen = [np.moveaxis(shares, 0, seat) for seat in range(players)]
    assert np.allclose(sum(seen), 1.0, atol=1e-12)


@pytest.mark.parametrize(("players", "last_bite"), [(3, 4), (4, 3)])
def test_the_others_are_alike(players, last_bite):
    shares = table(players, bites_to_lose=last_bite).view[0]["win_share"]
    shares = shares[: last_bite**players].reshape([last_bite] * players)
    assert np.allclose(shares, np.swapaxes(shares, 1, players - 1), atol=1e-12)
    assert not np.allclose(shares, np.swapaxes(shares, 0, 1))


@pytest.mark.parametrize(("players", "last_bite"), [(2, 3), (3, 3), (4, 3), (8, 3), (5, 2), (4, 9)])
def test_at_the_start_an_own_bite_is_the_unit_and_the_others_share_it(players, last_bite):
    for seat in range(players):
        worths = weighed(table(players, bites_to_lose=last_bite), seat)
        assert worths.pop(seat) == pytest.approx(-1.0, abs=1e-12)
        assert worths == pytest.approx([1 / (players - 1)] * (players - 1), abs=1e-12)


@pytest.mark.parametrize(
    ("bites", "last_bite"),
    [
        ((0, 0), 3),
        ((2, 0), 3),
        ((1, 2), 3),
        ((2, 2), 3),
        ((0, 1, 2), 3),
        ((2, 2, 1, 0), 3),
        ((1, 0, 1, 1), 2),
    ],
)
def test_bites_in_every_standing(bites, last_bite):
    for seat in range(len(bites)):
        worths = weighed(table(len(bites), bites, bites_to_lose=last_bite), seat)
        assert worths == pytest.approx(worths_by_hand(bites, last_bite, seat), abs=1e-9)


@pytest.mark.parametrize("bites", [(0, 0, 0), (0, 1, 2), (2, 0, 2), (1, 2, 2)])
def test_what_a_bite_takes_from_one_the_others_get(bites):
    by_seat = np.array([weighed(table(3, bites), seat) for seat in range(3)])
    assert np.allclose(by_seat.sum(axis=0), 0.0, atol=1e-12)
    assert np.allclose(by_seat.sum(axis=1), 0.0, atol=1e-12)
    assert (np.diag(by_seat) < 0).all()


def test_a_bite_of_the_only_rival_matters_more_than_one_of_a_player_far_behind():
    worths = weighed(table(3, (0, 0, 2)), 0)
    assert worths[1] > 2 * worths[2] > 0


def test_who_is_behind_does_not_want_the_game_to_end():
    """A rival's last bite is worth less than nothing then, and less than one of one's own."""
    worths = weighed(table(3, (1, 0, 2)), 0)
    assert worths[2] < worths[0] < 0 < worths[1]


@pytest.mark.rule("KN-18")
@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (8, {"heavy_weather": True}),
        (4, {"heavy_weather": True}),
        (8, {"bites_to_lose": 4}),
        (2, {"bites_to_lose": 1}),
        (5, {"bites_to_lose": 1}),
    ],
)
def test_where_there_is_no_table_or_the_first_bite_ends_the_game(players, rules):
    """Then every bite counts as at the start, whatever the standing."""
    rig = table(players, [0] * players if rules.get("bites_to_lose") == 1 else range(players), **rules)
    last_bite = int(rig.view["bites_to_lose"][0])
    assert rig.view["standings"][0] == (1 if last_bite == 1 else 0)
    for seat in (0, players - 1):
        worths = weighed(rig, seat)
        assert worths.pop(seat) == -1.0
        assert worths == [1 / (players - 1)] * (players - 1)


@pytest.mark.rule("KN-18")
def test_heavy_weather_has_a_table_where_it_fits():
    assert 11**3 <= MAX_STANDINGS < 11**4
    view = table(3, heavy_weather=True).view[0]
    assert view["standings"] == 11**3
    assert view["win_share"][11**3 - 1] == pytest.approx(1 / 3)
    assert view["win_share"][0] == pytest.approx(1 / 3)


@pytest.mark.rule("KN-18")
def test_heavy_weather_worths():
    bites = (9, 10, 4)
    for seat in range(3):
        worths = weighed(table(3, bites, heavy_weather=True), seat)
        assert worths == pytest.approx(worths_by_hand(bites, 11, seat), abs=1e-9)
