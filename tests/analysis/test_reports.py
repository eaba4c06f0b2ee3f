"""Notebooks run with new parameters, rendered into pages that need nothing else."""

import os
import re
import shutil
from pathlib import Path

import nbformat
import pytest

import self_contained
from analysis import knutten, reports
from run_folders import refused
from simulation import simulate
from simulation.paths import notebooks_folder
from small_notebooks import write_notebook, write_small_notebooks

REAL_NOTEBOOKS = sorted(notebooks_folder().rglob("*.ipynb"))


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory):
    return write_small_notebooks(tmp_path_factory.mktemp("notebooks"))


@pytest.fixture(autouse=True)
def _small_notebooks(notebooks, monkeypatch):
    monkeypatch.setattr(reports, "notebooks_folder", lambda: notebooks)


def make(names, parameters, out):
    return list(reports.make_report(names, parameters, out))


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@pytest.fixture(scope="module")
def made(notebooks, tmp_path_factory):
    """A report of the notebook with an answer: its folder and what was written."""
    out = tmp_path_factory.mktemp("report") / "new" / "pages"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reports, "notebooks_folder", lambda: notebooks)
        patch.setenv("GAMEGAUGE_RUNS", str(tmp_path_factory.mktemp("runs")))
        written = make(["tiny"], {"games": 77, "seed": 5}, out)
    return out, written


@pytest.fixture
def out(made, tmp_path):
    """A copy of the report's folder."""
    return Path(shutil.copytree(made[0], tmp_path / "pages"))


def test_a_page_and_the_index_are_written(made):
    out, written = made
    assert written == [out / "knutten/tiny.html", out / "index.html"]
    assert sorted(files(out)) == ["index.html", "knutten/tiny.html"]


def test_parameters_are_injected(made):
    page = (made[0] / "knutten/tiny.html").read_text()
    assert "77 games" in page
    assert "seed 5" in page


def test_the_headline_is_on_the_page_and_in_the_index(made):
    headline = knutten.first_bite(simulate("knutten", 3, 77, 5, log="games", progress=False)).headline
    for name in ("knutten/tiny.html", "index.html"):
        assert headline in (made[0] / name).read_text()
    assert "77 games" in (made[0] / "index.html").read_text()


@pytest.mark.parametrize("name", ["knutten/tiny.html", "index.html"])
def test_pages_need_nothing_from_elsewhere(made, name):
    html = (made[0] / name).read_text()
    assert self_contained.faults(html) == []
    assert len(self_contained.pictures(html)) == 1


@pytest.mark.parametrize("name", ["knutten/tiny.html", "index.html"])
def test_titles_are_escaped(made, name):
    html = (made[0] / name).read_text()
    assert "Bites &amp; swarms &lt; 31" in html
    assert "Bites & swarms" not in html


def test_pages_link_to_each_other(made):
    assert 'href="knutten/tiny.html"' in (made[0] / "index.html").read_text()
    assert 'href="../index.html"' in (made[0] / "knutten/tiny.html").read_text()


@pytest.mark.parametrize("path", REAL_NOTEBOOKS, ids=lambda path: path.stem)
def test_pages_of_the_real_notebooks_need_nothing_from_elsewhere(path):
    html = reports._render(nbformat.read(path, as_version=4), f"knutten/{path.stem}")
    assert self_contained.faults(html) == []
    assert self_contained.pictures(html)


@pytest.mark.parametrize(
    "html",
    [
        '<script src="a.js"></script>',
        "<script>1</script>",
        '<img src="a.png">',
        '<img src="//elsewhere/a.png">',
        '<a href="http://elsewhere">',
        '<link rel="stylesheet" href="a.css">',
        "<style>@import 'a.css'</style>",
        "<style>a { background: url(a.png) }</style>",
        "<p style=\"background: url('https:a.png')\">",
    ],
)
def test_pages_that_need_something_from_elsewhere_are_found(html):
    assert self_contained.faults(html)


def test_names_may_be_given_with_their_game_without_or_by_game():
    everything = ["knutten/echo", "knutten/tiny", "other/broken"]
    assert reports.notebook_names() == everything
    assert reports.find_notebooks([]) == everything
    assert reports.find_notebooks(["tiny"]) == ["knutten/tiny"]
    assert reports.find_notebooks(["knutten/tiny", "tiny"]) == ["knutten/tiny"]
    assert reports.find_notebooks(["knutten"]) == ["knutten/echo", "knutten/tiny"]


def test_an_unknown_name_is_refused(tmp_path):
    message = refused(make, ["tiny", "nope"], {}, tmp_path / "pages")
    assert "'nope'" in message
    assert "allowed: knutten/echo, knutten/tiny, other/broken" in message
    assert not (tmp_path / "pages").exists()


def test_an_unknown_parameter_is_refused(tmp_path):
    message = refused(make, ["echo"], {"nope": 1}, tmp_path / "pages")
    assert message.endswith("unknown parameter 'nope' of knutten/echo; allowed: games, seed, words")
    assert not (tmp_path / "pages").exists()


def test_a_notebook_that_fails_leaves_other_pages_alone(out):
    before = files(out)
    with pytest.raises(reports.GamegaugeError, match="other/broken failed: ValueError: two lines") as caught:
        make(["broken"], {}, out)
    assert "\n" not in str(caught.value)
    assert files(out) == before


def test_a_page_made_again_takes_the_place_of_the_old(out):
    write_notebook(reports.notebooks_folder(), "knutten/late", ["print('first')"])
    try:
        make(["late"], {}, out)
        write_notebook(reports.notebooks_folder(), "knutten/late", ["print('second')"])
        make(["late"], {"words": "<b>'\""}, out)
    finally:
        (reports.notebooks_folder() / "knutten/late.ipynb").unlink()
    page = (out / "knutten/late.html").read_text()
    assert "second" in page
    assert "first" not in page
    assert not [name for name in files(out) if name.endswith(".tmp")]


def test_running_a_notebook_leaves_it_and_the_surroundings_alone(notebooks, tmp_path, monkeypatch):
    monkeypatch.setenv("GAMEGAUGE_PROGRESS", "as before")
    before, folder = files(notebooks), os.getcwd()
    make(["echo"], {"words": 'quoted "text"'}, tmp_path)
    assert files(notebooks) == before
    assert (os.environ["GAMEGAUGE_PROGRESS"], os.getcwd()) == ("as before", folder)
    shown = re.sub(r"<[^>]*>", "", (tmp_path / "knutten/echo.html").read_text())
    assert "40 1 quoted &quot;text&quot;" in shown or '40 1 quoted "text"' in shown


def test_a_file_is_refused_as_a_folder(tmp_path):
    (tmp_path / "pages").write_text("notes")
    assert "cannot be written" in refused(make, ["echo"], {}, tmp_path / "pages")
    assert (tmp_path / "pages").read_text() == "notes"


def test_an_unwritable_folder_is_refused_before_anything_is_run():
    assert "/proc/x cannot be written" in refused(make, ["broken"], {}, Path("/proc/x"))
