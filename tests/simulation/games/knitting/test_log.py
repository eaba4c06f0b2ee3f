"""The log: its tables agree with each other and with the table that is played."""

import polars as pl
import pytest

from knitting_ledger import Ledger
from knitting_rig import Rig, dealt, knitting
from knitting_strategies import LIVELY, PLAYERS
from knitting_table import shipped
from knitting_words import Wip, column
from simulation.games.knitting.components import Community

ONE_OF_EACH_PATTERN = Community(
    "by hand",
    tuple(card.model_copy(update={"copies": 1}) if card.kind == "pattern" else card for card in LIVELY.cards),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run of the shipped catalogues."""
    return knitting(tmp_path_factory.mktemp("log") / "run", players=4, games=20)


@pytest.mark.rule("KT-1")
def test_every_event_of_a_run_moves_cards_from_where_they_lie(run):
    games = zip(
        *(run.table(name).collect().partition_by("game_id") for name in ("events", "seats")), strict=True
    )
    for events, seats in games:
        ledger = Ledger(shipped(), 4).follow(events.to_dicts())
        assert [ledger.score(seat) for seat in range(4)] == seats["score"].to_list()
        assert ledger.points == seats["fo_points"].to_list()
        assert [stash.total() for stash in ledger.stashes] == seats["stash"].to_list()
        assert [sum(wip is not None for wip in wips) for wips in ledger.wips] == seats["wips"].to_list()
        assert [fos.total() for fos in ledger.fos] == seats["finished"].to_list()


@pytest.mark.rule("KT-5", "KT-7", "KT-10")
def test_the_games_count_what_the_events_tell(run):
    counts = run.events.group_by("game_id", "event").agg(pl.len()).collect()
    games = run.games.collect()
    for name, event in (("wipes", "wipe"), ("reshuffles", "reshuffle")):
        told = games.join(counts.filter(event=event), on="game_id", how="left").sort("game_id")
        assert told["len"].fill_null(0).to_list() == games[name].to_list()
        assert games[name].sum() > 0
    trades = counts.filter(event="trade").sort("game_id")["len"].sum()
    assert trades == run.seats.collect()["trades"].sum() == (26 - games["community_left"]).sum()


@pytest.mark.rule("KT-14")
def test_the_store_before_a_turn_is_the_one_after_the_last_restock(run):
    events = run.events.collect()
    stores = [name for name in events.columns if name.startswith("store_")]
    first = events.group_by("game_id", "turn", maintain_order=True).first().filter(pl.col("turn") >= 0)
    last = events.group_by("game_id", "turn", maintain_order=True).last().filter(pl.col("event") == "stock")
    stocked = events.filter(event="stock").with_columns(turn=pl.col("turn") + 1)
    joined = first.join(stocked, on=["game_id", "turn"], suffix="_stocked")
    assert joined.height == first.height == last.height
    for name in stores:
        after = name.replace("store", "after")
        assert joined[name].to_list() == joined[f"{after}_stocked"].to_list()


@pytest.mark.rule("KT-14")
def test_the_set_up_is_turn_minus_1_with_its_wipes_and_reshuffles(tmp_path):
    run = knitting(tmp_path / "run", players=4, games=1500, rules={"max_turns": 1})
    before = run.events.filter(turn=-1).collect()
    wipes = before.filter(event="wipe")
    assert wipes.height > 0
    assert set(wipes["seat"]) == {0}
    assert set(wipes["taken_wild"]) == {5}
    assert before.filter(event="stock").height == 1500


def rows_by_events(events):
    """Return the pattern rows that the events of a game come to."""
    rows, held, wips = [], {}, {}
    for event in events:
        seat, name = event["seat"], event["what"]
        special = event["event"] == "trade" and name.startswith("*")
        if event["event"] == "draw_pattern" or special:
            row = {"seat": seat, "pattern": name, "drawn_turn": event["turn"], "kept": 1}
            rows.append({**row, "cast_on_turn": None, "finished_turn": None, "yarn": 0, "wild_paid": 0})
            held.setdefault((seat, name), []).append(rows[-1])
        elif event["event"] == "give_back":
            held[seat, name].pop()["kept"] = 0
        elif event["event"] == "cast_on":
            row = wips[seat, event["slot"]] = held[seat, name].pop(0)
            taken = column(event, "taken")
            row |= {"cast_on_turn": event["turn"], "yarn": taken.total(), "wild_paid": taken["wild"]}
        elif event["event"] == "finish":
            wips.pop((seat, event["slot"]))["finished_turn"] = event["turn"]
        elif event["event"] == "play" and name == "frog" and event["slot"] is not None:
            row = wips.pop((seat, event["slot"]))
            row |= {"cast_on_turn": None, "yarn": 0, "wild_paid": 0}
            held.setdefault((seat, row["pattern"]), []).append(row)
    in_hand = [row for some in held.values() for row in some]
    return [{**row, "in_hand_at_end": int(any(row is one for one in in_hand))} for row in rows]


@pytest.mark.rule("KT-12", "KT-14")
@pytest.mark.parametrize("player", PLAYERS)
def test_the_patterns_are_told_from_drawing_to_finishing(player):
    finished = 0
    for game in range(6):
        rig = dealt(3, game, (shipped()[0], ONE_OF_EACH_PATTERN), max_turns=40)
        rig.run(PLAYERS[player], 5000)
        told = rig.log("patterns")
        expected = rows_by_events(rig.log("events"))
        assert [{name: row[name] for name in expected[0]} for row in told] == expected
        shown = {one.pattern: (one.points, one.weeks) for one in shipped()[0].patterns}
        for row in told:
            assert shown.get(row["pattern"]) in (None, (row["points"], row["weeks"]))
            assert (row["special"] == 1) == row["pattern"].startswith("*")
        finished += sum(row["finished_turn"] is not None for row in told)
    assert finished > 20


@pytest.mark.rule("KT-3")
def test_a_play_is_told_before_what_it_does():
    rig = Rig(
        ["", ""],
        cards=[["knit 3", "draw_patterns 2"]],
        wips=[[Wip("hat: 3 weeks", 0)]],
        pattern_deck=["a", "b", "c"],
    )
    events = rig.play("before knit: play knit 3 on hat", "after knit: play draw_patterns 2").events
    told = [event["event"] for event in events]
    assert told[:2] == ["play", "finish"]
    assert told[2:5] == ["play", "draw_pattern", "draw_pattern"]
    assert [event["legal"] for event in events if event["event"] == "play"] == [2, 1]


@pytest.mark.rule("KT-10")
def test_what_is_legal_is_counted_without_going_on():
    rig = Rig(
        ["5 red", "red"],
        cards=[["take_yarn 1", "knit 1"]],
        wips=[[Wip("hat: 3 weeks"), Wip("sock: 3 weeks")]],
        community_deck=["frog"],
    )
    assert len(rig.free(0)) == 1 + 1 + 1 + 2
    assert rig.play("before knit: trade").event("trade")["legal"] == 4
