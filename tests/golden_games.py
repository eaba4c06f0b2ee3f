"""Golden games: whole games as short readable texts, compared play by play."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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
    }
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
    deck = FOLDER / "decks" / arguments.get("components", "")
    found = {"components": str(deck)} if deck.is_file() else {}
    with TemporaryDirectory() as folder:
        run = simulate(game, games=GAMES, seed=2016, out=folder, progress=False, **{**arguments, **found})
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


_tell = {"knutten": _tell_knutten}
