"""What every registered game and every policy must do."""

import inspect
from itertools import cycle, islice

import polars as pl
import pytest

import hidden_information
from run_folders import same_files
from simulation import simulate
from simulation.columns import Column
from simulation.games.knitting.components import YARNS
from simulation.plan import make_plan
from simulation.referee import examine
from simulation.registry import GAMES, get_game

EVERY_POLICY = [(game, policy) for game in GAMES for policy in get_game(game).policies]
# The same code with little to think about.
QUICK = {"search": "search:2"}
SHARED_COLUMNS = {
    "games": ["game_id", "players", "turns", "end_reason", "winners"],
    "seats": ["game_id", "seat", "policy", "rank", "win_share"],
    "events": ["game_id", "turn", "seat", "event", "legal"],
}
OWN_COLUMNS = {
    "knutten": {
        "games": ["rounds"],
        "seats": ["bites"],
        "rounds": ["game_id", "round", "starter", "cause", "swarm", "bitten", "bites", "plays"],
        "events": [
            *["round", "card", "side", "worth", "swarm_before", "swarm", "waiting"],
            *["hand_a", "hand_b", "hand_c"],
        ],
    },
    "knitting": {
        "seats": ["score", "fo_points"],
        "patterns": [
            *["game_id", "seat", "pattern", "drawn_turn", "cast_on_turn", "finished_turn", "points"],
            "in_hand_at_end",
        ],
        "events": ["what", *[f"{name}_{yarn}" for name in ("taken", "store") for yarn in YARNS]],
    },
    "knit_wit": {
        "seats": ["score", "bonus"],
        "spools": ["game_id", "spool", "loops", "signature", "placed_turn", "seat"],
        "answers": [
            *["game_id", "spool", "seat", "second", "answer", "duplicate", "challenged", "accepted"],
            "points",
        ],
    },
}
COUNT = 64
"""Games of a run."""
PART = 60
"""Games of a part where a run is to have several."""


def play(folder, game, policies="random", **arguments):
    if isinstance(policies, str):
        policies = QUICK.get(policies, policies)
    return simulate(game, out=folder, policies=policies, progress=False, **{"games": COUNT, **arguments})


@pytest.fixture
def small_parts(monkeypatch):
    """Let a part hold so few games that a small run has several."""
    for module in ("match", "store", "workers"):
        monkeypatch.setattr(f"simulation.{module}.PART_GAMES", PART)


def tables(run, first_games=None):
    frames = {name: run.table(name).collect() for name in run.tables}
    if first_games is not None:
        frames = {name: frame.filter(pl.col("game_id") < first_games) for name, frame in frames.items()}
    return frames


def assert_equal(left, right):
    assert list(left) == list(right)
    for name, frame in left.items():
        assert frame.equals(right[name]), name


@pytest.mark.parametrize("game", GAMES)
def test_default_rules_play(tmp_path, game):
    run = play(tmp_path / "run", game)
    assert (run.game, run.count) == (game, COUNT)
    games = run.games.collect()
    assert games["game_id"].to_list() == list(range(COUNT))
    assert (games["turns"] > 0).all()
    assert run.seats.collect().height == COUNT * run.players


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize(("game", "policy"), EVERY_POLICY)
def test_workers_do_not_change_a_byte(tmp_path, game, policy):
    for workers in (1, 2):
        run = play(tmp_path / str(workers), game, policies=policy, workers=workers, games=2 * PART + 50)
        assert len(run.record["shards"]) >= 3
    assert same_files(tmp_path / "1", tmp_path / "2")


@pytest.mark.parametrize(("game", "policy"), EVERY_POLICY)
def test_the_referee_finds_nothing_and_every_game_can_be_told(tmp_path, game, policy):
    run = play(tmp_path / "run", game, policies=policy)
    verdict = examine(run)
    assert (verdict.violations, verdict.games) == ([], COUNT)
    assert verdict.events == run.events.collect().height
    for number in (0, COUNT - 1):
        assert len(list(get_game(game).tell(run, number))) > 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("log", ["events", "games"])
def test_the_same_arguments_give_the_same_bytes(tmp_path, game, log):
    for name in ("one", "other"):
        play(tmp_path / name, game, log=log)
    assert same_files(tmp_path / "one", tmp_path / "other")


@pytest.mark.parametrize(("game", "policy"), EVERY_POLICY)
def test_a_longer_run_begins_with_the_same_games(tmp_path, game, policy):
    short = play(tmp_path / "short", game, policies=policy, games=50)
    long = play(tmp_path / "long", game, policies=policy, games=120)
    assert_equal(tables(short), tables(long, 50))


@pytest.mark.parametrize("game", GAMES)
def test_a_log_of_games_tells_the_same_games(tmp_path, game):
    events = tables(play(tmp_path / "events", game, log="events"))
    events.pop("events")
    assert_equal(events, tables(play(tmp_path / "games", game, log="games")))


@pytest.mark.parametrize(("game", "policy"), EVERY_POLICY)
def test_another_seed_gives_other_games(tmp_path, game, policy):
    one, other = (tables(play(tmp_path / str(seed), game, policies=policy, seed=seed)) for seed in (1, 2))
    assert not one["events"].equals(other["events"])


@pytest.mark.parametrize("game", GAMES)
def test_the_games_of_a_run_differ(tmp_path, game):
    events = play(tmp_path / "run", game, games=50).events.collect()
    played = events.drop("game_id").with_columns(game=events["game_id"])
    different = {tuple(frame.drop("game").rows()) for frame in played.partition_by("game")}
    assert len(different) == 50


@pytest.mark.parametrize(("game", "policy"), EVERY_POLICY)
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
def test_every_policy_plays_with_the_fewest_and_the_most_seats(tmp_path, game, policy, most):
    players = get_game(game).seats[most]
    run = play(tmp_path / "run", game, players=players, policies=policy)
    assert run.players == players
    assert set(run.games.collect()["players"]) == {players}
    assert run.seats.collect()["seat"].to_list() == [*range(players)] * COUNT
    assert set(run.seats.collect()["policy"]) == {QUICK.get(policy, policy)}


@pytest.mark.parametrize(("game", "policy"), EVERY_POLICY)
def test_win_shares_add_up_to_one(tmp_path, game, policy):
    run = play(tmp_path / "run", game, policies=policy)
    seats = run.seats.collect()
    shares = seats.group_by("game_id", maintain_order=True).agg(pl.col("win_share").sum())
    assert shares["win_share"].to_list() == pytest.approx([1.0] * COUNT)
    winners = seats.filter(pl.col("win_share") > 0)
    assert set(winners["rank"]) == {1}
    assert set(seats.filter(pl.col("win_share") == 0)["rank"]) & {1} == set()
    masks = winners.group_by("game_id", maintain_order=True).agg(
        pl.lit(2, pl.Int64).pow(pl.col("seat").cast(pl.Int64)).sum().alias("mask")
    )
    assert masks["mask"].to_list() == run.games.collect()["winners"].to_list()


@pytest.mark.parametrize("game", GAMES)
def test_several_policies_are_dealt_by_seat(tmp_path, game):
    block = get_game(game)
    seats = min(max(len(block.policies), block.seats[0]), block.seats[1])
    names = [QUICK.get(name, name) for name in islice(cycle(block.policies), seats)]
    run = play(tmp_path / "run", game, policies=names)
    assert run.policies == names
    assert run.seats.collect()["policy"].to_list() == names * COUNT


@pytest.mark.parametrize("game", GAMES)
def test_tables_have_the_promised_columns(tmp_path, game):
    run = play(tmp_path / "run", game)
    for table, columns in {**OWN_COLUMNS[game], **SHARED_COLUMNS}.items():
        promised = {*columns, *OWN_COLUMNS[game].get(table, ())}
        assert promised <= set(run.table(table).collect_schema().names()), table
    for table in run.tables:
        assert run.table(table).collect_schema().names()[0] == "game_id"


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("game", GAMES)
def test_rows_are_in_the_order_of_play(tmp_path, game):
    run = play(tmp_path / "run", game, games=2 * PART + 50, workers=2)
    for table in run.tables:
        assert run.table(table).collect()["game_id"].is_sorted(), table
    events = run.events.collect()
    ordered = events.select((pl.col("turn").cast(pl.Int64).diff().over("game_id") >= 0).alias("ordered"))
    assert ordered["ordered"].drop_nulls().all()


@pytest.mark.parametrize(("game", "policy"), EVERY_POLICY)
def test_hidden_cards_do_not_change_a_choice(game, policy):
    block = get_game(game)
    fewest, most = block.seats
    decisions = 0
    for players in (fewest, (fewest + most) // 2, most):
        for number in range(8):
            for decision in hidden_information.CASES[game](block.policies[policy], players, number):
                assert len(decision.views) == 1
                assert len(decision.answers) == 1
                decisions += 1
    assert decisions > 100


@pytest.mark.parametrize("game", GAMES)
def test_a_player_that_saw_hidden_cards_would_be_caught(game):
    """The permutations do change what is hidden: a player who peeks answers differently."""
    block = get_game(game)
    peeks = [
        decision.hidden
        for number in range(4)
        for decision in hidden_information.CASES[game](block.policies["random"], block.seats[1], number)
    ]
    assert min(len(hidden) for hidden in peeks) > 1


@pytest.mark.parametrize("game", GAMES)
def test_a_game_describes_itself(game):
    block = get_game(game)
    assert block.name == game
    assert block.title
    assert inspect.getmodule(block.check).__doc__
    for name in block.rules.model_fields:
        assert block.rules.model_fields[name].description, name
        assert block.rules.rule_id(name), name
        assert block.rules.allowed(name), name
    for columns in block.tables(make_plan(game)).values():
        assert all(isinstance(column, Column) and column.meaning for column in columns)


@pytest.mark.parametrize(("game", "policy"), EVERY_POLICY)
def test_a_policy_describes_itself(game, policy):
    description = get_game(game).policies[policy].__doc__
    assert len(description.split()) > 4


@pytest.mark.parametrize("game", GAMES)
def test_the_record_says_what_was_played(tmp_path, game):
    run = play(tmp_path / "run", game, seed=7)
    record = run.record
    assert (record["game"], record["games"], record["seed"]) == (game, COUNT, 7)
    assert record["rules"] == get_game(game).rules().model_dump()
    assert sum(shard["games"] for shard in record["shards"]) == COUNT
    for component in record["components"].values():
        assert len(component["sha256"]) == 64
    for name in run.tables:
        rows = sum(shard["rows"][name] for shard in record["shards"])
        assert rows == run.table(name).collect().height
