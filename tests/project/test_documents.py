"""What the documents show runs as it stands there, with fewer games."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FEWER = {
    "100_000": "200",
    "20_000": "400",
    "games=1000": "games=10",
    "games=100)": "games=3)",
    'simulate("knutten", ': 'simulate("knutten", seed=3, ',
}


def blocks(path, kind):
    """Return a document's blocks of Python, or those set off by four spaces."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if kind == "python":
        return re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    return [
        re.sub("^    ", "", block, flags=re.MULTILINE)
        for block in re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)
    ]


def run(path):
    """Run all Python of a document in one go; return what it defined."""
    code = "\n".join(blocks(path, "python"))
    for many, few in FEWER.items():
        code = code.replace(many, few)
    defined = {}
    exec(compile(code, path, "exec"), defined)
    return defined


def test_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (deck,) = [block for block in blocks("README.md", "set off") if block.startswith("card,")]
    (tmp_path / "my_deck.csv").write_text(deck)
    defined = run("README.md")
    assert defined["finding"].n == 200
    knutten, own = defined["knutten"], defined["as_high_as_is_safe"]
    better = knutten.ladder(4, games=2000, rungs=["random", own]).table.row(0, named=True)
    assert better["shown"] == "better"


@pytest.mark.parametrize("path", ["docs/log.md"])
def test_a_document_runs(path):
    assert run(path)["run"].count == 400


def test_the_commands_of_the_readme_are_known(gamegauge):
    lines = [line for block in blocks("README.md", "set off") for line in block.splitlines()]
    commands = [
        line.partition("#")[0].split()[1:] for line in lines if line.startswith(".venv/bin/gamegauge ")
    ]
    assert len(commands) > 5
    for name, *arguments in commands:
        _, shown, _ = gamegauge(name, "--help")
        for option in (one for one in arguments if one.startswith("--")):
            assert option in shown, (name, option)
