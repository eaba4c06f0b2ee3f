"""Words and pairs of kinds: counted again spool by spool, written by hand, and with other word lists."""

from collections import defaultdict

import numpy as np
import polars as pl
import pytest

from analysis.knit_wit import word_pairs, words
from analysis.knit_wit.words import DRAWN
from drawings import title
from hand_made_runs import rewrite, rows, rows_by_game
from knit_wit_recounts import played, write_words
from plain_statistics import clustered, same

LETTERS = dict.fromkeys("abcdefghij", ("letter", 1.0))
NOBODY_ANSWERS = {"blank": 1}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return played(4, 250, out=tmp_path_factory.mktemp("words") / "run")


def kinds(run):
    return {row["word"]: row["category"] for row in run.components["words"]["words"]}


def by_words(run, loops, name):
    """Return by a name of spools in so many loops, and by game, a list a spool of its answers' seconds."""
    found = defaultdict(lambda: defaultdict(list))
    for game, (spools, answers) in enumerate(
        zip(rows_by_game(run, "spools"), rows_by_game(run, "answers"), strict=True)
    ):
        for spool in spools:
            if spool["loops"] == loops:
                seconds = [row["second"] for row in answers if row["spool"] == spool["spool"]]
                found[name(spool)][game].append(seconds)
    return found


def expected(games, players, level):
    """Return the share of sheets with an answer, and how many spools there are."""
    hits = [sum(map(len, spools)) for spools in games.values()]
    tries = [players * len(spools) for spools in games.values()]
    return clustered(hits, tries, level), sum(map(len, games.values()))


def told(row):
    return row["answered"], row["low"], row["high"]


# One word


def test_words_are_counted_again(run):
    table = words(run).table
    found = by_words(run, 1, lambda spool: spool["word_a"])
    assert sorted(table["word"]) == sorted(found)
    for row in table.to_dicts():
        numbers, spools = expected(found[row["word"]], 4, 1 - 0.05 / len(kinds(run)))
        assert same(told(row), numbers)
        assert (row["spools"], row["games"]) == (spools, 250)
        seconds = [second for spools in found[row["word"]].values() for spool in spools for second in spool]
        assert row["seconds"] == pytest.approx(np.mean(seconds))
        assert row["category"] == kinds(run)[row["word"]]


def test_the_hardest_word_is_first_and_the_easiest_last(run):
    finding = words(run)
    answered = finding.table["answered"].to_list()
    assert answered == sorted(answered)
    first, last = finding.table.row(0, named=True), finding.table.row(-1, named=True)
    assert f"Of {finding.table.height} words alone round a spool, the hardest " in (finding.headline)
    for row in (first, last):
        share = [f"{100 * value:.1f}" for value in told(row)]
        assert f"on {share[0]}% ({share[1]} to {share[2]}%)" in finding.headline


def written(run, spools, answers):
    """Return a run whose spools (game, spool, words) and answers (game, spool, seat) are written by hand."""
    frame = run.spools.collect()
    none = dict.fromkeys(name for name in frame.columns if name.startswith("word_"))
    rows = [
        {**none, **{f"word_{letter}": word for letter, word in zip("abc", names, strict=False)}}
        | {"game_id": game, "spool": spool, "loops": len(names), "signature": 1, "placed_turn": 0}
        | {"seat": 0, "difficulty": 1.0}
        for game, spool, names in spools
    ]
    run = rewrite(run, "spools", pl.DataFrame(rows, schema=frame.schema))
    cells = {"answer": 1, "loops": 1, "duplicate": 0, "challenged": 0, "votes": None}
    rows = [
        {**cells, "game_id": game, "spool": spool, "seat": seat, "second": 10.0 * (place + 1), "accepted": 1}
        | {"points": 1}
        for place, (game, spool, seat) in enumerate(answers)
    ]
    return rewrite(run, "answers", pl.DataFrame(rows, schema=run.answers.collect_schema()))


def test_words_by_hand(tmp_path):
    run = played(2, 3, words=write_words(tmp_path, LETTERS), out=tmp_path / "run")
    run = written(
        run,
        [(0, 1, "a"), (0, 2, "b"), (0, 3, "ab"), (1, 1, "a"), (1, 2, "c"), (2, 4, "d")],
        [(0, 1, 0), (0, 1, 1), (0, 3, 0), (1, 1, 0), (2, 4, 1)],
    )
    table = words(run).table
    assert table.select("word", "answered", "seconds", "spools").rows() == [
        ("b", 0, None, 1),
        ("c", 0, None, 1),
        ("d", 0.5, 50, 1),
        ("a", 0.75, (10 + 20 + 40) / 3, 2),
    ]
    headline = words(run).headline
    assert headline.startswith("Of 4 words alone round a spool, the hardest are b and c, answered on 0.0% (")
    assert "the easiest is a, on 75.0% (" in headline
    assert "hold for all 10 words of the list" in words(run).caveats[2]
    assert word_pairs(run).table.select("category", "other", "answered").rows() == [("letter", "letter", 0.5)]


def test_words_that_take_too_long_are_never_answered(tmp_path):
    people = {"spread": 0, "blank": 0, "think_seconds": 10, "patience": 40, "visits": 2}
    hard = {f"hard {number}": ("hard", 9) for number in range(2)}
    path = write_words(tmp_path, {**LETTERS, **hard})
    finding = words(played(4, 80, people=people, words=path, out=tmp_path / "run"))
    table = {row["word"]: row for row in finding.table.to_dicts()}
    # 90 seconds are more than two times 40.
    assert [table[word]["answered"] for word in hard] == [0, 0]
    assert min(table[word]["answered"] for word in LETTERS) > 0.5
    assert [table[word]["seconds"] for word in hard] == [None, None]
    assert "the hardest are hard 0 and hard 1, answered on 0.0% (" in finding.headline
    assert all(row["difficulty"] == 9 for row in (table[word] for word in hard))


def test_words_that_are_all_answered_as_often_are_not_ranked(tmp_path):
    run = played(3, 20, "spreader", NOBODY_ANSWERS, out=tmp_path / "run")
    assert words(run).headline == "All words alone round a spool are answered as often: on 0.0% of sheets."
    assert word_pairs(run).headline == (
        "All pairs of kinds round a spool in two loops are answered as often: on 0.0% of sheets."
    )
    word_pairs(run).plot().figure.canvas.draw()


def test_where_no_spool_lies_in_so_few_loops_nothing_is_told(tmp_path):
    run = played(2, 3, words=write_words(tmp_path, LETTERS), out=tmp_path / "run")
    run = written(run, [(0, 1, "abc")], [(0, 1, 0)])
    for question, said in ((words, "No spool lay in one loop alone."), (word_pairs, "No spool lay in two")):
        finding = question(run)
        assert finding.table.is_empty()
        assert finding.headline.startswith(said)
        assert title(finding.plot())


def test_the_hardest_and_the_easiest_words_are_drawn(run):
    finding = words(run)
    ax = finding.plot()
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert finding.table.height > 2 * DRAWN
    shown = [*finding.table.head(DRAWN).to_dicts(), *finding.table.tail(DRAWN).to_dicts()]
    assert labels == [f"{row['word']} ({row['category']})" for row in shown]
    dots = [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "o"]
    assert dots == pytest.approx([row["answered"] for row in shown])
    assert title(ax) == "The hardest words and the easiest"


def test_more_games_tell_more(run, tmp_path):
    few = {row["word"]: row for row in words(run).table.to_dicts()}
    many = words(played(4, 2000, out=tmp_path / "run")).table.to_dicts()
    narrower = [
        row["high"] - row["low"] < few[row["word"]]["high"] - few[row["word"]]["low"]
        for row in many
        if row["word"] in few
    ]
    assert np.mean(narrower) > 0.95
    for row in many:
        assert row["low"] <= row["answered"] <= row["high"]


# Two words


def test_pairs_of_kinds_are_counted_again(run):
    names, table = kinds(run), word_pairs(run).table
    found = by_words(run, 2, lambda spool: tuple(sorted(names[spool[f"word_{one}"]] for one in "ab")))
    assert sorted(table.select("category", "other").rows()) == sorted(found)
    categories = len(set(names.values()))
    level = 1 - 0.05 / (categories * (categories + 1) / 2)
    for row in table.to_dicts():
        numbers, spools = expected(found[row["category"], row["other"]], 4, level)
        assert same(told(row), numbers)
        assert (row["spools"], row["games"]) == (spools, 250)
    assert table["answered"].is_sorted()


def test_pairs_that_share_a_place_are_named_together(tmp_path):
    path = write_words(tmp_path, {**LETTERS, "A": ("large", 1), "Z": ("large", 1)})
    run = played(2, 2, words=path, out=tmp_path / "run")
    run = written(run, [(0, 1, "ab"), (0, 2, "Aa"), (1, 1, "AZ"), (1, 2, "bA")], [(0, 1, 0), (1, 1, 1)])
    finding = word_pairs(run)
    assert finding.table.rows()[0][:3] == ("large", "letter", 0)
    assert finding.headline.startswith(
        "Of 3 pairs of kinds round a spool in two loops, large with letter is answered least, on 0.0% ("
    )
    assert ") of sheets, large with large and letter with letter most, on 50.0% (" in finding.headline


@pytest.mark.parametrize("other", ["x|y", "dear $^$ (raw)", "a, b"])
def test_kinds_may_be_called_anything(other, tmp_path):
    path = write_words(tmp_path, {**LETTERS, **dict.fromkeys(("A $^$", "B"), (f'"{other}"', 1))})
    run = played(2, 40, words=path, out=tmp_path / "run")
    finding = word_pairs(run)
    assert set(finding.table["category"]) | set(finding.table["other"]) == {"letter", other}
    for one, labels in ((words(run), None), (finding, finding.table)):
        ax = one.plot()
        ax.figure.savefig(tmp_path / "figure.png")
        found = [label.get_text() for label in ax.get_yticklabels()]
        if labels is not None:
            assert found == [f"{row['category']} with {row['other']}" for row in labels.to_dicts()]
        assert not any(label.get_parse_math() for label in ax.get_yticklabels())


def test_every_spool_in_one_loop_or_two_is_counted(run):
    loops = [row["loops"] for row in rows(run, "spools")]
    assert words(run).table["spools"].sum() == loops.count(1)
    assert word_pairs(run).table["spools"].sum() == loops.count(2)
