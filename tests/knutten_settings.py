"""Small games of Knutten that can be worked out exactly, each for some rules, and their simulations."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from knutten_rig import knutten, write_deck
from simulation import Run
from simulation.games.knutten.exact import ExactShares, exact_shares


class Setting(NamedTuple):
    """A deck, how many play, and the switches."""

    deck: dict[str, int]
    players: int
    rules: Mapping[str, Any]

    def exact(self) -> ExactShares:
        """Return the exact answers."""
        return exact_shares(self.deck, self.players, self.rules)

    def simulate(self, folder: Path, games: int) -> Run:
        """Return a run of `random` players, without events."""
        return knutten(
            folder / "run",
            players=self.players,
            games=games,
            rules=self.rules,
            components=write_deck(folder, self.deck),
            log="games",
        )

    def but(self, **rules: Any) -> "Setting":
        """Return the setting with some switches changed."""
        return self._replace(rules={**self.rules, **rules})


def setting(deck: dict[str, int], players: int = 2, **rules: Any) -> Setting:
    """Return a setting whose games are short."""
    return Setting(deck, players, {"bites_to_lose": 2, "max_turns": 10, **rules})


HEAVY = {"heavy_weather": True, "heavy_bites_to_lose": 6}
FIVES = {"5/2": 2, "5/-3": 2, "1/4": 2}

SETTINGS = {
    "plain": setting({"2/5": 3, "7/4": 3}, hand_size=1, bite_at=12, bites_to_lose=3),
    "three players": setting({"2/5": 3, "7/4": 3}, 3, hand_size=2, bite_at=20, max_turns=14),
    "five players": setting({"1/3": 3, "4/2": 3}, 5, hand_size=1, bite_at=11),
    "no swamp, refills": setting({"2/1": 2, "3/1": 2}, hand_size=2, bite_at=19, max_turns=30),
    "copies": setting({"?/3": 2, "4/6": 2, "5/2": 2}, hand_size=2, bite_at=14, max_turns=14),
    "copier": setting(
        {"?/3": 3, "4/6": 2, "5/2": 1}, hand_size=2, bite_at=12, copy_blame="copier", max_turns=14
    ),
    "negatives": setting({"-4/-6": 3, "3/-6": 2, "5/2": 2}, hand_size=1, bite_at=9, max_turns=12),
    "negatives, two cards": setting({"-4/-5": 3, "3/-6": 1, "6/2": 2}, hand_size=2, bite_at=9),
    "redraw, then play": setting(
        {"-4/-6": 3, "3/-6": 2, "5/2": 2}, hand_size=1, bite_at=9, redraw_then_play=True
    ),
    "copied negatives": setting({"?/-3": 2, "-2/4": 2, "6/1": 2}, hand_size=2, bite_at=12, max_turns=12),
    "wind": setting({"2/3": 2, "3/2": 2, "4/1": 3}, bite_at=12, max_turns=14),
    "wind, three players": setting({"2/3": 4, "3/2": 2, "4/1": 4}, 3, bite_at=9, max_turns=12),
    "wind after redraws and refills": setting({"-2/-9": 3, "-9/3": 2, "3/-9": 2}, bite_at=9, max_turns=12),
    "no wind": setting({"2/3": 2, "3/2": 2, "4/1": 3}, bite_at=12, wind=False, max_turns=14),
    "stalls": setting({"0/-1": 4, "0/5": 2}, hand_size=1, bite_at=5, max_turns=4, max_rounds=6),
    "stalls, three players": setting(
        {"0/1": 4, "0/5": 1}, 3, hand_size=1, bite_at=5, max_turns=3, max_rounds=4
    ),
    "skip": setting({"skip/4": 3, "3/1": 3}, 3, hand_size=1, bite_at=9),
    "reverse": setting({"reverse/4": 3, "3/1": 3}, 3, hand_size=1, bite_at=9),
    "reverse, refills and wind": setting({"reverse/2": 5, "skip/1": 4}, 3, bite_at=6, max_turns=8),
    "set": setting({"set:0/4": 2, "set:8/3": 2, "5/1": 3}, hand_size=1, bite_at=9),
    "set keeps copies": setting({"set:5/?": 3, "4/1": 3}, 3, hand_size=1, bite_at=12),
    "again": setting({"again/4": 3, "3/-2": 3}, 3, hand_size=1, bite_at=8),
    "again after a redraw": setting(
        {"again/-9": 2, "-8/-9": 3, "6/3": 2}, hand_size=1, bite_at=9, redraw_then_play=True
    ),
    "effects and copies": setting(
        {"skip/?": 2, "again/?": 1, "reverse/4": 2, "5/-3": 1}, 3, hand_size=1, bite_at=9, copy_blame="copier"
    ),
    "heavy": setting({"2/5": 3, "7/4": 3}, hand_size=1, bite_at=12, **HEAVY),
    "heavy, three players": setting({"2/3": 3, "9/4": 4}, 3, hand_size=2, bite_at=20, **HEAVY),
    "heavy copier": setting({"?/3": 3, "4/6": 3}, 3, hand_size=1, bite_at=12, copy_blame="copier", **HEAVY),
    "john": setting({"2/5": 3, "7/4": 3}, hand_size=1, bite_at=12, john=True, bites_to_lose=3),
    "john, three players": setting(
        {"5/3": 4, "2/1": 3}, 3, hand_size=2, bite_at=12, john=True, bites_to_lose=3
    ),
    "john and fives": setting(FIVES, hand_size=2, bite_at=9, john=True, bites_to_lose=3),
    "john and copied fives": setting(
        {"5/?": 3, "-5/3": 2}, hand_size=1, bite_at=10, copy_blame="copier", john=True
    ),
    "john never bites": setting({"2/5": 3, "7/4": 3}, 3, hand_size=1, bite_at=9, john=True, bites_to_lose=1),
    "john and redraws": setting({"-5/-6": 3, "4/-6": 3}, hand_size=2, bite_at=7, john=True, max_turns=7),
    "john, redraw, then play": setting(
        {"-5/-6": 4, "4/-6": 2}, hand_size=2, bite_at=7, john=True, max_turns=7, redraw_then_play=True
    ),
    "john, refills and wind": setting({"5/-9": 5, "2/-9": 3}, 2, bite_at=8, john=True, max_turns=8),
    "john in heavy weather": setting({"2/5": 3, "7/4": 3}, 3, hand_size=1, bite_at=12, john=True, **HEAVY),
    "john between stalls": setting(
        {"0/5": 5, "5/1": 1}, hand_size=1, bite_at=9, john=True, max_turns=3, max_rounds=7
    ),
    "everything": setting(
        {"5/?": 2, "skip/-5": 2, "again/set:4": 2, "reverse/7": 1}, 3,
        hand_size=1, bite_at=8, copy_blame="copier", redraw_then_play=True, john=True,
        max_turns=6, max_rounds=20, **HEAVY,
    ),
}  # fmt: skip
RULES = {
    "KN-7": ["copies", "copier", "copied negatives", "set keeps copies"],
    "KN-8": ["negatives", "negatives, two cards", "redraw, then play", "john, redraw, then play"],
    "KN-9": ["no swamp, refills", "wind after redraws and refills"],
    "KN-10": ["wind", "wind, three players", "wind after redraws and refills", "no wind"],
    "KN-13": ["skip", "reverse", "set", "again", "effects and copies"],
    "KN-14": ["john", "john, three players"],
    "KN-15": ["john and redraws"],
    "KN-16": ["john, three players", "john never bites", "john in heavy weather"],
    "KN-17": ["john and fives", "john and copied fives"],
    "KN-18": ["heavy", "heavy, three players", "heavy copier"],
    "KN-19": ["stalls", "stalls, three players", "john between stalls"],
}


@cache
def exact_of(name: str) -> ExactShares:
    """Return the exact answers of a setting, worked out once."""
    return SETTINGS[name].exact()
