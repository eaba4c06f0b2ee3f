"""The cunning and the searching player: safe while they can be, and stronger than those below them."""

import polars as pl
import pytest

from knutten_ladder import lead
from knutten_rig import Rig, faces, knutten
from knutten_worths import worths
from simulation.games.knutten.careful import careful
from simulation.games.knutten.cunning import cunning
from simulation.games.knutten.search import search
from simulation.plan import make_plan
from simulation.registry import get_game

JOHN = "John Knut"
PLAYERS = [cunning, search]
both = pytest.mark.parametrize("player", PLAYERS, ids=["cunning", "search"])
SETTINGS = {
    "plain": (3, {}, "default"),
    "specials": (4, {}, "specials"),
    "copier": (3, {"copy_blame": "copier"}, "default"),
    "john": (4, {"john": True}, "default"),
    "heavy weather": (2, {"heavy_weather": True}, "low"),
    "redraw, then play": (3, {"redraw_then_play": True, "bite_at": 12}, "default"),
    "everything": (
        5,
        {
            "john": True,
            "heavy_weather": True,
            "copy_blame": "copier",
            "redraw_then_play": True,
            "wind": False,
        },
        "specials",
    ),
    "two cards": (6, {"hand_size": 2, "bite_at": 20}, "high"),
    "one bite": (3, {"bites_to_lose": 1, "john": True}, "default"),
}


def swarm_after(face, event, john_lies):
    if face == "?" or face in ("skip", "reverse", "again"):
        return event["swarm_before"]
    if face.startswith("set:"):
        return int(face[4:])
    number = 0 if face == "5" and john_lies else int(face)
    return event["swarm_before"] + number * (1 + event["waiting"])


def had_a_safe_side(event, john_lies):
    """Tell whether a hand had a side below bite_at, John not counted."""
    for slot in "abcde":
        card = event.get(f"hand_{slot}")
        if card and card != JOHN:
            for face in faces(card):
                if 0 <= swarm_after(face, event, john_lies) < event["bite_at"]:
                    return True
    return False


def last_plays(run, bite_at):
    """Yield the plays that took the swarm to bite_at, each with whether John lay on the table."""
    lies, game = False, -1
    for event in run.events.collect().iter_rows(named=True):
        if event["game_id"] != game:
            lies, game = False, event["game_id"]
        if event["event"] in ("john", "shoo"):
            lies = event["event"] == "john"
        if event["event"] == "play" and event["swarm"] >= bite_at:
            yield {**event, "bite_at": bite_at}, lies


def own_bites(run, bite_at=31):
    """Yield the plays that bit whoever made them, and whether another side was safe."""
    bitten = {
        (row["game_id"], row["round"]): row["bitten"]
        for row in run.rounds.collect().filter(pl.col("cause") == "swarm").to_dicts()
    }
    for event, lies in last_plays(run, bite_at):
        if bitten[event["game_id"], event["round"]] == 1 << event["seat"]:
            yield event, had_a_safe_side(event, lies)


def standings(run):
    """Return, by game and round, the bites of each seat before the round, without John's."""
    before = {}
    for row in run.rounds.collect().sort("game_id", "round").iter_rows(named=True):
        now = before.setdefault((row["game_id"], row["round"]), (0,) * run.players)
        then = tuple(bites + (row["bitten"] >> seat & 1) for seat, bites in enumerate(now))
        before[row["game_id"], row["round"] + 1] = then
    return before


@pytest.mark.parametrize("setting", SETTINGS)
def test_neither_bites_itself_while_another_side_is_safe(tmp_path, setting):
    """In first rounds: later it may pay to bite oneself, where another's last bite would lose the game."""
    players, rules, deck = SETTINGS[setting]
    policies = (["cunning", "search:20", "search"] * 2)[:players]
    run = knutten(tmp_path / "run", games=150, policies=policies, rules=rules, components=deck)
    bites = [safe for event, safe in own_bites(run, rules.get("bite_at", 31)) if event["round"] == 0]
    assert len(bites) >= 10
    assert not any(bites)


@pytest.mark.parametrize(
    ("players", "player"),
    [
        (2, "cunning"),
        (2, "search:20"),
        (4, "cunning"),
        (4, "search:20"),
    ],
)
def test_neither_bites_itself_where_no_other_bite_is_as_bad(tmp_path, players, player):
    run = knutten(tmp_path / "run", games=150, policies=player, players=players)
    before = standings(run)
    judged = []
    for event, safe in own_bites(run):
        weighed = worths(before[event["game_id"], event["round"]], 3, event["seat"])
        own = weighed.pop(event["seat"])
        if own < min(weighed) - 1e-9:
            judged.append(safe)
    assert len(judged) > 100
    assert not any(judged)


def test_a_player_who_bites_itself_would_be_found_out(tmp_path):
    run = knutten(tmp_path / "run", games=60, policies="random", players=3, rules={"john": True})
    assert any(safe for _, safe in own_bites(run))


@both
@pytest.mark.rule("KN-7")
@pytest.mark.parametrize(("copier", "side"), [(0, "a"), (1, "b")])
def test_the_copier_takes_the_bite_unless_it_is_oneself(player, copier, side):
    rig = Rig(
        [["2/11"], ["9/9"]], swamp=["9/9"] * 4, swarm=20, copiers=[copier], hand_size=1, copy_blame="copier"
    )
    assert rig.ask(player, 0) == ("2/11", side)


def johns_table(bites, hand=("9/3", JOHN), swarm=0, players=3, **options):
    others = [["4/7", "9/8"]] * (players - 1)
    return Rig(
        [hand, *others],
        swamp=["9/2", "7/3", "3/-10", "6/8"],
        swarm=swarm,
        hand_size=2,
        bites=bites,
        **options,
    )


@both
@pytest.mark.rule("KN-16")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_john_goes_to_somebody_else_among_the_tied(player, seat):
    for bites in ([0, 0, 0], [1, 1, 1], [0, 0, 1], [1, 0, 0], [0, 1, 0]):
        rig = johns_table(bites)
        receiver = rig.ask_receiver(player, seat)
        assert bites[receiver] == min(bites)
        assert receiver != seat or bites.count(min(bites)) == 1


@both
@pytest.mark.rule("KN-16")
def test_john_goes_to_oneself_where_nobody_else_has_as_few(player):
    assert johns_table([0, 1, 2]).ask_receiver(player, 0) == 0


@both
@pytest.mark.rule("KN-16")
def test_john_is_played_where_he_bites_a_rival(player):
    assert johns_table([1, 0], players=2).ask(player, 0)[0] == JOHN
    assert johns_table([1, 1], players=2).ask(player, 0)[0] == JOHN


@both
@pytest.mark.rule("KN-16")
@pytest.mark.parametrize("bites", [[0, 1], [0, 2], [1, 2]])
@pytest.mark.parametrize("swarm", [0, 15, 27])
def test_john_is_not_played_where_he_bites_oneself_and_something_else_is_safe(player, bites, swarm):
    assert johns_table(bites, swarm=swarm, players=2).ask(player, 0)[0] != JOHN
    assert johns_table([*bites, 2], swarm=swarm).ask(player, 0)[0] != JOHN


@both
@pytest.mark.rule("KN-17")
@pytest.mark.parametrize("swarm", [28, 29, 30])
def test_john_is_shooed_when_nothing_is_safe(player, swarm):
    rig = Rig([["9/3", "4/8"], ["4/7", "9/8"]], swamp=["9/2", "7/3"], swarm=swarm, hand_size=2, john_seat=0)
    assert rig.ask(player, 0) == ("shoo", "")
    rig.view["john_seat"] = 1
    assert rig.ask(player, 0) != ("shoo", "")


@both
def test_a_way_out_is_kept_near_bite_at_while_a_harmless_card_will_do(player):
    swamp = ["9/9", "9/7", "7/7", "8/9"]
    rig = Rig([["3/3", "-10/11"], ["9/9", "9/9"]], swamp=swamp, swarm=26, hand_size=2)
    assert rig.ask(player, 0) == ("3/3", "a")
    rig = Rig([["3/3", "?/8", "1/6"], ["9/9"] * 3, ["9/8"] * 3], swamp=swamp, swarm=26)
    assert rig.ask(player, 0)[0] in ("3/3", "1/6")


@both
def test_a_way_out_is_used_when_it_must_be(player):
    swamp = ["9/9", "9/7", "7/7", "8/9"]
    rig = Rig([["9/8", "-10/11"], ["9/9", "9/9"]], swamp=swamp, swarm=26, hand_size=2)
    assert rig.ask(player, 0) == ("-10/11", "a")


@both
def test_the_next_player_is_left_without_a_safe_side(player):
    rig = Rig([["1/9"], ["9/9"]], swamp=["9/9"] * 4, swarm=15, hand_size=1)
    assert rig.ask(player, 0) == ("1/9", "b")


@both
@pytest.mark.rule("KN-11")
@pytest.mark.parametrize(("card", "bitten"), [("31/31", 0), ("16/16", 1), ("11/11", 2)])
def test_somebody_else_is_bitten_by_the_start(player, card, bitten):
    """Every card is the same, so who is bitten, counted from the starter, is certain."""
    rig = Rig([[card], [card], [card]], swamp=[card] * 5, hand_size=1)
    for seat in range(3):
        assert (rig.ask_starter(player, seat) + bitten) % 3 != seat


@both
@pytest.mark.rule("KN-11")
def test_a_bite_of_the_player_in_front_is_preferred(player):
    rig = Rig([["31/31"]] * 3, swamp=["31/31"] * 5, hand_size=1)
    for bites in ([1, 0, 2], [1, 2, 0]):
        rig.view["bites"][0, :3] = bites
        assert bites[rig.ask_starter(player, 0)] == 0


@both
@pytest.mark.rule("KN-10")
def test_a_third_of_the_same_is_waited_for(player):
    """A pair is kept where what is left of the cards makes it three: WIND bites everyone else."""
    for wind, card in ((True, "1/1"), (False, "4/4")):
        for swarm in (5, 15):
            rig = Rig([["4/4", "4/4", "1/1"], ["6/6"] * 3], swamp=["4/4"] * 8, swarm=swarm, wind=wind)
            assert rig.ask(player, 0)[0] == card


def events_of(folder, policies, **arguments):
    run = knutten(folder, policies=policies, **arguments)
    return run, run.events.collect().drop("seat")


def test_the_budget_makes_a_difference(tmp_path):
    few, many, again = (
        events_of(tmp_path / str(place), policy, players=3, games=60)[1]
        for place, policy in enumerate(["search:1", "search:200", "search:200"])
    )
    assert not few.equals(many)
    assert many.equals(again)


def test_a_search_without_a_budget_is_one_of_the_default(tmp_path):
    plain, given = (
        events_of(tmp_path / str(place), policy, players=3, games=30)[1]
        for place, policy in enumerate(["search", "search:100"])
    )
    assert plain.equals(given)


def test_noise_reaches_its_seat(tmp_path):
    """Seat 1 alone slips: it alone bites itself where it need not, and does that now and then."""
    policies = "search:5,careful:noise=1,search,careful"
    run = knutten(tmp_path / "run", policies=policies, games=400, rules={"bites_to_lose": 1})
    slips = [event["seat"] for event, safe in own_bites(run) if safe]
    assert set(slips) == {1}
    assert len(slips) > 5


def test_parameters_lie_in_the_view_of_their_seat_alone():
    plan = make_plan("knutten", policies="search:5,careful:noise=0.3,search,careful")
    view = get_game("knutten").set_table(plan)[0][0]
    assert view["budget"].tolist() == [5] + [100] * 7
    assert view["noise"].tolist() == [0, 0.3] + [0] * 6


def test_above_64_they_play_as_careful_does(tmp_path):
    played = [
        events_of(tmp_path / policy, policy, players=3, games=20, rules={"bite_at": 65})[1]
        for policy in ("careful", "cunning", "search")
    ]
    assert played[1].equals(played[0])
    assert played[2].equals(played[0])
    played = [
        events_of(tmp_path / f"64{policy}", policy, players=3, games=20, rules={"bite_at": 64})[1]
        for policy in ("careful", "cunning", "search:5")
    ]
    assert not played[1].equals(played[0])
    assert not played[2].equals(played[0])


@pytest.mark.parametrize("player", [careful, *PLAYERS], ids=["careful", "cunning", "search"])
def test_above_64_they_are_safe_while_they_can_be(player):
    rig = Rig([["9/3", "-10/11"], ["9/9", "9/9"]], swamp=["9/9"] * 3, swarm=196, hand_size=2, bite_at=200)
    assert rig.ask(player, 0) in (("9/3", "b"), ("-10/11", "a"))
    assert 0 <= rig.ask_starter(player, 0) < 2


@pytest.mark.parametrize(
    ("policies", "games"),
    [
        (["careful", "highest"], 300),
        (["cunning", "careful"], 6000),
        (["search", "cunning"], 1500),
        (["careful", "highest", "highest", "highest"], 300),
        (["cunning", "careful", "careful", "careful"], 1000),
    ],
)
def test_the_ladder(tmp_path, policies, games):
    mean, error = lead(tmp_path, policies, games)
    assert mean > 2 * error > 0, (mean, error)
