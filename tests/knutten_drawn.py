"""Tables of Knutten drawn over all switches, decks and players: for the referee and the replay."""

from pathlib import Path
from random import Random
from typing import Any

from simulation.randomness import below

HEADER = "card,copies,side_a,side_b,group,provenance"
EFFECTS = ("skip", "reverse", "again")


def whim(view, luck):
    """Take any choice there is, each as likely: keep John back and shoo him too."""
    return below(luck, view.choice_count)


PLAYERS = ("random", "lowest", "highest", whim)


def _side(luck: Random, bite_at: int, effects: bool) -> str:
    if effects and luck.random() < 0.3:
        return luck.choice([*EFFECTS, f"set:{luck.randrange(bite_at)}"])
    return luck.choice(["?", "5", *(str(luck.randint(-12, 15)) for _ in range(6))])


def drawn_deck(luck: Random, cards: int, bite_at: int) -> list[str]:
    """Return rows of a deck with at least so many cards."""
    kinds, effects = luck.randint(1, 12), luck.random() < 0.5
    pairs = [(_side(luck, bite_at, effects), _side(luck, bite_at, effects)) for _ in range(kinds)]
    copies = [luck.randint(1, 6) for _ in pairs]
    copies[0] += max(cards - sum(copies), 0)
    return [
        f"{number}: {one}/{other},{count},{one},{other},number,drawn"
        for number, ((one, other), count) in enumerate(zip(pairs, copies, strict=True))
    ]


def drawn_table(number: int, folder: Path) -> dict[str, Any]:
    """Return arguments of ``simulate`` for the table of that number; its deck goes into the folder."""
    luck = Random(number)
    players = luck.randint(2, 8)
    hand_size = luck.choice([1, 2, 3, 3, 3, 4, 5, 10])
    bite_at = luck.choice([luck.randint(1, 45), 31, 31, 120])
    rules = {
        "hand_size": hand_size,
        "bite_at": bite_at,
        "copy_blame": luck.choice(["next", "copier"]),
        "redraw_then_play": luck.random() < 0.5,
        "wind": luck.random() < 0.7,
        "bites_to_lose": luck.randint(1, 4),
        "john": luck.random() < 0.6,
        "heavy_weather": luck.random() < 0.3,
        "heavy_bites_to_lose": luck.randint(1, 15),
        "max_turns": luck.choice([luck.randint(1, 12), 60, 200]),
        "max_rounds": luck.randint(1, 9),
    }
    deck = luck.choice(["default", "high", "low", "specials", "", "", "", ""])
    if not deck or players * hand_size > 40 or bite_at < 2:
        path = folder / f"deck-{number}.csv"
        cards = players * hand_size + luck.choice([0, 1, 3, 20])
        path.write_text("\n".join([HEADER, *drawn_deck(luck, cards, bite_at)]) + "\n", encoding="utf-8")
        deck = str(path)
    policies = [luck.choice(PLAYERS) for _ in range(players)]
    return {"players": players, "policies": policies, "rules": rules, "components": deck}
