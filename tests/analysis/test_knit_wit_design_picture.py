"""The picture of a design: every loop, word and spool is on it, and lies in what the log says."""

from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from matplotlib.colors import to_rgba
from matplotlib.patches import Circle, PathPatch

from analysis.knit_wit.design_curves import draw_curves
from analysis.knit_wit.design_layout import lay_out
from analysis.knit_wit.design_picture import RING, SPOOL, STRINGS, design_picture
from drawings import title
from run_folders import refused
from simulation import Run, simulate
from simulation.games.knit_wit.replay_design import Design

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1))
WORDS = ("pet", "cold", "big", "in the bathroom", "smaller than a breadbox", "red", "odd", "new")


class Pretended(Run):
    """A run of a game without rows."""

    def __init__(self, game):
        super().__init__(Path("pretended"), {"game": game, "games": 1})

    def rows_of_game(self, name, game_id):
        return []


@pytest.fixture(scope="module", params=[2, 8])
def run(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("designs") / "run"
    return simulate("knit_wit", request.param, 3, seed=request.param, out=folder, progress=False, workers=1)


@pytest.fixture(scope="module")
def ax(run):
    """Return the picture of the first game."""
    return design_picture(run)


def strings(ax):
    """Return the loops' curves by colour."""
    found = [patch for patch in ax.patches if isinstance(patch, PathPatch) and not patch.get_fill()]
    return {patch.get_label(): patch for patch in found}


def circles(ax, radius):
    return [patch for patch in ax.patches if isinstance(patch, Circle) and patch.radius == radius]


def texts(ax):
    return [text.get_text() for text in ax.texts]


def loops_round(ax, circle):
    """Return the colours of the loops that a circle lies in."""
    return {name for name, loop in strings(ax).items() if loop.get_path().contains_point(circle.center)}


def test_every_loop_has_its_colour_and_word(run, ax):
    events = run.rows_of_game("events", 0)
    assert {name: loop.get_edgecolor() for name, loop in strings(ax).items()} == {
        row["colour"]: to_rgba(STRINGS[row["colour"]]) for row in events if row["event"] == "loop"
    }
    for row in events:
        if row["event"] == "word":
            (tag,) = (text for text in ax.texts if text.get_text() == row["word"])
            points = strings(ax)[row["colour"]].get_path().vertices
            assert min(abs(points - tag.xy).sum(axis=1)) < 1e-9


def test_every_spool_lies_in_its_loops(run, ax):
    spools, events = run.rows_of_game("spools", 0), run.rows_of_game("events", 0)
    turns = {row["turn"]: row["colour"] for row in events if row["event"] == "loop"}
    found = {}
    for disc in circles(ax, SPOOL):
        number, worth = (text.get_text() for text in ax.texts if _is_on(disc, text))
        found[number] = worth, loops_round(ax, disc)
    assert found == {
        str(row["spool"]): (
            f"+{row['loops']}",
            {colour for turn, colour in turns.items() if row["signature"] >> turn & 1},
        )
        for row in spools
    }


def _is_on(disc, text):
    x, y = text.get_position()
    return not text.get_bbox_patch() and max(abs(x - disc.center[0]), abs(y - disc.center[1])) < SPOOL


@pytest.mark.rule("KW-7")
def test_the_rings_lie_in_the_regions_without_a_spool(run, ax):
    design = Design.of(run.rows_of_game("events", 0))
    empty = [region for region in design.regions if region and region not in design.spools]
    found = [loops_round(ax, ring) for ring in circles(ax, RING)]
    assert len(found) == len(empty) == run.rows_of_game("games", 0)[0]["regions"] - 1 - len(design.spools)
    assert all({design.colours[loop] for loop in design.loops(region)} in found for region in empty)


def test_everything_is_within_the_axes_and_no_word_on_another(ax):
    ax.figure.draw_without_rendering()
    box = ax.get_window_extent().padded(2)
    boxes = [text.get_bbox_patch().get_window_extent() for text in ax.texts if text.get_bbox_patch()]
    assert all(box.fully_containsx(one.x0) and box.fully_containsx(one.x1) for one in boxes)
    assert all(box.fully_containsy(one.y0) and box.fully_containsy(one.y1) for one in boxes)
    assert not any(one.overlaps(other) for one in boxes for other in boxes if one is not other)


def test_the_same_picture_comes_twice(run, ax):
    again = design_picture(run.path, "0")
    for name, loop in strings(again).items():
        assert loop.get_path().vertices.tolist() == strings(ax)[name].get_path().vertices.tolist()
    placed = [[(*text.get_position(), text.get_text()) for text in one.texts] for one in (ax, again)]
    assert placed[0] == placed[1]


def test_it_is_drawn_where_it_is_asked_for(run):
    _, (left, right) = plt.subplots(1, 2, figsize=(12, 4), layout="constrained")
    assert design_picture(run, 1, right) is right
    assert not left.patches
    assert title(right).startswith("Game 1: ")


def test_the_title_tells_the_best_spools(run, ax):
    spools = run.rows_of_game("spools", 0)
    most = max(row["loops"] for row in spools)
    best = [str(row["spool"]) for row in spools if row["loops"] == most]
    assert f"{most} point" in title(ax)
    assert all(number in title(ax) for number in best) or f"{len(best)} spools" in title(ax)


def test_loops_are_closed_curves_in_one_piece(run):
    for game in range(run.count):
        design = Design.of(run.rows_of_game("events", game))
        curves = draw_curves(design.regions, len(design.colours))
        assert curves.are_true
        assert curves.pieces == [1] * len(design.colours)


def test_every_region_has_its_hexagon_and_neighbours_touch():
    cells = lay_out([0, 1, 2, 3, 4])
    assert sorted(cells) == [1, 2, 3, 4]
    assert len(set(cells.values())) == 4
    for loop in (1, 2):
        (one, other) = (cell for region, cell in cells.items() if region & loop)
        assert (other[0] - one[0], other[1] - one[1]) in STEPS


def test_loops_that_cannot_be_drawn_in_one_piece_are_told(monkeypatch):
    design = Design()
    design.colours, design.words = list(STRINGS), list(WORDS)
    # Eight loops that all meet in one region: a hexagon touches but six others.
    design.regions, design.spools = [0, 255, *(1 << loop for loop in range(8))], {255: 4}
    monkeypatch.setattr(Design, "of", lambda events: design)
    note = texts(design_picture(Pretended("knit_wit")))[0]
    assert "in one piece, but could only be drawn in pieces." in note
    assert "see the replay" not in note


def test_what_cannot_be_drawn_is_refused(tmp_path):
    short = simulate("knit_wit", 2, 2, log="games", out=tmp_path / "short", progress=False)
    assert "log='games'" in refused(design_picture, short)
    assert "0 to 1" in refused(design_picture, short, 2)
    assert "a whole number" in refused(design_picture, short, "first")
    assert "no run" in refused(design_picture, 3)
    assert "runs of knit_wit" in refused(design_picture, Pretended("knitting"))
