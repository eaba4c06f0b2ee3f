"""Golden games: whole games as short readable texts, compared play by play."""

from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from knitting_words import YARNS
from simulation import Run, simulate

FOLDER = Path(__file__).parent / "golden"
GAMES = 2
SETTINGS: dict[str, dict[str, dict[str, Any]]] = {
    "knutten": {
        "two-random": {"players": 2, "policies": "random"},
        "four-of-each": {"policies": ["random", "lowest", "highest", "careful"]},
        "eight-highest": {"players": 8, "policies": "highest"},
        "copier-specials": {"players": 4, "components": "specials", "rules": {"copy_blame": "copier"}},
        "redraws": {"players": 3, "components": "harsh.csv"},
        "redraw-then-play": {
            "players": 4,
            "components": "harsh.csv",
            "rules": {"redraw_then_play": True, "hand_size": 4, "bites_to_lose": 2},
        },
        "refills": {
            "players": 8,
            "components": "low",
            "rules": {"hand_size": 5, "bite_at": 250, "wind": False, "bites_to_lose": 1},
        },
        "no-wind-one-bite": {"players": 5, "rules": {"wind": False, "bites_to_lose": 1}},
        "john-heavy": {
            "players": 4,
            "policies": ["lowest", "random", "highest", "careful"],
            "rules": {"john": True, "heavy_weather": True},
        },
        "effects": {
            "policies": ["careful", "lowest", "careful", "lowest"],
            "components": "effects.csv",
            "rules": {"john": True, "redraw_then_play": True, "bites_to_lose": 2},
        },
    },
    "knitting": {
        "two-random": {"players": 2, "rules": {"target": 50}},
        "one-of-each": {
            "policies": ["random", "hoarder", "greedy", "planner"],
            "rules": {"target": 60},
        },
        "three-quick-and-rough": {
            "players": 3,
            "components": {"patterns": "cheap_and_quick", "community": "rough"},
            "rules": {"trade_price": 2, "subtract_special": False, "target": 70},
        },
        "dear-and-stalled": {
            "players": 4,
            "components": {"patterns": "dear_and_slow"},
            "rules": {"max_turns": 12, "subtract": False},
        },
        "real-life": {
            "players": 3,
            "rules": {"real_life": True, "real_life_patterns": 6, "real_life_colours": 2, "target": 60},
        },
    },
    "knit_wit": {
        "two-random": {"players": 2},
        "three-who-differ": {
            "policies": ["stacker", "careful", "sprinter:enough=2"],
            "components": {"people": {"fluency": [1, 0.7, 1.5], "originality": [0.1, 0.6, 1]}},
        },
        "four-strict-stackers": {
            "players": 4,
            "policies": "stacker",
            "rules": {"challenge_first": True, "hole_points": 2},
            "components": {"people": {"strictness": 1, "candidates": 10, "reach": 4}},
        },
        "six-of-each": {
            "policies": ["random", "stacker", "spreader", "careful", "sprinter", "random:weigh"],
            "seed": 7,
        },
        "eight-without-reach": {
            "players": 8,
            "seed": 1,
            "rules": {"duplicates_cancel": False, "challenges": False},
            "components": {"people": {"reach": 0, "blank": 0.2}},
        },
        "two-who-stop-at-once": {
            "policies": ["sprinter:enough=1", "spreader"],
            "rules": {"one_more": False, "hole_points": 0},
        },
    },
}


def names() -> list[tuple[str, str]]:
    """Return every game with the names of its settings."""
    return [(game, name) for game, settings in SETTINGS.items() for name in settings]


def path_of(game: str, name: str) -> Path:
    """Return the file of a golden game."""
    return FOLDER / game / f"{name}.txt"


def text_of(game: str, name: str) -> str:
    """Play a setting and tell its games in words."""
    arguments = SETTINGS[game][name]
    deck = FOLDER / "decks" / str(arguments.get("components", ""))
    found = {"components": str(deck)} if deck.is_file() else {}
    with TemporaryDirectory() as folder:
        played = {"games": GAMES, "seed": 2016, **arguments, **found}
        run = simulate(game, out=folder, progress=False, **played)
        return f"{game}: {arguments}\n" + "".join(_tell[game](run, number) for number in range(GAMES))


def _rows(run: Run, table: str, game_id: int) -> list[dict[str, Any]]:
    return [row for row in run.table(table).collect().to_dicts() if row["game_id"] == game_id]


def _seats_of(mask: int) -> str:
    return ", ".join(str(seat) for seat in range(8) if mask >> seat & 1) or "nobody"


def _tell_action(event: dict[str, Any]) -> str:
    hand = [card or "-" for name, card in event.items() if name.startswith("hand_")]
    side = f" {event['side']}" if event["side"] else ""
    played = f" {event['card']}{side}" if event["card"] else ""
    before = "" if event["target"] is None else f" before seat {event['target']}"
    jump = f"{event['swarm_before']} -> {event['swarm']}"
    waits = f", {event['waiting']} waiting" if event["waiting"] else ""
    return (
        f"  {event['turn']:3} seat {event['seat']} [{' '.join(hand)}] "
        f"{event['event']}{played}{before}, {jump}{waits}, {event['legal']} legal\n"
    )


def _tell_knutten(run: Run, game_id: int) -> str:
    lines, events = [f"\ngame {game_id}\n"], _rows(run, "events", game_id)
    for row in _rows(run, "rounds", game_id):
        lines.append(f" round {row['round']}, seat {row['starter']} starts\n")
        lines += [_tell_action(event) for event in events if event["round"] == row["round"]]
        bitten = len(_seats_of(row["bitten"]).split())
        each = f", {row['bites'] // bitten} each" if row["bites"] > bitten else ""
        john = f", John bit {_seats_of(row['john_bitten'])}" if row["john_bitten"] else ""
        lines.append(
            f"  ends by {row['cause']} at {row['swarm']} after {row['plays']} plays, "
            f"bites {_seats_of(row['bitten'])}{each}{john}\n"
        )
    game = _rows(run, "games", game_id)[0]
    winners = _seats_of(game["winners"])
    lines.append(f" over by {game['end_reason']} after {game['turns']} turns, won by {winners}\n")
    for seat in _rows(run, "seats", game_id):
        lines.append(f"  seat {seat['seat']} {seat['policy']}: {seat['bites']} bites, rank {seat['rank']}\n")
    return "".join(lines)


def _yarn(event: dict[str, Any], lot: str) -> str:
    return ", ".join(f"{event[f'{lot}_{name}']} {name}" for name in YARNS if event[f"{lot}_{name}"])


def _tell_step(event: dict[str, Any]) -> str:
    details = {"seat": event["target"], "cast-on card": event["slot"], "points": event["points"]}
    told = [f"{name} {number}" for name, number in details.items() if number is not None]
    told += [f"({_yarn(event, 'taken')})"] if _yarn(event, "taken") else []
    told += [f"{event['legal']} legal"] if event["legal"] else []
    return " ".join([event["event"], *([event["what"]] if event["what"] else []), *told])


def _tell_set_up(events: list[dict[str, Any]]) -> str:
    return "".join(f"  seat {event['seat']} {_tell_step(event)}\n" for event in events)


def _tell_turn(turn: int, events: list[dict[str, Any]]) -> str:
    first = events[0]
    wips = [f"{first[f'wip_{slot}']} {first[f'weeks_{slot}']}" for slot in "abcd" if first[f"wip_{slot}"]]
    lines = [f"  {turn:3} seat {first['seat']} [{_yarn(first, 'stash')}] of store [{_yarn(first, 'store')}]"]
    lines += [f"      on the needles: {', '.join(wips)}"] if wips else []
    return "\n".join([*lines, f"      {'; '.join(map(_tell_step, events))}"]) + "\n"


def _tell_knitting(run: Run, game_id: int) -> str:
    lines = [f"\ngame {game_id}\n"]
    for turn, rows in groupby(_rows(run, "events", game_id), itemgetter("turn")):
        events = list(rows)
        lines.append(_tell_set_up(events) if turn < 0 else _tell_turn(turn, events))
    game = _rows(run, "games", game_id)[0]
    lines.append(f" over by {game['end_reason']} after {game['turns']} turns, ")
    lines.append(f"won by {_seats_of(game['winners'])}\n")
    for seat in _rows(run, "seats", game_id):
        made = f"{seat['fo_points']} FO points ({seat['bonus']} of real life)"
        total = f"+ {seat['secret_points']} - {seat['subtracted']} = {seat['score']}"
        lines.append(f"  seat {seat['seat']} {seat['policy']}: {made} {total}, ")
        lines.append(f"{seat['stash']} yarn, rank {seat['rank']}\n")
    return "".join(lines)


def _loops_of(region: int) -> str:
    return "+".join(str(loop) for loop in range(8) if region >> loop & 1) or "outside"


def _tell_placing(event: dict[str, Any]) -> str:
    told = f"  {event['turn']} seat {event['seat']} {event['colour']} {event['event']}"
    if event["event"] == "loop" and event["spool"] is not None:
        passed = [region for name, region in event.items() if name.startswith("passed_")]
        over = [_loops_of(region) for region in passed if region is not None]
        told += f" round {event['spool']} in {_loops_of(event['region'])}, over "
        told += ", ".join(over) or "nothing"
    elif event["event"] == "word":
        told += f" {event['word']}"
    elif event["event"] == "spool":
        told += f" {event['spool']} into {_loops_of(event['region'])}"
    counts = f"{event['regions']} regions, {event['open_regions']} open"
    return f"{told}; {counts}, {event['legal']} legal\n"


def _tell_spool(spool: dict[str, Any], answers: list[dict[str, Any]]) -> str:
    words = [spool[f"word_{letter}"] for letter in "abcdefgh" if spool[f"word_{letter}"]]
    told = f" spool {spool['spool']} of seat {spool['seat']} in {_loops_of(spool['signature'])}: "
    lines = [f"{told}{', '.join(words)} (difficulty {spool['difficulty']:.3f})\n"]
    for row in answers:
        votes = "" if row["votes"] is None else f", {row['votes']} votes"
        same = ", the same as another" if row["duplicate"] else ""
        lines.append(
            f"  {row['second']:8.3f} s seat {row['seat']} answer {row['answer']}{same}{votes}: "
            f"{row['points']} points\n"
        )
    return "".join(lines)


def _tell_knit_wit(run: Run, game_id: int) -> str:
    lines = [f"\ngame {game_id}\n", *map(_tell_placing, _rows(run, "events", game_id))]
    answers = _rows(run, "answers", game_id)
    for spool in _rows(run, "spools", game_id):
        lines.append(_tell_spool(spool, [row for row in answers if row["spool"] == spool["spool"]]))
    game = _rows(run, "games", game_id)[0]
    lines.append(f" over by {game['end_reason']} after {game['seconds']:.3f} s, ")
    lines.append(f"won by {_seats_of(game['winners'])}\n")
    for seat in _rows(run, "seats", game_id):
        button = "no button" if seat["button"] is None else f"button {seat['button']} for {seat['bonus']}"
        lines.append(
            f"  seat {seat['seat']} {seat['policy']}: {seat['answers']} answers, {button} at "
            f"{seat['finish_second']:.3f} s, {seat['score']} points, rank {seat['rank']}\n"
        )
    return "".join(lines)


_tell = {"knutten": _tell_knutten, "knitting": _tell_knitting, "knit_wit": _tell_knit_wit}
