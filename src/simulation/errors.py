"""The one error that a user is meant to read."""


class GamegaugeError(ValueError):
    """Something the user gave cannot be used.

    The message is one line that names what was wrong and what is allowed. The
    command line prints it and exits with 2; in Python it is an ordinary
    ``ValueError``.
    """

    def __init__(self, message: object) -> None:
        super().__init__(one_line(message))


MOST_CHARACTERS = 2000
"""Length of a message from which its middle is left out."""


def one_line(text: object) -> str:
    """Fold any text into one line of a length that can be read."""
    line = " ".join(str(text).split())
    if len(line) <= MOST_CHARACTERS:
        return line
    return f"{line[: MOST_CHARACTERS // 2]} ... {line[-MOST_CHARACTERS // 2 :]}"
