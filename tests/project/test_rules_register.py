"""Every rule of record has an id, and every id a test."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
RULES = TESTS.parent / "docs" / "rules"
REGISTER = {
    "knutten": [f"KN-{number}" for number in range(1, 20)],
    "knitting": [f"KT-{number}" for number in range(1, 16)],
    "knit-wit": [f"KW-{number}" for number in range(1, 17)],
}
ID = re.compile(r"\b[A-Z]{2}-\d+\b")


def ids_stated(text):
    """Return the ids that stand in the first column of a table of rules."""
    return re.findall(r"(?m)^\|\s*([A-Z]{2}-\d+)\s*\|", text)


def _is_rule_mark(node):
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"


def _ids_of(decorators):
    return {
        argument.value
        for decorator in decorators
        for node in ast.walk(decorator)
        if _is_rule_mark(node)
        for argument in node.args
        if isinstance(argument, ast.Constant)
    }


def _tests_of(body):
    """Return test functions with the decorators of the classes around them."""
    found = []
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            inner = _tests_of(node.body)
            found += [(name, [*node.decorator_list, *decorators]) for name, decorators in inner]
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            found.append((node.name, node.decorator_list))
    return found


def ids_tested(source):
    """Return the ids with which the tests of a module are marked."""
    tree = ast.parse(source)
    tests = _tests_of(tree.body)
    marks = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
    ]
    return set().union(*(_ids_of([*marks, *decorators]) for _, decorators in tests))


@cache
def all_ids_tested():
    sources = [path.read_text() for path in sorted(TESTS.rglob("test_*.py"))]
    return set().union(*map(ids_tested, sources))


def test_every_game_has_its_rules_of_record():
    assert sorted(path.stem for path in RULES.glob("*.md")) == sorted(REGISTER)


@pytest.mark.parametrize("game", REGISTER)
def test_the_rules_of_record_state_every_id_once(game):
    text = (RULES / f"{game}.md").read_text()
    assert sorted(ids_stated(text)) == sorted(REGISTER[game])
    assert set(ID.findall(text)) == set(REGISTER[game])


@pytest.mark.parametrize("rule", [rule for rules in REGISTER.values() for rule in rules])
def test_every_rule_has_a_test(rule):
    assert rule in all_ids_tested()


def test_no_test_is_marked_with_a_rule_that_is_none():
    assert all_ids_tested() <= {rule for rules in REGISTER.values() for rule in rules}


MADE_UP = """
import pytest

@pytest.mark.rule("KN-1", "KN-2")
@pytest.mark.rule("KN-3")
def test_three(): pass

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("KN-4"))])
@pytest.mark.slow("KN-90")
def test_four(x): pass

@pytest.mark.rule("KN-5")
class TestFive:
    def test_five(self): pass
    @pytest.mark.rule("KN-6")
    def test_six(self): pass

@pytest.mark.rule("KN-91")
def helper(): pass

@pytest.mark.rule("KN-92")
class TestNothing:
    def helper(self): pass

# @pytest.mark.rule("KN-93")
def test_of_no_rule():
    "KN-94"
"""


def test_ids_are_found_on_tests_only():
    assert ids_tested(MADE_UP) == {f"KN-{number}" for number in range(1, 7)}


def test_a_mark_of_a_whole_module_counts_if_it_has_a_test():
    mark = 'pytestmark = [pytest.mark.rule("KN-7"), pytest.mark.slow]\n'
    assert ids_tested(mark + "def test_it(): pass") == {"KN-7"}
    assert ids_tested(mark + "def helper(): pass") == set()


def test_a_rule_without_a_test_would_be_found():
    assert "KN-8" not in ids_tested(MADE_UP)


def test_only_ids_of_their_own_row_count_as_stated():
    text = "| id | rule |\n| KN-1 | as in KN-2 |\n| | KN-3 |\n| KN-4 | x |\nKN-5"
    assert ids_stated(text) == ["KN-1", "KN-4"]
