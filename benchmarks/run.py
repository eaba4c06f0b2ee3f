"""Speeds side by side with OpenSpiel, in one run, printed as ratios: `make bench`.

Every contender plays in turn for several rounds and its best round counts, since a shared
machine only ever slows a round down. OpenSpiel's actions include the chance actions of its deals;
ours are turns, deals not counted.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyspiel

from simulation import simulate
from simulation.match import Match, Pool, recycle
from simulation.plan import PART_GAMES, make_plan
from simulation.workers import default_workers

ROUNDS = 5
PARTS = 10
PLAYERS = 4
FLAT_GAMES = 10_000_000
RUNGS = {
    "knutten": {
        "random": 400_000,
        "lowest": 400_000,
        "highest": 400_000,
        "careful": 100_000,
        "cunning": 100_000,
        "search:100": 20_000,
    },
    "knitting": {
        "random": 40_000,
        "hoarder": 40_000,
        "sprinter": 40_000,
        "greedy": 40_000,
        "marathoner": 40_000,
        "planner": 40_000,
        "search:40": 20,
    },
    "knit_wit": {
        "random": 100_000,
        "stacker": 100_000,
        "spreader": 100_000,
        "sprinter": 100_000,
        "careful": 40_000,
        "random:weigh": 40_000,
    },
}
"""Policies by game, the weakest first, and games enough to time them."""
QUICK = {"knutten": "random", "knitting": "greedy", "knit_wit": "random"}
"""Who plays where it is the game's own speed and memory that matter."""
SEATS = {"knutten": PLAYERS, "knitting": PLAYERS, "knit_wit": 6}
"""Players at the tables that are timed."""


def in_memory(game: str) -> tuple[int, int, float]:
    """Play parts into memory on one core, as a run does; return games, turns and seconds."""
    plan, pool = make_plan(game, SEATS[game], policies=QUICK[game], log="games"), Pool()
    match, games, turns, start = Match(plan, pool), 0, 0, time.perf_counter()
    for part in range(PARTS // 2):
        piece = match.play_piece(part * PART_GAMES, PART_GAMES, lambda games: False)
        assert piece is not None
        games += piece.games
        turns += int(piece.rows["games"]["turns"].sum())
        recycle(piece, plan, pool)
    return games, turns, time.perf_counter() - start


def knutten_in_memory() -> tuple[int, float]:
    """Play parts into memory on one core, as a run does; return turns and seconds."""
    plan, pool = make_plan("knutten", PLAYERS), Pool()
    match, turns, start = Match(plan, pool), 0, time.perf_counter()
    for part in range(PARTS):
        piece = match.play_piece(part * PART_GAMES, PART_GAMES, lambda games: False)
        assert piece is not None
        turns += int(piece.rows["games"]["turns"].sum())
        recycle(piece, plan, pool)
    return turns, time.perf_counter() - start


def knutten_to_parquet(workers: int) -> tuple[int, float]:
    """Play a run with its full log to disk; return turns and seconds."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        run = simulate("knutten", PLAYERS, 200_000, out=Path(folder) / "run", workers=workers, progress=False)
        seconds = time.perf_counter() - start
        return run.games.select("turns").sum().collect().item(), seconds


def open_spiel_bots() -> tuple[int, float]:
    """Let OpenSpiel's C++ random bots play crazy eights; return actions and seconds."""
    game = pyspiel.load_game(f"crazy_eights(players={PLAYERS})")
    actions, start = 0, time.perf_counter()
    for number in range(3000):
        bots = [pyspiel.make_uniform_random_bot(seat, number * PLAYERS + seat) for seat in range(PLAYERS)]
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, number)
        actions += len(state.full_history())
    return actions, time.perf_counter() - start


def open_spiel_from_python() -> tuple[int, float]:
    """Play crazy eights by a loop in Python; return actions and seconds."""
    game = pyspiel.load_game(f"crazy_eights(players={PLAYERS})")
    draw, actions, start = random.Random(1), 0, time.perf_counter()
    for _ in range(600):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(outcomes, chances)[0])
            else:
                state.apply_action(draw.choice(state.legal_actions()))
            actions += 1
    return actions, time.perf_counter() - start


CONTENDERS: dict[str, Callable[[], tuple[int, float]]] = {
    "OpenSpiel crazy_eights, C++ random bots, no log": open_spiel_bots,
    "OpenSpiel crazy_eights, from Python, no log": open_spiel_from_python,
    "Knutten in memory, 1 core": knutten_in_memory,
    "Knutten, full log to Parquet, 1 playing thread": lambda: knutten_to_parquet(1),
    f"Knutten, full log to Parquet, {default_workers()} playing threads": lambda: knutten_to_parquet(
        default_workers()
    ),
}


def compare_speeds() -> None:
    """Print each contender's actions a second as a ratio to OpenSpiel's C++ bots."""
    for play in CONTENDERS.values():
        play()  # compiles, fills caches
    best = dict.fromkeys(CONTENDERS, 0.0)
    for _ in range(ROUNDS):
        for name, play in CONTENDERS.items():
            actions, seconds = play()
            best[name] = max(best[name], actions / seconds)
    base = next(iter(best.values()))
    print(f"actions a second, {PLAYERS} random players, best of {ROUNDS} rounds on {default_workers()} cores")
    for name, speed in best.items():
        print(f"  {speed / base:6.2f}x  {speed / 1e6:6.2f} million  {name}")


def measure_games() -> None:
    """Print the games and turns that one core plays a second into memory, without events."""
    print(f"in memory, 1 core, without events, best of {ROUNDS} rounds")
    for game, policy in QUICK.items():
        in_memory(game)
        played = max((in_memory(game) for _ in range(ROUNDS)), key=lambda one: one[0] / one[2])
        games, turns, seconds = played
        speed = f"{games / seconds:9,.0f} games  {turns / seconds / 1e6:6.2f} million turns"
        print(f"  {speed}  {game}, {SEATS[game]} {policy}")


def measure_rungs(game: str) -> None:
    """Print how many games a second each rung of the ladder plays on all cores, in all seats.

    A part of the log is played by one core, so that fewer games than two parts hold use but one.
    """
    table = f"{SEATS[game]} players of one kind"
    print(f"{game}: games a second, {table}, {default_workers()} cores, without events")
    for policy, games in RUNGS[game].items():
        best = 0.0
        for _ in range(2):
            with tempfile.TemporaryDirectory() as folder:
                start = time.perf_counter()
                simulate(
                    game, SEATS[game], games, 2016, policy, log="games", out=f"{folder}/run", progress=False
                )
                best = max(best, games / (time.perf_counter() - start))
        alone = " (one core)" if games <= PART_GAMES else ""
        print(f"  {best:9,.1f}  {policy}{alone}")


def measure_memory(game: str) -> None:
    """Print the peak memory of 10 million games without events, against that of a tenth."""
    print(f'{game}: peak memory, {QUICK[game]}, log="games"')
    for games in (FLAT_GAMES // 10, FLAT_GAMES):
        folder = Path(tempfile.mkdtemp())
        command = [sys.executable, __file__, "--play", game, str(games), str(folder / "run")]
        peak = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
        shutil.rmtree(folder)
        print(f"  {int(peak) / 1024:6.0f} MiB  {games:,} games", flush=True)


def play_and_print_peak(game: str, games: int, folder: str) -> None:
    """Play a run and print this process's peak memory in KiB."""
    simulate(game, SEATS[game], games, policies=QUICK[game], out=folder, log="games", progress=False)
    # The peak of `resource` begins with what the process that started this one held.
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    print(int(status["VmHWM"].split()[0]))


def measure_start() -> None:
    """Print the seconds of whole processes: compiled before, and with nothing compiled."""
    print("whole process, gamegauge simulate knutten --games 1e5")
    for label, cache in (("warm", None), ("nothing compiled", tempfile.mkdtemp())):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "analysis.command_line", "simulate", "knutten", "--games", "1e5"]
            environment = {**os.environ, **({"NUMBA_CACHE_DIR": cache} if cache else {})}
            start = time.perf_counter()
            subprocess.run(
                [*command, "--out", f"{folder}/run"], check=True, env=environment, capture_output=True
            )
            print(f"  {time.perf_counter() - start:6.1f} s  {label}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        play_and_print_peak(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        compare_speeds()
        measure_games()
        for name in RUNGS:
            measure_rungs(name)
        measure_start()
        for name in RUNGS:
            measure_memory(name)
