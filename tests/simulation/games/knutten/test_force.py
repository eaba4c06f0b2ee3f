"""What an experiment forces: a card, a first play, a starter; all else stays as it was dealt."""

import json
from collections import Counter
from itertools import chain, pairwise

import numba
import polars as pl
import pytest

from analysis.command_line import main
from analysis.finding import Basis
from command_rig import said
from knutten_rig import HEADER, Rig, knutten, write_deck
from run_folders import contents, play, refused, same_files
from simulation import simulate
from simulation.games.knutten.force import Force
from simulation.games.knutten.forced import force_deal
from simulation.games.knutten.players import highest
from simulation.games.knutten.table import deal, gather
from simulation.randomness import FATE, new_stream
from simulation.referee import examine

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


def first_events(run, seat=0):
    """Return the seat's first event of each round that it moves in."""
    events = run.events.filter(pl.col("seat") == seat).collect()
    return events.group_by("game_id", "round", maintain_order=True).first()


def holds(card):
    return pl.any_horizontal(pl.col(f"hand_{slot}").eq_missing(pl.lit(card)) for slot in "abc")


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


def chosen(run):
    """Return chooser and starter of every round that somebody chose the starter of."""
    rounds = run.rounds.collect().to_dicts()
    for before, row in pairwise(rounds):
        if row["game_id"] == before["game_id"] and before["cause"] != "stalled":
            of_swarm = before["cause"] == "swarm"
            (chooser,) = (seat for seat in range(run.players) if (before["bitten"] >> seat & 1) == of_swarm)
            yield chooser, row["starter"]


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


# Bad values


BAD = {
    "card": {"card": "x"},
    "no card at all": {"card": ""},
    "without": {"without": "x"},
    "side": {"card": "?/2", "side": "c"},
    "side without card": {"side": "a"},
    "seat": {"seat": 9},
    "seat that is not at the table": {"seat": SEATS},
    "seat below 0": {"seat": -1},
    "seat that is none": {"seat": "left"},
    "starter": {"starter": 9},
    "starter that is not at the table": {"starter": SEATS},
    "unknown key": {"cards": "?/2"},
    "card and without the same": {"card": "?/2", "without": "?/2"},
    "John": {"card": "John Knut"},
}


@pytest.mark.parametrize("force", BAD.values(), ids=BAD)
def test_what_cannot_be_forced_is_refused(tmp_path, force):
    message = refused(play, tmp_path / "run", games=10, players=SEATS, force=force)
    assert any(str(name) in message for name in force)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("key", ["seat", "starter"])
def test_the_range_of_a_seat_is_told(tmp_path, key):
    assert f"from 0 to {SEATS - 1}" in refused(
        play, tmp_path / "run", games=10, players=SEATS, force={key: SEATS}
    )


@pytest.mark.parametrize(("others", "fits"), [(1, False), (2, True)])
def test_a_card_is_kept_out_only_where_others_fill_the_hand(tmp_path, others, fits):
    deck = write_deck(tmp_path, {"1/2": 10, "3/4": others})
    given = {
        "players": 3,
        "games": 50,
        "rules": {"hand_size": 2, "max_turns": 40},
        "components": deck,
        "force": {"without": "1/2"},
    }
    if not fits:
        assert "1 other cards" in refused(play, tmp_path / "run", **given)
        return
    run = play(tmp_path / "run", **given)
    first = (
        run.events.filter(seat=0).sort("turn").unique(["game_id", "round"], keep="first", maintain_order=True)
    )
    hands = first.select("hand_a", "hand_b").collect()
    assert hands.height > 50
    assert set(hands.rows()) == {("3/4", "3/4")}


@pytest.fixture
def gamegauge(capsys):
    """Run the command; return its exit code, standard output and standard error."""

    def run(*arguments):
        with pytest.raises(SystemExit) as stopped:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return stopped.value.code or 0, printed.out, printed.err

    return run


TYPED = [
    "card=x",
    "side=a",
    "seat=9",
    "starter=9",
    "cards=?/2",
    "card",
    "seat=-1",
    "starter=1.5",
]


@pytest.mark.parametrize("typed", TYPED)
def test_what_cannot_be_forced_is_refused_on_the_command_line(gamegauge, tmp_path, typed):
    out = tmp_path / "run"
    line = said(gamegauge("simulate", "knutten", "--games", 10, "--force", typed, "--out", out))
    assert typed.split("=")[0] in line
    assert not out.exists()


def test_the_same_card_dealt_and_kept_out_is_refused_on_the_command_line(gamegauge, tmp_path):
    forced = ("--force", "card=?/2", "--force", "without=?/2")
    assert "?/2" in said(gamegauge("simulate", "knutten", "--games", 10, *forced, "--out", tmp_path / "run"))


# Runs


EVERYTHING = {"seat": 2, "card": "5/11", "side": "b", "without": "?/2", "starter": 3}


def test_workers_do_not_change_a_byte(tmp_path):
    for workers in (1, 2):
        arguments = {"games": 21_000, "players": SEATS, "log": "games", "force": EVERYTHING}
        run = play(tmp_path / str(workers), workers=workers, **arguments)
        assert len(run.parts("games")) > 1
    assert same_files(tmp_path / "1", tmp_path / "2")


def test_a_run_resumes_to_the_same_bytes(tmp_path):
    arguments = {"games": 21_000, "players": SEATS, "log": "games", "force": EVERYTHING}
    whole = play(tmp_path / "whole", **arguments)
    play(tmp_path / "resumed", **arguments)
    last = max((tmp_path / "resumed" / "rounds").iterdir())
    last.unlink()
    play(tmp_path / "resumed", **arguments)
    assert last.exists()
    assert same_files(whole.path, tmp_path / "resumed")


def test_the_record_bears_what_is_forced(tmp_path):
    run = play(tmp_path / "run", games=10, players=SEATS, force=EVERYTHING)
    assert json.loads(contents(run.path)["run.json"])["force"] == EVERYTHING
    assert run.force == EVERYTHING
    assert play(tmp_path / "free", games=10, players=SEATS).force == {}


def test_another_force_is_another_run(tmp_path):
    forces = [{}, {"card": "?/2"}, {"without": "?/2"}, {"card": "?/2", "side": "a"}, {"starter": 1}]
    forces += [{"seat": 1, "card": "?/2"}, {"card": "?/5"}, {"starter": 0}]
    folders = {simulate("knutten", SEATS, 10, force=force, progress=False).path.name for force in forces}
    assert len(folders) == len(forces)
    play(tmp_path / "run", games=10, players=SEATS, force={"card": "?/2"})
    assert "another run" in refused(play, tmp_path / "run", games=10, players=SEATS, force={"card": "?/5"})


def test_typed_and_given_are_the_same_run(gamegauge, tmp_path):
    typed = [f"--force={name}={value}" for name, value in EVERYTHING.items()]
    code, _, _ = gamegauge(
        "simulate",
        "knutten",
        "--players",
        SEATS,
        "--games",
        10,
        "--seed",
        3,
        *typed,
        "--out",
        tmp_path / "typed",
    )
    assert code == 0
    play(tmp_path / "given", games=10, players=SEATS, force=dict(reversed(EVERYTHING.items())))
    assert same_files(tmp_path / "typed", tmp_path / "given")


SETTINGS = [
    {"force": EVERYTHING},
    {"force": {"seat": 1, "without": "?/-10", "starter": 0}, "policies": "cunning", "rules": {"john": True}},
    {
        "force": {"card": "?/2", "side": "a"},
        "rules": {"john": True, "heavy_weather": True},
        "policies": "careful",
    },
    {"force": {"card": "?/-10", "side": "b"}, "rules": {"redraw_then_play": True}, "players": 8},
    {"force": {"card": "-10/11", "side": "a", "seat": 1}, "players": 2, "rules": {"hand_size": 5}},
]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_referee_finds_forced_games_legal(tmp_path, setting):
    run = knutten(
        tmp_path / "run", games=100, workers=1, seed=3, **{"players": SEATS, "policies": "random", **setting}
    )
    verdict = examine(run)
    assert verdict.violations == []
    assert (verdict.games, verdict.altered) == (100, [])


def test_search_is_forced_as_well(tmp_path):
    force = {"seat": 1, "card": "5/11", "side": "b", "starter": 0}
    run = play(tmp_path / "run", games=5, players=3, policies="search:50", force=force)
    first = first_events(run, 1)
    assert first.filter(event="play").select((pl.col("card") == "5/11").all()).item()
    assert all(starter == 1 for chooser, starter in chosen(run) if chooser == 1)


def test_the_basis_of_a_finding_names_what_is_forced(tmp_path):
    run = play(tmp_path / "run", games=10, players=SEATS, rules={"wind": False}, force=EVERYTHING)
    rules = Basis.of(run).rules
    assert rules.startswith("wind=False, ")
    for name, value in EVERYTHING.items():
        assert f"forced {name} {value}" in rules
    assert Basis.of(play(tmp_path / "free", games=10)).rules == "as in the rulebook"


# Corners


@pytest.mark.rule("KN-8")
def test_a_redraw_is_the_first_turn_as_well():
    rig = Rig([["-9/-8"] * 3, ["9/9"] * 3], swamp=["-9/-8", "2/3", "2/3", "9/9", "4/4"], wind=False)
    Force.read({"card": "-9/-8", "side": "b"}, rig.deck, 2, 1).lay_down(rig.secret, rig.deck)
    rig.secret["force_open"] = 1
    outcome = rig.play(turns=3, players=highest)
    assert outcome.names == ["redraw", "play", "play"]
    assert outcome.swarms == [0, 9, 12]


NO_FORCE = ["card=?/2", [("seat", 1)], {1: 2, "a": 3}, {"seat": "9" * 5000}, {"seat": "²"}]


@pytest.mark.parametrize("force", NO_FORCE, ids=lambda force: str(force)[:20])
def test_what_is_no_force_at_all_is_refused(tmp_path, force):
    refused(play, tmp_path / "run", games=10, players=SEATS, force=force)


@pytest.mark.parametrize("seat", [True, 1.0])
def test_a_seat_that_is_no_whole_number_is_refused(tmp_path, seat):
    refused(play, tmp_path / "run", games=10, players=SEATS, force={"seat": seat, "card": "?/2"})


def test_a_card_may_be_named_by_a_number(tmp_path):
    rows = [f"{name},12,{name},9,number,assumed" for name in (7, 8)]
    (tmp_path / "deck.csv").write_text("\n".join([HEADER, *rows]) + "\n")
    arguments = {"components": str(tmp_path / "deck.csv"), "rules": {"wind": False}}
    first = first_events(play(tmp_path / "run", games=20, force={"card": "7"}, **arguments))
    assert first.select(holds("7").all()).item()


def test_the_same_card_dealt_and_kept_out_is_blamed_on_that(tmp_path):
    force = {"card": "?/2", "side": "a", "without": "?/2"}
    assert "force without=?/2" in refused(play, tmp_path / "run", games=10, force=force)
