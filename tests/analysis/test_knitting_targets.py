"""Lengths, leaders and targets: held against score sheets written by hand, and counted again."""

import numpy as np
import pytest

from analysis import knitting
from analysis.knitting.races import (
    decided_by_real_life,
    decided_by_subtraction,
    first_to,
    leader_wins,
    winners_lead,
)
from analysis.knitting.sheets import by_seat, sums_of_fos
from analysis.knitting.target_words import headline
from analysis.knitting.targets import default_target, points_there_are
from drawings import title
from hand_made_runs import rows, rows_by_game
from knitting_sheets import duel_counted, sheets, with_cells
from knitting_sheets import knitting as play
from plain_statistics import same, share_of
from run_folders import play as play_knutten
from run_folders import refused
from simulation import simulate

# Games written by hand


def fo(seat, turn, points, bonus=0, **cells):
    return {"seat": seat, "finished_turn": turn, "points": points, "bonus": bonus, **cells}


def sheet(*scores, subtracted=(0, 0), bonus=(0, 0), stash=(0, 0), wins=(1, 0)):
    """Return the seats of a game of two."""
    return [
        {
            "seat": seat, "score": scores[seat], "subtracted": subtracted[seat], "bonus": bonus[seat],
            "stash": stash[seat], "win_share": wins[seat],
        }
        for seat in range(2)
    ]  # fmt: skip


def test_the_first_to_some_points_is_found(tmp_path):
    games = [
        [fo(0, 2, 30), fo(1, 5, 20), fo(1, 3, 25), fo(0, 9, 10)],  # seat 1 has 45 on turn 5
        [fo(0, 8, 39), fo(1, 9, 40), {"seat": 0, "finished_turn": None, "points": 50}],  # seat 1, just 40
        [fo(0, 2, 20), fo(1, 3, 39)],  # nobody
        [fo(1, 4, 25, bonus=25)],  # seat 1 by its bonus
    ]
    run = with_cells(play(tmp_path / "run", 2, 4), "patterns", games)
    assert first_to(run, 40).rows() == [(0, 1, 5), (1, 1, 9), (3, 1, 4)]
    run = with_cells(run, "seats", [sheet(0, 5, wins=wins) for wins in ((0, 1), (1, 0), (0, 1), (0.5, 0.5))])
    leader = leader_wins(run, 40)
    assert leader.hits.tolist() == [1, 0, 0, 0.5]
    assert leader.tries.tolist() == [1, 1, 0, 1]
    assert leader.value == pytest.approx(0.5)


def test_what_subtraction_and_bonus_decide_follows_from_the_sheets(tmp_path):
    games = [
        sheet(50, 45, subtracted=(0, 4)),  # 49 is still less
        sheet(50, 45, subtracted=(0, 6)),  # 51 would have won
        sheet(50, 45, subtracted=(0, 5), stash=(3, 2)),  # a tie that the stash breaks the same way
        sheet(50, 45, subtracted=(0, 5), stash=(2, 2)),  # a tie that would have been shared
        sheet(45, 50, subtracted=(9, 1), bonus=(0, 20), wins=(0, 1)),  # both
        sheet(50, 50, subtracted=(0, 4), bonus=(3, 0), wins=(0.5, 0.5)),  # one alone, but no other
    ]
    run = with_cells(play(tmp_path / "run", 2, 6), "seats", games)
    assert decided_by_subtraction(run).hits.tolist() == [0, 1, 0, 1, 1, 0]
    assert decided_by_real_life(run).hits.tolist() == [0, 0, 0, 0, 1, 0]
    assert winners_lead(run).hits.tolist() == [5, 5, 5, 5, 5, 0]


def test_a_game_is_decided_though_some_seat_loses_either_way(tmp_path):
    seats = [
        {"seat": seat, "score": score, "subtracted": off, "win_share": float(seat == 0)}
        for seat, (score, off) in enumerate(
            [(50, 0), (45, 5), (10, 0)]
        )  # the second would have shared the win
    ]
    run = with_cells(play(tmp_path / "run", 3, 1), "seats", [seats])
    assert decided_by_subtraction(run).hits.tolist() == [1]


def test_fos_are_summed(tmp_path):
    games = [[fo(0, 2, 30, 5, weeks=4, yarn=6), fo(0, 3, 10, weeks=1, yarn=2), {"seat": 1, "weeks": 7}], []]
    games[0][2]["finished_turn"] = None
    run = with_cells(play(tmp_path / "run", 2, 2), "patterns", games)
    sums = {name: values.tolist() for name, values in sums_of_fos(run).items()}
    none = [0, 0]
    assert sums == {
        "fos": [[2, 0], none],
        "weeks": [[5, 0], none],
        "yarn": [[8, 0], none],
        "points": [[45, 0], none],
    }


# Length


def table_of_turns(folder, players, turns, **cells):
    games = [
        [{"players": players, "turns": count, **{name: values[game] for name, values in cells.items()}}]
        for game, count in enumerate(turns)
    ]
    return with_cells(play(folder, players, len(turns)), "games", games)


def test_lengths_are_those_of_the_games(tmp_path):
    turns = list(range(20, 120))
    run = table_of_turns(
        tmp_path / "run", 2, turns,
        reshuffles=[1] * 30 + [0] * 70, patterns_left=[0] * 5 + [1] * 95, community_left=[3] * 100,
        end_reason=["stalled"] + ["target"] * 99,
    )  # fmt: skip
    finding = knitting.game_length(run, seconds_per_turn=45)
    found = {(row["measure"], row["statistic"]): row for row in finding.table.to_dicts()}
    assert found["turns a player", "mean"]["estimate"] == pytest.approx(np.mean(turns) / 2)
    assert found["minutes", "mean"]["estimate"] == pytest.approx(np.mean(turns) * 0.75)
    assert found["minutes", "50%"]["estimate"] == pytest.approx(69 * 0.75)
    events = {
        "yarn deck runs out": 30,
        "pattern deck runs out": 5,
        "community deck is bought up": 0,
        "stalled": 1,
    }
    for measure, hits in events.items():
        row = found[measure, "share"]
        assert same((row["estimate"], row["low"], row["high"]), share_of([1] * hits + [0] * (100 - hits)))
    assert any("45 seconds a turn are assumed" in caveat for caveat in finding.caveats)
    assert any("1 of 100 games stalled (KT-14)" in caveat for caveat in finding.caveats)
    assert "At an assumed 45 seconds a turn, a game of 2 takes 52.1 minutes" in finding.headline
    assert "the yarn deck runs out in 30.0%" in finding.headline


def test_tables_of_several_sizes_stand_side_by_side(tmp_path):
    runs = [play(tmp_path / str(size), size, 40) for size in (3, 2)]
    finding = knitting.game_length(runs)
    assert finding.table["players"].unique(maintain_order=True).to_list() == [2, 3]
    assert (finding.n, finding.players) == (80, "2, 3")
    ax = finding.plot()
    assert title(ax).startswith("From ")
    assert len(ax.get_legend().get_texts()) == 2
    (mean,) = finding.table.filter(players=2, measure="minutes", statistic="mean")["estimate"]
    assert title(knitting.game_length(runs[1]).plot()) == f"A game of 2 takes {mean:.0f} minutes"


def test_lengths_that_cannot_be_told_are_refused(tmp_path):
    run = play(tmp_path / "run", 2, 5)
    assert "seconds" in refused(knitting.game_length, run, -1)
    assert "seconds" in refused(knitting.game_length, run, float("inf"))
    assert "a size each" in refused(knitting.game_length, [run, run])
    assert "a size each" in refused(knitting.game_length, [])
    other = play(tmp_path / "other", 3, 5, rules={"target": 50})
    assert "more than players" in refused(knitting.game_length, [run, other])
    assert "knutten" in refused(knitting.game_length, play_knutten(tmp_path / "knutten", 5))


# Targets


@pytest.fixture(scope="module")
def sweep(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(tmp_path_factory.mktemp("runs")))
        yield knitting.target_sweep((40, 70), 2, "greedy", "random", 80, seed=8, seconds_per_turn=60)


def played(target, **arguments):
    return simulate(
        "knitting", 2, 80, 8, "greedy", rules={"target": target}, log="games", progress=False, **arguments
    )


def test_every_target_is_counted_again(sweep):
    assert sweep.table["target"].unique(maintain_order=True).to_list() == [40, 70, default_target()]
    for target in (40, 70, 100):
        run = played(target)
        found = {row["measure"]: row for row in sweep.table.filter(target=target).to_dicts()}
        turns = np.array([row["turns"] for row in rows(run, "games")])
        assert found["turns a player"]["estimate"] == pytest.approx(turns.mean() / 2)
        assert found["minutes"]["estimate"] == pytest.approx(turns.mean())
        scores = sheets(run, "score")
        assert found["winner's lead"]["estimate"] == pytest.approx(abs(scores[:, 0] - scores[:, 1]).mean())
        wins, _ = duel_counted("greedy", "random", 2, 80, seed=8, rules={"target": target})
        assert found["better player wins"]["estimate"] == pytest.approx(wins.mean())
        assert found["first to half wins"]["estimate"] == pytest.approx(plain_leader(run, target / 2))


def plain_leader(run, points):
    """Return how often the first to some points wins, game by game."""
    won = []
    for patterns, seats in zip(rows_by_game(run, "patterns"), rows_by_game(run, "seats"), strict=True):
        mats = [0] * len(seats)
        fos = [row for row in patterns if row["finished_turn"] is not None]
        for row in sorted(fos, key=lambda row: row["finished_turn"]):
            mats[row["seat"]] += row["points"] + row["bonus"]
            if mats[row["seat"]] >= points:
                won.append(seats[row["seat"]]["win_share"])
                break
    return np.mean(won)


def test_targets_are_held_against_the_rulebook_on_the_same_deals(sweep):
    base = {row["measure"]: row for row in sweep.table.filter(rulebook=True).to_dicts()}
    turns = {
        target: np.array([row["turns"] for row in rows(played(target), "games")]) for target in (40, 100)
    }
    for row in sweep.table.to_dicts():
        if row["rulebook"]:
            assert (row["difference"], row["difference_low"]) == (0, None)
        else:
            assert row["difference"] == pytest.approx(row["estimate"] - base[row["measure"]]["estimate"])
            assert row["difference_low"] <= row["difference"] <= row["difference_high"]
    row = sweep.table.filter(target=40, measure="minutes").row(0, named=True)
    paired, apart = (np.std(one, ddof=1) for one in (turns[40] - turns[100], turns[40] + turns[100]))
    reach = row["difference_high"] - row["difference"]
    assert reach == pytest.approx(paired / np.sqrt(80) * 3.2, rel=0.1)
    assert paired < apart


def test_a_higher_target_takes_longer(sweep):
    lengths = sweep.table.filter(measure="minutes")["estimate"].to_list()
    assert lengths == sorted(lengths)
    assert sweep.n == 3 * (80 + 80)
    assert (
        "In 80 games a target, from a target of 40 to 100, a game of 2 by greedy players takes"
        in sweep.headline
    )
    assert "at an assumed 60 seconds a turn" in sweep.headline
    assert "one greedy among random players wins" in sweep.headline
    assert "target 40, 70, 100" in sweep.rules


def test_targets_that_cannot_be_reached_are_named():
    finding = knitting.target_sweep((900,), 2, "greedy", "random", 20, rules={"max_turns": 60})
    plain, special = points_there_are(simulate("knitting", 2, 1, policies="greedy", progress=False))
    told = f"at 900 100.0% (83.9 to 100.0%) of games stall (all patterns of the catalogue are worth {plain} "
    assert told in finding.headline
    assert f"{plain / 2:.0f} a player, and the special ones {special})" in finding.headline
    assert "at a target of 100" in finding.headline
    none = finding.table.filter(target=900)
    assert headline(none, 2, ("a", "b"), 30, (plain, special)).startswith(
        "No target can be played by 2: at 900 100.0%"
    )


def test_the_catalogue_is_added_up():
    run = simulate("knitting", 2, 1, policies="greedy", progress=False)
    plain = sum(one["points"] for one in run.components["patterns"]["patterns"])
    special = [one for one in run.components["community"]["cards"] if one["kind"] == "pattern"]
    assert points_there_are(run) == (plain, sum(one["points"] * one["copies"] for one in special))


def test_one_target_is_told_alone():
    finding = knitting.target_sweep((100,), 2, "greedy", "random", 20)
    assert "In 20 games a target, at a target of 100, a game of 2" in finding.headline
    assert finding.table["difference_low"].null_count() == finding.table.height
    assert title(finding.plot()).startswith("At 100 points")


def test_the_sweep_is_drawn(sweep):
    ax = sweep.plot()
    assert title(ax).startswith("Target 40 to 100: +")
    assert {"40", "70", "100", "even"} <= {text.get_text() for text in ax.texts}
    fig = knitting.plot_targets(sweep)
    assert [title(ax).partition(":")[0] for ax in fig.axes] == [
        "Turns a player", "Pattern deck runs out", "First to half wins", "Decided by subtraction",
    ]  # fmt: skip
    assert [ax.get_visible() for ax in knitting.plot_targets(sweep, ("minutes",)).axes] == [True, False]
    assert "beauty" in refused(knitting.plot_targets, sweep, ("beauty",))


@pytest.mark.parametrize("targets", [(), 80, (80, 80), (0,), ("many",)])
def test_targets_that_are_none_are_refused(targets):
    assert "target" in refused(knitting.target_sweep, targets, 2, games=20)


def test_games_that_cannot_be_played_are_refused():
    assert "games" in refused(knitting.target_sweep, (80,), 2, games=1)
    assert "seconds" in refused(knitting.target_sweep, (80,), 2, games=20, seconds_per_turn=-1)


def test_sheets_are_read_game_by_game(tmp_path):
    run = play(tmp_path / "run", 3, 20)
    assert (by_seat(run, "score") == sheets(run, "score")).all()
