"""The command that plays one game in two ways and tells what changes."""

from typing import Annotated, Any

import typer

from analysis.options import pairs, read_components
from simulation import GamegaugeError
from simulation.plan import make_plan
from simulation.registry import get_game
from simulation.runs import simulate


def _rule(side: str) -> Any:
    return typer.Option(
        metavar="KEY=VALUE", help=f"A switch of the rules of {side.upper()}; by default none."
    )


def _components(side: str) -> Any:
    return typer.Option(metavar="[KIND=]NAME", help=f"Components of {side.upper()}, if not those of both.")


def _policy(side: str) -> Any:
    return typer.Option(help=f"Who plays {side.upper()}, if not those who play both.")


def compare(
    game: Annotated[str, typer.Argument(help="Game to play; see 'gamegauge list games'.")],
    rule_a: Annotated[list[str] | None, _rule("a")] = None,
    rule_b: Annotated[list[str] | None, _rule("b")] = None,
    components_a: Annotated[list[str] | None, _components("a")] = None,
    components_b: Annotated[list[str] | None, _components("b")] = None,
    policy_a: Annotated[str | None, _policy("a")] = None,
    policy_b: Annotated[str | None, _policy("b")] = None,
    players: Annotated[str | None, typer.Option(help="Players at the table (4, or one a policy).")] = None,
    games: Annotated[str, typer.Option(help="Games of each, as 100000, 1e5 or 100_000.")] = "20_000",
    seed: Annotated[str, typer.Option(help="Seed of both.")] = "2016",
    policy: Annotated[
        str | None,
        typer.Option(
            help="Who plays both: NAME for all seats, or NAME,NAME,... by seat; by default a good one."
        ),
    ] = None,
    components: Annotated[
        list[str] | None,
        typer.Option(metavar="[KIND=]NAME", help="Components of both: a known one, or a CSV file."),
    ] = None,
    workers: Annotated[str | None, typer.Option(help="Threads (default: all processors).")] = None,
) -> None:
    """Play the same deals in two ways, A and B, and tell what changes from A to B."""
    from analysis import compare as comparing  # noqa: PLC0415  (slow to import)

    given = (rule_a, rule_b, components_a, components_b, policy_a, policy_b)
    if all(one is None or one == [] for one in given):
        raise GamegaugeError(
            "nothing to compare; allowed: --rule-a, --rule-b, --components-a, --components-b, --policy-a or "
            "--policy-b"
        )
    usual = get_game(game).usual_policy if policy is None else policy
    who = [usual if one is None else one for one in (policy_a, policy_b)]
    rules = [pairs("rule-a", rule_a), pairs("rule-b", rule_b)]
    chosen = [read_components(one or components) for one in (components_a, components_b)]
    ways = list(zip(who, rules, chosen, strict=True))
    seats = [make_plan(game, players, games, seed, *way).players for way in ways]  # before one is played
    if seats[0] != seats[1]:
        raise GamegaugeError(
            f"{seats[0]} players in A and {seats[1]} in B cannot be compared; allowed: as many in both"
        )
    runs = [simulate(game, players, games, seed, *way, "games", None, workers) for way in ways]
    finding = comparing.compare(*runs)
    for line in (finding.headline, "", *comparing.lines(finding), "", str(finding.basis), *finding.caveats):
        typer.echo(line)
