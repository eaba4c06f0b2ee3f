"""Notebooks are thin, whole and repeatable."""

import ast
import re
from copy import deepcopy
from pathlib import Path

import nbformat
import pytest
from nbformat import v4

FOLDER = Path(__file__).parents[2] / "notebooks"
PATHS = sorted(path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
MOST_BYTES = 800_000
MOST_CELLS = 20
MOST_LINES = 100
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs(notebook):
    return [output for cell in code_cells(notebook) for output in cell.outputs]


def texts(output):
    """Return everything in an output that is text."""
    data = [value for kind, value in output.get("data", {}).items() if not kind.startswith("image/png")]
    return [str(value) for value in (*data, output.get("text", ""))]


def prose_faults(notebook):
    titles = [
        line
        for cell in notebook.cells
        if cell.cell_type == "markdown"
        for line in cell.source.splitlines()
        if line.startswith("# ")
    ]
    first = notebook.cells[0] if notebook.cells else None
    if len(titles) != 1:
        yield f"{len(titles)} titles"
    elif first.cell_type != "markdown" or not first.source.startswith("# "):
        yield "the title does not stand first"


def code_faults(notebook):
    cells = code_cells(notebook)
    lines = [line for cell in cells for line in cell.source.splitlines() if line.strip()]
    tagged = [cell for cell in cells if "parameters" in cell.metadata.get("tags", [])]
    if len(tagged) != 1:
        yield f"{len(tagged)} cells of parameters"
    if len(cells) > MOST_CELLS:
        yield f"{len(cells)} code cells"
    if len(lines) > MOST_LINES:
        yield f"{len(lines)} lines of code"
    if any(re.match(r"\s*[%!]", line) for line in lines):
        yield "magic or shell commands"
    elif any(isinstance(node, DEFINITIONS) for cell in cells for node in ast.walk(ast.parse(cell.source))):
        yield "a definition"


def run_faults(notebook):
    counts = [cell.execution_count for cell in code_cells(notebook)]
    if counts != list(range(1, len(counts) + 1)):
        yield f"cells run in the order {counts}"
    if any("execution" in cell.metadata for cell in code_cells(notebook)):
        yield "times of execution"
    if "widgets" in notebook.metadata:
        yield "widgets"
    if notebook.metadata.get("kernelspec", {}).get("name") != "python3":
        yield "another kernel"


def output_faults(notebook):
    for output in outputs(notebook):
        if output.output_type == "error":
            yield "an error"
        if output.get("name") == "stderr":
            yield "a message on standard error"
        kinds = list(output.get("data", {}))
        if any("widget" in kind for kind in kinds):
            yield "a widget"
        if "image/svg+xml" in kinds or any("<svg" in text for text in texts(output)):
            yield "an SVG figure"
        if any(re.search(r"\bat 0x[0-9a-f]+", text) for text in texts(output)):
            yield "a memory address"


def faults(notebook):
    """Return what is wrong with a notebook."""
    checks = (prose_faults, code_faults, run_faults, output_faults)
    return [fault for check in checks for fault in check(notebook)]


def test_there_are_notebooks():
    assert PATHS


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_notebooks_are_thin_whole_and_repeatable(path):
    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    assert faults(notebook) == []
    assert path.stat().st_size < MOST_BYTES


def cell(source, count=1, **output):
    """Return a code cell with at most one output."""
    return v4.new_code_cell(
        source, execution_count=count, outputs=[v4.new_output(**output)] if output else []
    )


def good():
    parameters = v4.new_code_cell("games = 1", execution_count=1, metadata={"tags": ["parameters"]})
    picture = cell("games", 2, output_type="display_data", data={"image/png": "at 0x12", "text/plain": "a"})
    return v4.new_notebook(
        cells=[v4.new_markdown_cell("# A question\n\n## Part"), parameters, picture],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    )


def shown(kind, text):
    return {"output_type": "display_data", "data": {kind: text}}


BAD = {
    "0 titles": lambda one: one.cells.pop(0),
    "2 titles": lambda one: one.cells.append(v4.new_markdown_cell("text\n# Another")),
    "the title does not stand first": lambda one: one.cells.append(one.cells.pop(0)),
    "0 cells of parameters": lambda one: one.cells[1].metadata.clear(),
    "2 cells of parameters": lambda one: one.cells[2].metadata.update(tags=["parameters"]),
    "21 code cells": lambda one: one.cells.extend(cell("x", 3 + n) for n in range(19)),
    "102 lines of code": lambda one: one.cells.append(cell("\n".join(["x"] * 100), 3)),
    "a definition": lambda one: one.cells.append(cell("if x:\n    def f(): pass", 3)),
    "magic or shell commands": lambda one: one.cells.append(cell("%matplotlib inline", 3)),
    "cells run in the order [1, 2, None]": lambda one: one.cells.append(cell("x", None)),
    "cells run in the order [1, 2, 4]": lambda one: one.cells.append(cell("x", 4)),
    "times of execution": lambda one: one.cells[1].metadata.update(execution={}),
    "widgets": lambda one: one.metadata.update(widgets={}),
    "another kernel": lambda one: one.metadata.kernelspec.update(name="conda"),
    "an error": lambda one: one.cells.append(cell("x", 3, output_type="error")),
    "a message on standard error": lambda one: one.cells.append(
        cell("x", 3, output_type="stream", name="stderr", text="a")
    ),
    "a widget": lambda one: one.cells.append(
        cell("x", 3, **shown("application/vnd.jupyter.widget-view+json", {"model_id": "1"}))
    ),
    "an SVG figure": lambda one: one.cells.append(cell("x", 3, **shown("image/svg+xml", "<svg/>"))),
    "a memory address": lambda one: one.cells.append(cell("x", 3, **shown("text/plain", "<Axes at 0x7f12>"))),
}


def test_a_good_notebook_has_no_fault():
    assert faults(good()) == []


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_notebook_is_found(fault):
    notebook = deepcopy(good())
    BAD[fault](notebook)
    assert faults(notebook) == [fault]
