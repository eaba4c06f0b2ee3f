"""The project holds together: dependencies, lock files, documents, floors and the size of things."""

import ast
import re
import subprocess
import tomllib
from pathlib import Path
from runpy import run_path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
MOST_FUNCTION_LINES = 60
MOST_FILE_LINES = 300


def named(paths):
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.relative_to(ROOT).as_posix())


# Dependencies


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_conda_and_pip_ask_for_the_same_versions():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    listed = [one for one in environment["dependencies"] if isinstance(one, str)]
    groups = project()["dependency-groups"]
    python = f"python{project()['project']['requires-python']}"
    wanted = [*project()["project"]["dependencies"], *groups["test"], *groups["lint"], python, "pip"]
    assert sorted(listed) == sorted(wanted)
    assert [one for one in environment["dependencies"] if not isinstance(one, str)] == [{"pip": ["-e ."]}]
    assert environment["name"] == project()["project"]["name"]


def requirements(lock):
    """Return the requirements of a lock file, each one line."""
    text = lock.read_text().replace("\\\n", " ")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]


LOCKS = sorted(ROOT.glob("requirements*.lock"))


@named(LOCKS)
def test_lock_files_pin_every_version_by_its_hash(path):
    found = requirements(path)
    assert found
    for line in found:
        assert re.match(r"[a-z0-9._-]+(\[[a-z0-9,_-]+\])?==[^ ;]+", line), line
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", line), line


@named(LOCKS)
def test_lock_files_name_no_address(path):
    assert "://" not in path.read_text()
    assert not re.search(r"(?m)^\s*(-i|--index-url|--extra-index-url|--find-links)\b", path.read_text())


def name_of(requirement):
    return re.match(r"[A-Za-z0-9._-]+", requirement).group().lower().replace("_", "-").replace(".", "-")


def test_every_dependency_is_locked():
    groups = project()["dependency-groups"]
    wanted = [*project()["project"]["dependencies"], *groups["test"], *groups["lint"], *groups["build"]]
    locked = {name_of(line) for line in requirements(ROOT / "requirements.lock")}
    assert {name_of(one) for one in wanted} <= locked


# What no file may hold


def project_files():
    """Return every file that is, or is about to be, in version control."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no checkout")
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


REGISTRIES = ["pypi" + ".org", "files.python" + "hosted", "conda" + ".anaconda", "registry." + "npmjs"]
PATHS = [f"/{name}/" for name in ("work", "root", "home", "Users")]


def lines_with(path, texts):
    lines = path.read_bytes().decode(errors="replace").splitlines()
    return [f"{number}: {text}" for number, line in enumerate(lines, 1) for text in texts if text in line]


def test_no_file_names_a_registry_or_a_machines_path():
    found = {str(path.relative_to(ROOT)): lines_with(path, REGISTRIES + PATHS) for path in project_files()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_registries_and_paths_would_be_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"see\n{REGISTRIES[0]} and {PATHS[1]}x\n")
    assert lines_with(page, REGISTRIES + PATHS) == [f"2: {REGISTRIES[0]}", f"2: {PATHS[1]}"]


# Documents


def test_make_help_explains_every_target():
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"(?m)^\.PHONY:(.*)$", makefile).group(1).split()
    targets = re.findall(r"(?m)^([A-Za-z][\w-]*):(?!=)", makefile)
    assert sorted(targets) == sorted(phony)
    command = ["make", "--no-print-directory", "help"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    explained = dict(line.split(maxsplit=1) for line in told.splitlines())
    assert list(explained) == targets
    assert all(len(text) > 10 for text in explained.values())


def test_the_log_dictionary_is_current():
    dictionary = run_path(str(ROOT / "docs/make_log_dictionary.py"))["dictionary"]
    assert (ROOT / "docs/log.md").read_text() == dictionary()


def test_links_between_documents_lead_somewhere():
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text()):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


# Floors and rooms


def imports(tree):
    """Return the names of all modules that are imported, at any depth of the code."""
    nodes = list(ast.walk(tree))
    plain = [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    return plain + [
        f"{'.' * node.level}{node.module or ''}.{name.name}"
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    ]


def wrong_imports(module, tree):
    """Return what a module may not import: relative modules, the upper floor, other games."""
    own = re.match(r"simulation\.games\.\w+", module)
    return [
        name
        for name in imports(tree)
        if name.startswith((".", "analysis"))
        or (name.startswith("simulation.games.") and not (own and f"{name}.".startswith(f"{own.group()}.")))
    ]


def module_of(path):
    return ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")


@named([path for path in SOURCES if module_of(path).startswith("simulation")])
def test_the_lower_floor_knows_neither_the_upper_nor_other_games(path):
    assert wrong_imports(module_of(path), ast.parse(path.read_text())) == []


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("simulation.runs", "import analysis.sums", ["analysis.sums"]),
        ("simulation.runs", "def late():\n    from analysis import sums", ["analysis.sums"]),
        ("simulation.runs", "from simulation.games.one import play", ["simulation.games.one.play"]),
        ("simulation.games.two.play", "from simulation.games import one", ["simulation.games.one"]),
        ("simulation.games.one.play", "from ..two import play", ["..two.play"]),
        ("simulation.games.one.play", "from simulation.games.one import rules", []),
        ("simulation.games.one.play", "from simulation.games import one", []),
        ("simulation.games.one.play", "import simulation.rules, numpy", []),
    ],
)
def test_wrong_imports_would_be_found(module, source, wrong):
    assert wrong_imports(module, ast.parse(source)) == wrong


# Docstrings and sizes

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def definitions(tree):
    """Return functions and classes of a module, and methods of its classes."""
    top = [node for node in tree.body if isinstance(node, (*FUNCTIONS, ast.ClassDef))]
    classes = [node for node in top if isinstance(node, ast.ClassDef)]
    return top + [node for one in classes for node in one.body if isinstance(node, FUNCTIONS)]


def without_docstring(tree):
    public = [node for node in definitions(tree) if not node.name.startswith("_")]
    return [node.name for node in public if not ast.get_docstring(node)]


def long_functions(tree):
    functions = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    return [node.name for node in functions if node.end_lineno - node.lineno >= MOST_FUNCTION_LINES]


@named(SOURCES)
def test_sources_are_documented_and_short(path):
    tree = ast.parse(path.read_text())
    assert ast.get_docstring(tree)
    assert without_docstring(tree) == []
    assert long_functions(tree) == []
    assert len(path.read_text().splitlines()) <= MOST_FILE_LINES


def test_missing_docstrings_and_long_functions_would_be_found():
    lines = "\n".join(["    x = 1"] * MOST_FUNCTION_LINES)
    tree = ast.parse(f"def f():\n{lines}\n\nclass C:\n    'c'\n    def g(self): pass\n    def _h(self): pass")
    assert without_docstring(tree) == ["f", "g"]
    assert long_functions(tree) == ["f"]
