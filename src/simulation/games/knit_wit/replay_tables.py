"""Tables of text for a game told in words: the design, and the sheets."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from simulation.games.knit_wit.replay_design import OUTSIDE, Design

Row = Mapping[str, Any]
WIDTH = 110
"""Letters in a line."""
NARROWEST = 30
"""Letters that the last column of a table has at least, though its lines get longer than others."""
BETWEEN = "  "
NOTHING = "-"


def text_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a table line by line; a long cell of the last column goes on below.

    Parameters
    ----------
    head
        Name of each column.
    rows
        The cells.
    """
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)][:-1]
    indent = " " * (sum(widths) + len(BETWEEN) * (len(widths) + 1))
    room = max(WIDTH - len(indent), NARROWEST)
    for cells in (head, *rows):
        first = [cell.ljust(width) for cell, width in zip(cells[:-1], widths, strict=True)]
        parts = wrap(cells[-1], room, break_long_words=False, break_on_hyphens=False) or [""]
        yield BETWEEN.join(["", *first, parts[0]]).rstrip()
        for part in parts[1:]:
            yield indent + part


def design_table(design: Design, owners: Mapping[int, int]) -> Iterator[str]:
    """Yield the regions of a design as a table, those in few loops first.

    Parameters
    ----------
    design
        The finished design.
    owners
        The seat whose each spool was.
    """
    rows = []
    for region in design.in_order():
        spool = design.spools.get(region)
        lies = NOTHING if spool is None else f"{spool} of seat {owners[spool]}"
        worth = NOTHING if region == OUTSIDE else str(region.bit_count())
        rows.append((design.name(region), worth, lies, ", ".join(design.words_round(region)) or NOTHING))
    yield from text_table(("region", "worth", "spool", "words"), rows)


def is_struck_out(answer: Row, players: int) -> bool:
    """Tell whether an answer was voted down: it stands with a tie (KW-14)."""
    return answer["votes"] is not None and 2 * answer["votes"] < players


def marked(answer: Row, players: int) -> str:
    """Return an answer in a cell: its number, what became of it, and its points."""
    same = "=" if answer["duplicate"] else ""
    votes = "" if answer["votes"] is None else f"?{answer['votes']}"
    struck = "x" if is_struck_out(answer, players) else ""
    points = f"+{answer['points']}" if answer["points"] else "0"
    return f"{answer['answer']}{same}{votes}{struck} {points}"


def sheets_table(spools: Sequence[Row], answers: Sequence[Row], players: int) -> Iterator[str]:
    """Yield all sheets as a table: a row a spool, a column a seat.

    Parameters
    ----------
    spools, answers
        Rows of the game.
    players
        Seats at the table.
    """
    cells = {(row["spool"], row["seat"]): marked(row, players) for row in answers}
    rows = []
    for spool in spools:
        number = spool["spool"]
        sheet = [cells.get((number, seat), NOTHING) for seat in range(players)]
        rows.append((str(number), str(spool["loops"]), *sheet, ", ".join(words_of(spool))))
    yield from text_table(("spool", "worth", *(f"seat {seat}" for seat in range(players)), "words"), rows)


def words_of(spool: Row) -> list[str]:
    """Return a spool's words in the order in which their loops were placed."""
    return [word for name, word in spool.items() if name.startswith("word_") and word is not None]


def ordinal(number: int) -> str:
    """Return "1st", "2nd", "11th"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{'th' if number // 10 % 10 == 1 else ending}"
