"""The command ``gamegauge``."""

import json
import os
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from analysis import compare_command, log_commands
from analysis.options import pairs, read_components
from simulation import GamegaugeError, Run
from simulation.components import shipped_names
from simulation.errors import one_line
from simulation.game import Game
from simulation.numbers import parse_whole, read_whole
from simulation.paths import data_folder
from simulation.plan import MAX_GAMES, MAX_SEED, PART_GAMES
from simulation.registry import GAMES, get_game
from simulation.runs import simulate as run_simulation

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Play tabletop games a million times and report what is fair, what is luck and how long it takes.",
)
INTERRUPTED = 130
LISTS = ("games", "policies", "rules", "components")


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="Game to play; see 'gamegauge list games'.")],
    players: Annotated[str | None, typer.Option(help="Players at the table (4, or one a policy).")] = None,
    games: Annotated[str, typer.Option(help="Games to play, as 100000, 1e5 or 100_000.")] = "1e5",
    seed: Annotated[str, typer.Option(help="Seed; the same one gives the same bytes.")] = "2016",
    policy: Annotated[
        str, typer.Option(help="Who plays: NAME for all seats, or NAME,NAME,... by seat.")
    ] = "random",
    rule: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="A switch of the rules.")
    ] = None,
    components: Annotated[
        list[str] | None, typer.Option(metavar="[KIND=]NAME", help="A known component, or a CSV file.")
    ] = None,
    log: Annotated[str, typer.Option(help="events, or games for all but the table of events.")] = "events",
    force: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="What one seat is forced to, as card=NAME."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the run (default: below data/runs).")] = None,
    workers: Annotated[str | None, typer.Option(help="Threads (default: all processors).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play games and log them as Parquet; an interrupted run goes on, a finished one is opened."""
    chosen = read_components(components)
    run = run_simulation(
        game, players, games, seed, policy, pairs("rule", rule), chosen, log, out, workers,
        force=pairs("force", force),
    )  # fmt: skip
    summary = summarise(run)
    typer.echo(json.dumps(summary) if as_json else _words(summary))


def summarise(run: Run) -> dict[str, Any]:
    """Return what ``simulate --json`` prints: the run's facts and its rows a table."""
    shards = run.record["shards"]
    return {
        "run": str(run.path),
        "game": run.game,
        "games": run.count,
        "players": run.players,
        "policies": run.policies,
        "seed": run.seed,
        "rules": run.rules,
        "components": {
            kind: {key: one[key] for key in ("name", "sha256")} for kind, one in run.components.items()
        },
        "log": run.record["log"],
        "version": run.record["version"],
        "tables": {table: sum(shard["rows"][table] for shard in shards) for table in run.tables},
    }


def _words(summary: Mapping[str, Any]) -> str:
    who = ", ".join(dict.fromkeys(summary["policies"]))
    rows = ", ".join(f"{count:,} {table}" for table, count in summary["tables"].items())
    return (
        f"{summary['games']:,} games of {summary['game']}, {summary['players']} players ({who}), "
        f"seed {summary['seed']}\nrows: {rows}\n{summary['run']}"
    )


@app.command()
def report(
    names: Annotated[list[str] | None, typer.Argument(help="Notebooks, as first_bite; all if none.")] = None,
    games: Annotated[str | None, typer.Option(help="Games of each run, instead of the notebook's.")] = None,
    seed: Annotated[str | None, typer.Option(help="Seed, instead of the notebook's.")] = None,
    param: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="A notebook's parameter.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the pages.")] = Path("reports"),
) -> None:
    """Run notebooks and render one self-contained HTML page each, with an index."""
    from analysis.reports import make_report  # noqa: PLC0415  (slow to import)

    parameters: dict[str, Any] = {key: _value(text) for key, text in pairs("param", param).items()}
    for name, value in (("games", games), ("seed", seed)):
        if value is not None and name in parameters:
            raise GamegaugeError(f"{name} is given twice, as --{name} and --param; allowed: once")
    if games is not None:
        parameters["games"] = read_whole("games", games, 1, MAX_GAMES)
    if seed is not None:
        parameters["seed"] = read_whole("seed", seed, 0, MAX_SEED)
    for page in make_report(names or [], parameters, out):
        typer.echo(str(page))


def _value(text: str) -> Any:
    """Read a parameter: a number, a JSON value, a file, or else a text."""
    for read in (parse_whole, json.loads):
        try:
            return read(text)
        except (ValueError, RecursionError):
            continue
    # A notebook runs in its own folder: a component's file is meant as seen from here.
    is_file = text.endswith((".csv", ".toml")) and os.path.isfile(text)
    return os.path.abspath(text) if is_file else text


app.command()(compare_command.compare)
app.command()(log_commands.verify)
app.command()(log_commands.replay)


@app.command("list")
def list_things(
    what: Annotated[str, typer.Argument(help="games, policies, rules or components.")],
    game: Annotated[str | None, typer.Argument(help="Of one game; of all if none.")] = None,
) -> None:
    """List games, and the policies, rules and components of each."""
    if what not in LISTS:
        raise GamegaugeError(f"cannot list {what!r}; allowed: {', '.join(LISTS)}")
    for name in [game] if game else GAMES:
        typer.echo(_list(what, name))


def _list(what: str, game: str) -> str:
    block = get_game(game)
    if what == "games":
        fewest, most = block.seats
        return f"{block.name}: {block.title}, {fewest} to {most} players"
    if what == "policies":
        lines = [line for name in block.policies for line in _policy_lines(block, name)]
    elif what == "rules":
        rules = block.rules
        lines = [
            f"{name}={_plain(field.default)}  ({rules.rule_id(name)}) {field.description}; "
            f"{rules.allowed(name)}"
            for name, field in rules.model_fields.items()
        ]
    else:
        lines = [
            f"{kind}: {', '.join(shipped_names(data_folder() / one.folder, one.suffix))}"
            for kind, one in block.components.items()
        ]
    return "\n".join([f"{block.name}", *(f"  {line}" for line in lines)])


def _policy_lines(game: Game, name: str) -> list[str]:
    """Explain a policy, and how its parameters are typed."""
    lines = [f"{name}: {_first_line(game.policies[name])}"]
    parameters = game.parameters.get(name, ())
    for place, one in enumerate(parameters):
        short = f" or {name}:{one.sign}" if place == 0 else ""
        lines.append(
            f"  {name}:{one.name}={one.sign}{short}: {one.meaning}; {one.allowed}, "
            f"{one.told(one.default)} if not given"
        )
    if len(parameters) > 1:
        joined = ":".join(f"{one.name}={one.sign}" for one in parameters[:2])
        lines.append(f"  several together: {name}:{joined}")
    return lines


def _first_line(policy: Any) -> str:
    return str(policy.py_func.__doc__).strip().splitlines()[0]


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _usage(given: Sequence[str]) -> str:
    """Say what a command line may be, for one that the parser refused."""
    commands = [
        command.name or command.callback.__name__ for command in app.registered_commands if command.callback
    ]
    if given and given[0] in commands:
        return f"what 'gamegauge {given[0]} --help' shows"
    return f"{', '.join(commands)}, or --help"


def _refuse_repeats(given: Sequence[str]) -> None:
    """Refuse an option that takes one value and is given twice: the parser would keep the last in silence."""
    commands = typer.main.get_group(app).commands
    command = next((commands[text] for text in given if text in commands), None)
    for option in command.params if command else []:
        names = [] if option.multiple else option.opts
        times = sum(text.partition("=")[0] in names for text in given)
        if times > 1:
            raise GamegaugeError(f"{option.opts[0]} is given {times} times; allowed: once")


def _take_over_interrupts() -> None:
    """Put Python's own handler of Ctrl-C back: that of Polars panics aloud in the midst of a part."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; bad input ends with one line and exit 2, Ctrl-C with exit 130."""
    _take_over_interrupts()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        _refuse_repeats(given)
        status = app(args=given or ["--help"], standalone_mode=False)
    except GamegaugeError as error:
        print(f"gamegauge: {one_line(error)}", file=sys.stderr)
        status = 2
    except typer.TyperException as error:
        message = one_line(error.format_message()).rstrip(".")
        print(f"gamegauge: {message}; allowed: {_usage(given)}", file=sys.stderr)
        status = 2
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    except (BrokenPipeError, SystemExit):  # typer exits by itself where the reader of a pipe has gone
        status = 0
    except OSError as error:
        print(
            f"gamegauge: output cannot be written: {error.strerror}; allowed: a place with room",
            file=sys.stderr,
        )
        status = 2
    if status == INTERRUPTED:
        kept = f"; the same command goes on after the last part of {PART_GAMES:,} games that was whole"
        goes_on = kept if given[:1] == ["simulate"] else ""
        print(f"gamegauge: interrupted{goes_on}", file=sys.stderr)
    sys.exit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
