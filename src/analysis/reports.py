"""Reports: notebooks run with new parameters, one self-contained HTML page each, and an index."""

import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import nbformat
import papermill
from jinja2 import Environment, FileSystemLoader
from nbclient.exceptions import DeadKernelError
from nbconvert import HTMLExporter
from nbconvert.preprocessors import TagRemovePreprocessor
from papermill.exceptions import PapermillExecutionError

from simulation import GamegaugeError
from simulation.errors import one_line
from simulation.paths import notebooks_folder
from simulation.store import write_atomically

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Page:
    """A rendered notebook, as the index shows it."""

    name: str
    title: str
    headline: str
    basis: str
    picture: str | None


def notebook_names() -> list[str]:
    """Return the notebooks there are, as game/name."""
    folder = notebooks_folder()
    paths = sorted(path.relative_to(folder) for path in folder.rglob("*.ipynb"))
    return [path.with_suffix("").as_posix() for path in paths if not _is_hidden(path)]


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def find_notebooks(names: Sequence[str]) -> list[str]:
    """Return the notebooks of some names, with or without their game; all if none are given.

    Raises
    ------
    GamegaugeError
        For a name that is no notebook's.
    """
    known = notebook_names()
    found = []
    for name in names:
        matches = [one for one in known if name in (one, one.rpartition("/")[2], one.partition("/")[0])]
        if not matches:
            raise GamegaugeError(f"unknown report {name!r}; allowed: {', '.join(known)}")
        found += matches
    return list(dict.fromkeys(found)) if names else known


def make_report(names: Sequence[str], parameters: Mapping[str, Any], out: Path) -> Iterator[Path]:
    """Run notebooks and render them; yield each page when it is written, the index last.

    Raises
    ------
    GamegaugeError
        For an unknown notebook or parameter, a notebook that fails, or a folder that cannot be written.
    """
    chosen = find_notebooks(names)
    for name in chosen:
        _check_parameters(name, parameters)
    _make_folder(out)
    pages = []
    for name in chosen:
        if sys.stderr.isatty():
            print(f"{name}: playing and rendering ...", file=sys.stderr)
        notebook = _run(name, parameters)
        target = out / f"{name}.html"
        _write(target, _render(notebook, name))
        pages.append(_page(name, notebook))
        yield target
    index = out / "index.html"
    _write(index, _index(pages))
    yield index


def _notebook_path(name: str) -> Path:
    return notebooks_folder() / f"{name}.ipynb"


def _check_parameters(name: str, parameters: Mapping[str, Any]) -> None:
    known = papermill.inspect_notebook(str(_notebook_path(name)))
    for parameter in parameters:
        if parameter not in known:
            raise GamegaugeError(
                f"unknown parameter {parameter!r} of {name}; allowed: {', '.join(known) or 'none'}"
            )


def _run(name: str, parameters: Mapping[str, Any]) -> nbformat.NotebookNode:
    with _quiet_kernels(), tempfile.TemporaryDirectory() as folder:
        try:
            executed: nbformat.NotebookNode = papermill.execute_notebook(
                str(_notebook_path(name)),
                str(Path(folder) / "executed.ipynb"),
                parameters=dict(parameters),
                kernel_name="python3",
                cwd=str(_notebook_path(name).parent),
                progress_bar=sys.stderr.isatty(),
                extra_arguments=["--log-level=CRITICAL"],
            )
            return executed
        except PapermillExecutionError as error:
            raise GamegaugeError(f"report {name} failed: {error.ename}: {one_line(error.evalue)}") from None
        except DeadKernelError:
            raise GamegaugeError(
                f"report {name} failed: its kernel died; allowed: parameters that fit into memory"
            ) from None


@contextmanager
def _quiet_kernels() -> Iterator[None]:
    """Keep progress bars out of rendered pages."""
    before = os.environ.get("GAMEGAUGE_PROGRESS")
    os.environ["GAMEGAUGE_PROGRESS"] = "off"
    try:
        yield
    finally:
        if before is None:
            del os.environ["GAMEGAUGE_PROGRESS"]
        else:
            os.environ["GAMEGAUGE_PROGRESS"] = before


def _render(notebook: nbformat.NotebookNode, name: str) -> str:
    """Return one page with everything in it: no script, style, font or picture from elsewhere."""
    exporter = HTMLExporter(template_name="page", extra_template_basedirs=[str(TEMPLATES)])
    hidden = TagRemovePreprocessor(remove_cell_tags={"setup"}, enabled=True)
    exporter.register_preprocessor(hidden, enabled=True)
    home = "../" * name.count("/") + "index.html"
    body, _ = exporter.from_notebook_node(
        notebook, resources={"metadata": {"name": _title(notebook, name)}, "home": home}
    )
    return str(body)


def _title(notebook: nbformat.NotebookNode, name: str) -> str:
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and cell.source.startswith("# "):
            return str(cell.source.splitlines()[0][2:].strip())
    return name


def _page(name: str, notebook: nbformat.NotebookNode) -> Page:
    """Gather what the index shows: the first finding and the first picture."""
    data = [
        output.data
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "data" in output
    ]
    findings = [one["text/html"] for one in data if 'class="finding"' in one.get("text/html", "")]
    first = findings[0] if findings else ""
    pictures = [one["image/png"] for one in data if "image/png" in one]
    return Page(
        name=name,
        title=_title(notebook, name),
        headline=_inner(first, r'class="headline"><b>(.*?)</b>'),
        basis=_inner(first, r'class="basis"><small>(.*?)</small>'),
        picture=pictures[0].replace("\n", "") if pictures else None,
    )


def _inner(html: str, pattern: str) -> str:
    found = re.search(pattern, html, re.DOTALL)
    return found.group(1) if found else ""


def _index(pages: Sequence[Page]) -> str:
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=False)
    environment.filters["escape_text"] = escape
    style = (TEMPLATES / "page" / "style.css").read_text(encoding="utf-8")
    return environment.get_template("index.html.j2").render(pages=pages, style=style)


def _make_folder(folder: Path) -> None:
    """Make a folder, and find out whether it can be written before an hour of games is played."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _unwritable(folder, error) from None


def _write(path: Path, text: str) -> None:
    _make_folder(path.parent)
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> GamegaugeError:
    return GamegaugeError(
        f"{path} cannot be written: {error.strerror}; allowed: a folder that can be written"
    )
