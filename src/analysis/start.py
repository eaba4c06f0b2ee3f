"""Where the command starts: Ctrl-C is answered in one line even while libraries are being imported."""

import sys


def main() -> None:
    """Run ``gamegauge``."""
    try:
        from analysis.command_line import main as run  # noqa: PLC0415

        run()
    except KeyboardInterrupt:
        print("gamegauge: interrupted", file=sys.stderr)
        sys.exit(130)
