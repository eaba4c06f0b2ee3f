"""Setting a table: the records of a game, with rules, words and people filled in."""

from collections.abc import Iterator

import numpy as np

from simulation.games.knit_wit.checks import holes_of, loops_of
from simulation.games.knit_wit.components import People, Words
from simulation.games.knit_wit.layout import LOOPS, MAX_SEATS, NONE, SIGNATURES, secret_dtype, view_dtype
from simulation.games.knit_wit.rules import Rules
from simulation.portable import portable_exp, portable_log

FOR_ALL = ("reach", "visits", "think_seconds", "spread")
"""Parameters of the model that are one number for everybody, as the view has them."""
BY_SEAT = ("fluency", "originality", "strictness")
"""Those that are a number a seat; patience is in milliseconds there."""


def set_table(
    players: int, rules: Rules, words: Words, people: People, log_events: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Return view and secret, one record each, with rules, words and people filled in."""
    view, secret = np.zeros(1, view_dtype), np.zeros(1, secret_dtype)
    for name in ("choice_spool", "choice_region", "region", "region_spool", "enclosed", "passing", "placing"):
        view[name] = NONE
    for name in ("spool_seat", "spool_region", "loop_word"):
        view[name] = NONE
    for name, value in rules.model_dump().items():
        view[name] = value
    view["players"], view["turns"] = players, loops_of(players)
    view["buttons"] = len(holes_of(players))
    view["holes"][0, : len(holes_of(players))] = holes_of(players)
    view["loops_round"] = [region.bit_count() for region in range(SIGNATURES)]
    secret["fault_seat"], secret["log_events"] = NONE, log_events
    _lay_out_words(view, secret, words)
    _lay_out_people(view[0], secret[0], people, players)
    return view, secret


def _lay_out_words(view: np.ndarray, secret: np.ndarray, words: Words) -> None:
    difficulties = [one.difficulty for one in words.words]
    secret["words"] = len(difficulties)
    secret["word_difficulty"][0, : len(difficulties)] = difficulties
    view["mean_difficulty"] = sum(difficulties) / len(difficulties)


def _lay_out_people(view: np.void, secret: np.void, people: People, players: int) -> None:
    for name in FOR_ALL:
        view[name] = people[name].of(0)
    for seat in range(MAX_SEATS):
        at = min(seat, players - 1)
        for name in BY_SEAT:
            view[name][seat] = people[name].of(at)
        view["patience"][seat] = round(1000 * people["patience"].of(at))
    view["slowdown"][1:] = list(_powers(1.0, people["difficulty"].of(0)))
    comes = 1.0 - people["blank"].of(0)
    view["finds"][1:] = list(_powers(comes, comes))
    _lay_out_fits(view, people, players)
    for seat in range(players):
        others = [view["strictness"][other] for other in range(players) if other != seat]
        secret["strictest"][seat] = max(others)
    _lay_out_candidates(secret, people, players)


def _powers(first: float, ratio: float) -> Iterator[float]:
    """Yield ``first`` x ratio^i by loops, by multiplication, which all machines round alike."""
    for _ in range(LOOPS):
        yield first
        first *= ratio


def _lay_out_fits(view: np.void, people: People, players: int) -> None:
    """Write by seat and loops how well an answer fits (KW-14)."""
    for seat in range(players):
        loss = 1.0 - people["fit_originality"].of(0) * people["originality"].of(seat)
        fits = _powers(people["fit"].of(0), people["fit_loops"].of(0))
        view["fit"][seat, 1:] = [fit * loss for fit in fits]


def _lay_out_candidates(secret: np.void, people: People, players: int) -> None:
    """Write how many answers there are by loops, and by seat the sums of their weights (KW-11)."""
    counts = [max(1, round(many)) for many in _powers(people["candidates"].of(0), people["narrowing"].of(0))]
    secret["candidates"][1:] = counts
    laid: dict[float, list[int]] = {}
    first = 0
    for seat in range(players):
        exponent = people["zipf"].of(0) * (1.0 - people["originality"].of(seat))
        if exponent not in laid:
            laid[exponent] = []
            for count in counts:
                laid[exponent].append(first)
                secret["weights"][first : first + count] = _sums(count, exponent)
                first += count
        secret["first_weight"][seat, 1:] = laid[exponent]


def _sums(count: int, exponent: float) -> list[float]:
    """Return the sums of the weights of the candidates up to each popularity rank."""
    sums, total = [], 0.0
    for rank in range(1, count + 1):
        total += portable_exp(-exponent * portable_log(float(rank)))
        sums.append(total)
    return sums
