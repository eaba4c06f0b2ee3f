"""The referee names the rule that a log breaks: one violation, and more, of each."""

import pytest

from golden_games import FOLDER
from knutten_drawn import HEADER, whim
from knutten_mutants import Bench
from simulation import simulate
from simulation.games.knutten.referee_watch import EVENTS
from simulation.referee import verify

EFFECTS = [
    "skip,4,skip,4,special,assumed",
    "turn,4,reverse,3,special,assumed",
    "more,4,again,7,special,assumed",
    "ten,4,set:10,9,special,assumed",
    "plain,26,2,7,number,assumed",
]
HARSH = str(FOLDER / "decks" / "harsh.csv")
TABLES = {
    "base": {"players": 4},
    "copier": {"players": 4, "components": "specials", "rules": {"copy_blame": "copier"}},
    "large hands": {"players": 3, "rules": {"hand_size": 5, "wind": False}},
    "redraws": {"players": 3, "components": HARSH},
    "two parts": {"players": 3, "components": HARSH, "rules": {"redraw_then_play": True}},
    "refills": {"players": 8, "components": "low", "rules": {"hand_size": 5, "bite_at": 250, "wind": False}},
    "john": {"players": 3, "policies": whim, "rules": {"john": True, "bites_to_lose": 5}},
    "heavy": {"players": 4, "rules": {"heavy_weather": True}},
    "stalls": {"players": 3, "rules": {"max_turns": 4, "max_rounds": 5}},
    "effects": {"players": 4},
}


def played(folder, name):
    arguments = dict(TABLES[name])
    if name == "effects":
        path = folder / "effects.csv"
        path.write_text("\n".join([HEADER, *EFFECTS]) + "\n", encoding="utf-8")
        arguments["components"] = str(path)
    return simulate(
        "knutten", games=300, seed=2016, out=folder / name, progress=False, workers=1, **arguments
    )


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    """Return the bench of a named table; each is played once."""
    folder, benches = tmp_path_factory.mktemp("referee"), {}

    def get(name):
        if name not in benches:
            benches[name] = Bench(played(folder, name))
        return benches[name]

    return get


def places(bench, table, wanted):
    """Yield game and place of the rows that are wanted; ``wanted`` also gets the game's rows."""
    for game in range(bench.run.count):
        rows = bench.rows(game)
        for place, row in enumerate(rows[table]):
            if wanted(row, place, rows):
                yield game, place


def first(bench, table, wanted):
    return next(places(bench, table, wanted))


def broken(bench, game, table, place, **cells):
    """Return the rule that a game breaks with some cells of a row changed."""
    rows = bench.rows(game)
    rows[table][place] = {**rows[table][place], **cells}
    violation = bench.judge(game, rows)
    return violation and violation.rule


def event_is(name, **cells):
    code = EVENTS.index(name)
    return lambda row, place, rows: (
        row["event"] == code and all(row[key] == value for key, value in cells.items())
    )


ANY_PLAY = event_is("play")


@pytest.mark.parametrize("name", TABLES)
def test_named_tables_are_clean(bench, name):
    assert verify(bench(name).run) == []


@pytest.mark.rule("KN-1")
def test_no_more_copies_than_the_deck_has(bench):
    rare = [4 * [9]]
    cells = dict(zip(["hand_a", "hand_b", "hand_c", "hand_d"], *rare, strict=True))
    assert broken(bench("large hands"), 0, "events", 0, **cells) == "KN-1"


@pytest.mark.rule("KN-2")
def test_hands_have_their_size(bench):
    base = bench("base")
    assert broken(base, 0, "events", 0, hand_b=base.none) == "KN-2"
    game, place = first(base, "events", lambda row, place, rows: place > 8)
    assert broken(base, game, "events", place, hand_c=base.none) in ("KN-2", "KN-4")
    assert broken(base, 0, "games", 0, players=5) == "KN-2"
    assert broken(bench("large hands"), 0, "events", 0, hand_e=bench("large hands").none) == "KN-2"


@pytest.mark.rule("KN-3")
def test_seat_0_starts_the_first_round(bench):
    base = bench("base")
    assert broken(base, 0, "rounds", 0, starter=1) == "KN-3"
    assert broken(base, 0, "events", 0, seat=2) == "KN-3"


@pytest.mark.rule("KN-4")
def test_a_play_adds_its_number_and_the_next_seat_moves(bench):
    base = bench("base")
    game, place = first(
        base, "events", lambda row, place, rows: ANY_PLAY(row, place, rows) and row["worth"] == 3
    )
    row = base.rows(game)["events"][place]
    assert broken(base, game, "events", place, swarm=row["swarm"] + 1) in ("KN-4", "KN-7")
    assert broken(base, 0, "events", 1, seat=2) == "KN-4"
    assert broken(base, game, "events", place, worth=4) == "KN-4"
    assert broken(base, 0, "events", 1, swarm_before=1) == "KN-4"
    kept = base.rows(0)["events"][4]
    slot = next(
        name for name in ("hand_a", "hand_b", "hand_c") if kept[name] == base.rows(0)["events"][0][name]
    )
    assert broken(base, 0, "events", 4, **{slot: (kept[slot] + 1) % 8}) == "KN-4"
    hand = [kept[name] for name in ("hand_a", "hand_b", "hand_c")]
    assert broken(base, 0, "events", 4, card=next(card for card in range(11) if card not in hand)) == "KN-4"


@pytest.mark.rule("KN-5")
def test_the_swarm_bites_whoever_did_it(bench):
    base = bench("base")
    game, place = first(base, "rounds", lambda row, place, rows: row["cause"] == 0)
    assert broken(base, game, "rounds", place, bitten=15) == "KN-5"
    assert broken(base, game, "rounds", place, bites=2) == "KN-5"
    assert broken(base, game, "rounds", place, cause=2) == "KN-5"
    rows = base.rows(0)
    rows["events"].pop()
    assert base.judge(0, rows).rule == "KN-5"


@pytest.mark.rule("KN-6")
def test_no_play_below_0(bench):
    base = bench("base")

    def low(row, place, rows):
        return row["event"] == 0 and row["card"] == 7 and row["swarm_before"] < 10 and not row["waiting"]

    game, place = first(base, "events", low)
    row = base.rows(game)["events"][place]
    cells = {"side": 0, "worth": -10, "swarm": row["swarm_before"] - 10}
    assert broken(base, game, "events", place, **cells) == "KN-6"
    assert broken(base, game, "events", place, legal=row["legal"] + 1) == "KN-6"


@pytest.mark.rule("KN-7")
def test_copies_wait_and_count(bench):
    copier = bench("copier")

    def jumps(row, place, rows):
        return row["event"] == 0 and row["waiting"] > 0 and row["worth"] not in (None, 0)

    game, place = first(copier, "events", jumps)
    row = copier.rows(game)["events"][place]
    assert broken(copier, game, "events", place, swarm=row["swarm_before"] + row["worth"]) == "KN-7"
    assert broken(copier, game, "events", place, waiting=row["waiting"] + 1) == "KN-7"

    def blamed(row, place, rows):
        last = [event for event in rows["events"] if event["round"] == row["round"]][-1]
        return row["cause"] == 0 and row["bitten"] != 1 << last["seat"]

    game, place = first(copier, "rounds", blamed)
    other = copier.rows(game)["rounds"][place]["bitten"] % 8 * 2 or 1
    assert broken(copier, game, "rounds", place, bitten=other) == "KN-7"


@pytest.mark.rule("KN-8")
def test_a_redraw_only_where_nothing_is_legal(bench):
    base, redraws = bench("base"), bench("redraws")
    cells = {"card": None, "side": None, "worth": None}
    for name in ("redraw", "pass"):
        quiet = {**cells, "event": EVENTS.index(name), "swarm": 0}
        assert broken(base, 0, "events", 0, **quiet) == "KN-8"
    game, place = first(redraws, "events", event_is("redraw"))
    assert broken(redraws, game, "events", place, event=EVENTS.index("pass")) == "KN-8"


@pytest.mark.rule("KN-8")
def test_who_redraws_plays_too_where_the_switch_says_so(bench):
    two = bench("two parts")

    def plays_on(row, place, rows):
        events = rows["events"]
        return row["event"] == 1 and place + 1 < len(events) and events[place + 1]["seat"] == row["seat"]

    game, place = first(two, "events", plays_on)
    rows = two.rows(game)
    second = rows["events"][place + 1]
    rows["events"][place + 1] = {**second, "event": 1, "card": None, "side": None, "worth": None}
    assert two.judge(game, rows).rule == "KN-8"


@pytest.mark.rule("KN-9")
def test_the_swamp_is_refilled_when_and_only_when_nobody_can_play(bench):
    refills = bench("refills")
    game, place = first(refills, "events", event_is("refill"))
    rows = refills.rows(game)
    refill = rows["events"].pop(place)
    assert refills.judge(game, rows).rule == "KN-9"
    rows = refills.rows(game)
    early = {**rows["events"][1], "event": EVENTS.index("refill"), "legal": 0, "card": None, "side": None}
    rows["events"].insert(1, {**early, "worth": None, "swarm": early["swarm_before"]})
    assert refills.judge(game, rows).rule == "KN-9"
    assert refill["legal"] == 0
    assert broken(refills, game, "events", place, swarm=refill["swarm"] + 1) == "KN-9"


@pytest.mark.rule("KN-10")
def test_wind_is_shouted_at_once_and_only_with_three_alike(bench):
    base = bench("base")
    assert broken(base, 0, "events", 0, hand_a=3, hand_b=3, hand_c=3) == "KN-10"
    game, place = first(base, "events", event_is("wind"))
    hand = base.rows(game)["events"][place]["hand_a"]
    assert broken(base, game, "events", place, hand_a=(hand + 1) % 8) in ("KN-10", "KN-4")
    game, place = first(base, "rounds", lambda row, place, rows: row["cause"] == 1)
    assert broken(base, game, "rounds", place, bitten=15) == "KN-10"
    large = bench("large hands")
    cells = {"event": EVENTS.index("wind"), "card": None, "side": None, "worth": None, "swarm": 0, "legal": 0}
    assert broken(large, 0, "events", 0, **cells) == "KN-10"


@pytest.mark.rule("KN-11")
def test_the_starter_who_was_chosen_starts(bench):
    base = bench("base")
    game, place = first(base, "rounds", lambda row, place, rows: place == 1 and row["plays"] > 0)
    starter = base.rows(game)["rounds"][place]["starter"]
    assert broken(base, game, "rounds", place, starter=(starter + 1) % 4) == "KN-11"
    assert broken(base, game, "rounds", place, starter=7) == "KN-11"


@pytest.mark.rule("KN-12")
def test_the_game_ends_at_once_and_the_fewest_bites_win(bench):
    base = bench("base")
    rows = base.rows(0)
    assert broken(base, 0, "games", 0, winners=rows["games"][0]["winners"] ^ 1) == "KN-12"
    assert broken(base, 0, "games", 0, end_reason=1) == "KN-12"
    assert broken(base, 0, "seats", 1, rank=rows["seats"][1]["rank"] + 1) == "KN-12"
    assert broken(base, 0, "seats", 1, bites=rows["seats"][1]["bites"] + 1) == "KN-12"
    assert broken(base, 0, "seats", 1, win_share=0.75) == "KN-12"
    early = base.rows(0)
    early["rounds"].pop()
    assert base.judge(0, early).rule == "KN-12"
    late = base.rows(0)
    late["rounds"].append({**late["rounds"][-1], "round": len(late["rounds"])})
    assert base.judge(0, late).rule == "KN-12"
    more = base.rows(0)
    more["events"].append(more["events"][-1])
    assert base.judge(0, more).rule == "KN-12"


@pytest.mark.rule("KN-13")
@pytest.mark.parametrize("card", range(4))
def test_effects_decide_whose_turn_comes_and_what_the_swarm_is(bench, card):
    effects = bench("effects")

    def shown(row, place, rows):
        events = rows["events"]
        goes_on = place + 1 < len(events) and events[place + 1]["round"] == row["round"]
        return row["event"] == 0 and row["card"] == card and row["side"] == 0 and goes_on

    game, place = first(effects, "events", shown)
    rows = effects.rows(game)
    if card == 3:
        assert broken(effects, game, "events", place, swarm=11) == "KN-13"
    else:
        follower = rows["events"][place + 1]
        assert broken(effects, game, "events", place + 1, seat=(follower["seat"] + 1) % 4) == "KN-13"
    assert broken(effects, game, "events", place, worth=1) == "KN-13"


@pytest.mark.rule("KN-14")
def test_there_is_one_john(bench):
    john = bench("john")

    def lies(row, place, rows):
        events = rows["events"][:place]
        return (
            row["event"] == 0
            and any(event["event"] == 5 for event in events)
            and row["round"] > events[-1]["round"]
        )

    game, place = first(john, "events", lies)
    kept = john.rows(game)["events"][place]
    slot = next(name for name in ("hand_a", "hand_b", "hand_c") if kept[name] != kept["card"])
    assert broken(john, game, "events", place, **{slot: john.none - 1}) == "KN-14"


@pytest.mark.rule("KN-15")
def test_only_who_holds_john_plays_him(bench):
    john = bench("john")
    game, place = first(john, "events", event_is("john"))
    assert broken(john, game, "events", place, card=0) == "KN-15"
    rows = john.rows(game)
    play = next(
        place
        for place, row in enumerate(rows["events"])
        if row["event"] == 0 and row["swarm_before"] == row["swarm"]
    )
    cells = {"event": EVENTS.index("john"), "side": None, "worth": None, "card": john.none - 1, "target": 0}
    assert broken(john, game, "events", play, **cells) == "KN-15"


@pytest.mark.rule("KN-16")
def test_john_bites_one_with_the_fewest_bites(bench):
    john = bench("john")

    def uneven(row, place, rows):
        return row["event"] == 5 and row["round"] > 0 and rows["rounds"][row["round"]]["john_bitten"] > 0

    targets = set()
    for game, place in places(john, "events", uneven):
        row = john.rows(game)["events"][place]
        for target in range(3):
            if target != row["target"]:
                targets.add(broken(john, game, "events", place, target=target))
        assert broken(john, game, "rounds", row["round"], john_bitten=0) == "KN-16"
        assert broken(john, game, "events", place, target=None) == "KN-16"
    assert "KN-16" in targets
    assert None not in targets


@pytest.mark.rule("KN-16")
def test_john_lies_before_his_player_where_all_are_one_bite_from_the_end(tmp_path):
    run = simulate(
        "knutten", 3, 40, 7, "careful", {"john": True, "bites_to_lose": 1}, out=tmp_path / "run",
        workers=1, progress=False,
    )  # fmt: skip
    john, laid = Bench(run), event_is("john")
    for game, place in places(john, "events", laid):
        row = john.rows(game)["events"][place]
        assert row["target"] == row["seat"]
        for target in {0, 1, 2} - {row["seat"]}:
            assert broken(john, game, "events", place, target=target) == "KN-16"


@pytest.mark.rule("KN-17")
def test_fives_count_0_and_only_his_owner_shoos_john(bench):
    john = bench("john")
    game, place = first(
        john,
        "events",
        lambda row, place, rows: row["event"] == 0 and row["worth"] == 0 and row["card"] in (5, 6),
    )
    row = john.rows(game)["events"][place]
    assert broken(john, game, "events", place, worth=5, swarm=row["swarm"] + 5) == "KN-17"
    game, place = first(john, "events", event_is("shoo"))
    rows = john.rows(game)
    laid = next(index for index, row in enumerate(rows["events"]) if row["event"] == 5)
    cells = {"event": 6, "card": None, "side": None, "worth": None}
    before = next(index for index in range(laid) if rows["events"][index]["event"] == 0)
    swarm = rows["events"][before]["swarm_before"]
    assert broken(john, game, "events", before, **cells, swarm=swarm) == "KN-17"


@pytest.mark.rule("KN-18")
def test_heavy_weather_bites_for_every_knut(bench):
    heavy = bench("heavy")
    game, place = first(heavy, "rounds", lambda row, place, rows: row["cause"] == 0 and row["bites"] > 1)
    assert broken(heavy, game, "rounds", place, bites=1) == "KN-18"


@pytest.mark.rule("KN-19")
def test_turns_are_numbered_and_rounds_stall(bench):
    stalls = bench("stalls")
    game, place = first(
        stalls, "rounds", lambda row, place, rows: row["cause"] == 2 and place + 1 < len(rows["rounds"])
    )
    rows = stalls.rows(game)
    assert broken(stalls, game, "rounds", place, cause=0, bitten=1, bites=1) == "KN-19"
    starter = rows["rounds"][place + 1]["starter"]
    assert broken(stalls, game, "rounds", place + 1, starter=(starter + 1) % 3) == "KN-19"
    assert broken(stalls, game, "events", 1, turn=2) == "KN-19"
    assert broken(stalls, game, "games", 0, turns=rows["games"][0]["turns"] + 1) == "KN-19"


# What only later cards show


@pytest.mark.rule("KN-9")
def test_a_swamp_refilled_while_somebody_can_play(bench):
    refills = bench("refills")

    def after_a_play(row, place, rows):
        return row["event"] == EVENTS.index("refill") and rows["events"][place - 1]["event"] == 0

    game, place = first(refills, "events", after_a_play)
    rows = refills.rows(game)
    events = rows["events"]
    play, refill = events[place - 1], events[place]
    before = {
        name: play[name] for name in play if name.startswith("hand_") or name in ("turn", "seat", "waiting")
    }
    swarm = play["swarm_before"]
    early = {**refill, **before, "swarm_before": swarm, "swarm": swarm}
    rows["events"] = [*events[: place - 1], early, play, *events[place + 1 :]]
    violation = refills.judge(game, rows)
    assert (violation.rule, violation.what) == ("KN-9", "the swamp is refilled, though somebody can play")


@pytest.mark.rule("KN-8")
def test_whoever_redrew_had_nothing_to_play(bench):
    """The hand that was drawn is shown a lap later; then it must not hold what could have been played."""
    two, found = bench("two parts"), set()

    def declines(row, place, rows):
        return row["event"] == 1 and any(
            event["round"] == row["round"] for event in rows["events"][place + 1 :][:1]
        )

    for game, place in places(two, "events", declines):
        events = two.rows(game)["events"]
        seat = events[place]["seat"]
        if events[place + 1]["seat"] == seat:
            continue
        later = next((at for at in range(place + 1, len(events)) if events[at]["seat"] == seat), place)
        for card in range(two.none):
            for legal in range(7):
                rows = two.rows(game)
                rows["events"][later].update(hand_a=card, legal=legal)
                violation = two.judge(game, rows)
                found.add(violation and violation.what)
        if f"seat {seat} redrew and can play, but does not" in found:
            return
    pytest.fail("no such game")


@pytest.mark.rule("KN-10")
def test_wind_that_is_certain_from_the_cards_of_all_others(tmp_path):
    """Two odd cards in one hand of a deck that is otherwise all alike: every other hand holds WIND."""
    deck = tmp_path / "deck.csv"
    deck.write_text(f"{HEADER}\nodd,2,1,3,number,x\nalike,10,2,7,number,x\n", encoding="utf-8")
    rules = {"wind": False, "bite_at": 1, "bites_to_lose": 1}
    arguments = {"players": 2, "games": 200, "rules": rules, "components": str(deck), "workers": 1}
    run = simulate("knutten", out=tmp_path / "run", progress=False, **arguments)
    assert verify(run) == []
    run.record["rules"]["wind"] = True
    bench, seen = Bench(run), set()
    for game in range(run.count):
        rows = bench.rows(game)
        hand = [rows["events"][0][name] for name in ("hand_a", "hand_b", "hand_c")]
        violation = bench.judge(game, rows)
        seen.add(hand.count(0))
        assert (violation is None) == (hand.count(0) == 1)
        assert violation is None or (violation.rule, f"seat {hand.count(0) // 2}" in violation.what) == (
            "KN-10",
            True,
        )
    assert seen == {0, 1, 2}
