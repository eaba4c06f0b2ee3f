"""Forced turns, counted again from the log in plain Python."""

from collections import Counter

import pytest

from analysis import knutten
from analysis.knutten.choices import real_choices
from drawings import title
from knutten_rig import write_deck
from plain_statistics import clustered, same
from run_folders import play, refused

RUNS = {
    "careful": {"games": 80, "players": 4, "policies": "careful"},
    "john": {"games": 60, "players": 3, "components": "specials", "rules": {"john": True}},
    "one game": {"games": 1, "players": 2},
}


@pytest.fixture(params=RUNS)
def run(request, tmp_path):
    return play(tmp_path / "run", **RUNS[request.param])


def options_by_game(run):
    """Return how often each number of options was open, game by game."""
    rows = real_choices(run.events, run).select("game_id", "event", "options").collect().rows()
    games = [Counter() for _ in range(run.count)]
    for game, event, options in rows:
        if event in ("play", "redraw", "pass", "john", "shoo"):
            games[game][options] += 1
    return games


def test_turns_are_counted_again(run):
    finding, games = knutten.forced_moves(run), options_by_game(run)
    assert finding.table["options"].to_list() == sorted(set().union(*games))
    for row in finding.table.to_dicts():
        hits = [game[row["options"]] for game in games]
        assert row["turns"] == sum(hits)
        assert same(
            (row["share"], row["low"], row["high"]), clustered(hits, [game.total() for game in games])
        )
    assert finding.table["share"].sum() == pytest.approx(1)
    assert finding.table["turns"].sum() == run.games.collect()["turns"].sum()


def test_the_headline_counts_forced_turns(run):
    finding, games = knutten.forced_moves(run), options_by_game(run)
    share, low, high = clustered([game[0] + game[1] for game in games], [game.total() for game in games])
    assert finding.headline.startswith(f"{100 * share:.1f}% ({100 * low:.1f} to {100 * high:.1f}%) of the ")
    assert f"of {run.count:,} games" in finding.headline
    none = sum(game[0] for game in games) / sum(game.total() for game in games)
    last = finding.headline.split("; ")[1]
    assert last.startswith(f"{100 * none:.1f}% (" if none else "every turn had")


def test_turns_that_all_have_options_are_told(tmp_path):
    deck = write_deck(tmp_path, {"0/1": 9})
    rules = {"wind": False, "max_turns": 5, "max_rounds": 2}
    finding = knutten.forced_moves(play(tmp_path / "run", games=10, components=deck, rules=rules))
    assert finding.table.select("options", "share").rows() == [(2, 1.0)]
    assert finding.headline.startswith("0.0%")
    assert "every turn had at least one" in finding.headline
    assert any("10 of 10 games stalled" in caveat for caveat in finding.caveats)


def test_forced_turns_stand_out_in_the_figure(run):
    finding = knutten.forced_moves(run)
    ax = finding.plot()
    assert "options" in title(ax)
    colours = {patch.get_facecolor(): [] for patch in ax.patches}
    for options, patch in zip(finding.table["options"], ax.patches, strict=True):
        colours[patch.get_facecolor()].append(options)
    forced, free = colours.values()
    assert max(forced) <= 1 < min(free)


def test_runs_without_events_are_refused(tmp_path):
    assert "events" in refused(knutten.forced_moves, play(tmp_path / "run", games=3, log="games"))
