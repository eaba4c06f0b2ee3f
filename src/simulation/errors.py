"""The one error that a user is meant to read."""


class GamegaugeError(ValueError):
    """Something the user gave cannot be used.

    The message is one line that names what was wrong and what is allowed. The
    command line prints it and exits with 2; in Python it is an ordinary
    ``ValueError``.
    """

    def __init__(self, message: object) -> None:
        super().__init__(one_line(message))


def one_line(text: object) -> str:
    """Fold any text into one line, so that a message stays one line."""
    return " ".join(str(text).split())
