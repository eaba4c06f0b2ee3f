"""Find the planner's weights: `.venv/bin/python benchmarks/tune_planner.py`.

Differential evolution (scipy) over all of its parameters. A set of weights is judged by how far the planner
ends ahead of the best of its three rivals, in every seat in turn, always on the same deals. The ladder is
measured on another seed.

Source: R. Storn, K. Price, "Differential evolution", J. Global Optimization 11 (1997).
"""

import sys

import numpy as np
from scipy.optimize import differential_evolution

from simulation.games.knitting.block import GAME
from simulation.match import Match, Pool
from simulation.plan import make_plan

SEED = 5
RIVALS = ("greedy", "marathoner", "hoarder")
PLAYERS = len(RIVALS) + 1
DEALS = 120
PARAMETERS = GAME.parameters["planner"]
BOUNDS = {
    "pace": (2, 8), "doubt": (0.02, 0.6), "haul": (1.2, 4), "card_cost": (0.3, 3), "haste": (0, 0.3),
    "fear": (0, 8), "next_weight": (0, 1), "yarn_worth": (0.05, 2), "wild_worth": (0, 2),
    "appetite": (1, 30), "satiety": (0.1, 1), "action_worth": (0, 8),
}  # fmt: skip
"""Ranges that are searched, narrower than those allowed."""


def policy(weights: np.ndarray) -> str:
    """Return the planner with these weights, as ``simulate`` takes it."""
    named = zip((one.name for one in PARAMETERS), weights, strict=True)
    return ":".join(["planner", *(f"{name}={value:.4g}" for name, value in named)])


def lead(weights: np.ndarray, deals: int = DEALS, seed: int = SEED) -> float:
    """Return by how many points the planner leads the best of the others, as a mean."""
    leads = []
    for seat in range(PLAYERS):
        policies = [*RIVALS[:seat], policy(weights), *RIVALS[seat:]]
        plan = make_plan("knitting", PLAYERS, seed=seed, policies=policies, log="games")
        piece = Match(plan, Pool()).play_piece(seat * deals, deals, lambda games: False)
        assert piece is not None
        scores = piece.rows["seats"]["score"].reshape(-1, PLAYERS).astype(float)
        own = scores[:, seat].copy()
        scores[:, seat] = -np.inf
        leads.append(own - scores.max(axis=1))
    return float(np.mean(leads))


def main() -> None:
    """Search and print the best weights of every generation."""
    start = np.array([one.default for one in PARAMETERS])
    bounds = [BOUNDS[one.name] for one in PARAMETERS]
    print(f"now: lead {lead(start):.2f}", flush=True)

    def tell(weights: np.ndarray, convergence: float) -> None:
        print(f"lead {lead(weights):.2f}  {policy(weights)}", flush=True)

    differential_evolution(
        lambda weights: -lead(weights),
        bounds,
        x0=np.clip(start, *np.transpose(bounds)),
        maxiter=int(sys.argv[1]) if sys.argv[1:] else 40,
        popsize=5,
        seed=SEED,
        tol=0,
        polish=False,
        callback=tell,
    )


if __name__ == "__main__":
    main()
