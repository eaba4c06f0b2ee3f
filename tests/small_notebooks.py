"""Small notebooks for reports."""

from pathlib import Path

import nbformat
from nbformat import v4

PARAMETERS = "games = 40\nseed = 1\nwords = 'none'"
ANSWER = """from analysis import knutten
from simulation import simulate

run = simulate("knutten", 3, games, seed, log="games", progress=False)
finding = knutten.first_bite(run)
finding"""


def write_notebook(folder: Path, name: str, cells: list[str], title: str = "A small question") -> None:
    """Write a notebook: a title, parameters, and cells of code."""
    parameters = v4.new_code_cell(PARAMETERS, metadata={"tags": ["parameters"]})
    notebook = v4.new_notebook(
        cells=[v4.new_markdown_cell(f"# {title}"), parameters, *map(v4.new_code_cell, cells)],
        metadata={"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
    )
    path = folder / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)


def write_small_notebooks(folder: Path) -> Path:
    """Write one notebook with an answer and a picture, one that only echoes, and one that fails."""
    write_notebook(folder, "knutten/tiny", [ANSWER, "_ = finding.plot()"], title="Bites & swarms < 31")
    write_notebook(folder, "knutten/echo", ["print(games, seed, words)"], title="Echo")
    write_notebook(folder, "other/broken", ["raise ValueError('two\\nlines')"], title="Broken")
    return folder
