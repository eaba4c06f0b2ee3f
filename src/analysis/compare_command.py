"""The command that plays one game by two sets of rules and tells what changes."""

from typing import Annotated

import typer

from analysis.options import pairs, read_components
from simulation import GamegaugeError
from simulation.registry import get_game
from simulation.runs import simulate

RULE_A = typer.Option("--rule-a", metavar="KEY=VALUE", help="A switch of the rules of A; by default none.")
RULE_B = typer.Option("--rule-b", metavar="KEY=VALUE", help="A switch of the rules of B; by default none.")


def compare(
    game: Annotated[str, typer.Argument(help="Game to play; see 'gamegauge list games'.")],
    rule_a: Annotated[list[str] | None, RULE_A] = None,
    rule_b: Annotated[list[str] | None, RULE_B] = None,
    players: Annotated[str | None, typer.Option(help="Players at the table (4, or one a policy).")] = None,
    games: Annotated[str, typer.Option(help="Games of each, as 100000, 1e5 or 100_000.")] = "20_000",
    seed: Annotated[str, typer.Option(help="Seed of both.")] = "2016",
    policy: Annotated[
        str, typer.Option(help="Who plays: NAME for all seats, or NAME,NAME,... by seat.")
    ] = "random",
    components: Annotated[
        list[str] | None, typer.Option(metavar="[KIND=]NAME", help="A known component, or a CSV file.")
    ] = None,
    workers: Annotated[str | None, typer.Option(help="Threads (default: all processors).")] = None,
) -> None:
    """Play the same deals by two sets of rules, A and B, and tell what changes from A to B."""
    from analysis import compare as comparing  # noqa: PLC0415  (slow to import)

    if not rule_a and not rule_b:
        raise GamegaugeError("nothing to compare; allowed: --rule-a KEY=VALUE, --rule-b KEY=VALUE, or both")
    both = [pairs("rule-a", rule_a), pairs("rule-b", rule_b)]
    for rules in both:  # before the first of them is played
        get_game(game).rules.read(rules)
    chosen = read_components(components)
    runs = [
        simulate(game, players, games, seed, policy, rules, chosen, "games", None, workers) for rules in both
    ]
    finding = comparing.compare(*runs)
    for line in (finding.headline, "", *comparing.lines(finding), "", str(finding.basis), *finding.caveats):
        typer.echo(line)
