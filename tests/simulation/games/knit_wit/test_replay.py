"""A game told in words: every event, answer and button once, and true to the log."""

import re
from collections import Counter

import pytest

from hand_made_runs import rows_by_game
from knit_wit_drawn import drawn_table
from run_folders import refused
from simulation import simulate
from simulation.games.knit_wit.replay import tell
from simulation.games.knit_wit.replay_tables import ordinal, text_table
from simulation.words import listed

TABLES = ("games", "seats", "spools", "answers", "events")
HOLES = {2: [2], 3: [2, 1], 4: [3, 2, 1]}
ANSWER = (
    r" +(\d+\.\d{3}) s  seat (\d) writes the (?:(\d+)\w\w )?most popular answer for spool (\d), worth (\d)\."
)
CELL = r"(\d+)(=?)(?:\?(\d))?(x?) (0|\+\d)$"


def stories(run):
    """Yield the lines of each game, and its rows."""
    tables = {table: rows_by_game(run, table) for table in TABLES}
    for game in range(run.count):
        yield list(tell(run, game)), {table: games[game] for table, games in tables.items()}


def played(folder, games=3, **arguments):
    return simulate("knit_wit", games=games, out=folder / "run", progress=False, workers=1, **arguments)


def drawn_run(folder, number):
    return played(folder, seed=number, **{**drawn_table(number, folder), "policies": "random"})


@pytest.fixture(scope="module", params=range(6))
def drawn_stories(request, tmp_path_factory):
    run = drawn_run(tmp_path_factory.mktemp("drawn"), request.param)
    return run, list(stories(run))


def after(lines, start):
    """Return the lines from one to the next that is empty."""
    first = next(place for place, line in enumerate(lines) if line.startswith(start))
    return lines[first : lines.index("", first)]


def columns(lines):
    """Return the rows of a table of text, each as a mapping; what goes on below is put together."""
    places = [found.start() for found in re.finditer(r"(?<=  )\S", lines[0])]
    ends = [*places[1:], None]
    read = [[line[place:end].strip() for place, end in zip(places, ends, strict=True)] for line in lines]
    head, *found = read
    rows = []
    for cells in found:
        if cells[0]:
            rows.append(cells)
        else:
            rows[-1][-1] += f" {cells[-1]}"
    return [dict(zip(head, cells, strict=True)) for cells in rows]


def words_of(row):
    return [row[f"word_{letter}"] for letter in "abcdefgh" if row[f"word_{letter}"] is not None]


def test_every_event_is_told(drawn_stories):
    for lines, log in drawn_stories[1]:
        events = log["events"]
        assert all("\n" not in line and "None" not in line for line in lines)
        for row in events:
            if row["event"] == "loop":
                design = after(lines, f"Turn {row['turn']}: ")
                assert f"seat {row['seat']} places the {row['colour']} loop." in design[0]
                enclosed = [line for line in design if f"It encloses spool {row['spool']} in " in line]
                assert len(enclosed) == (row["turn"] > 0)
                passed = [row[name] for name in row if name.startswith("passed_") and row[name] is not None]
                over = [line for line in design if "It passes over" in line and "nothing else" not in line]
                assert sum(len(re.split(", | and ", line)) for line in over) == len(passed)
            elif row["event"] == "word":
                assert f'  It draws the word "{row["word"]}".' in after(lines, f"Turn {row['turn']}: ")
            elif row["event"] == "spool":
                placed = [line for line in after(lines, f"Turn {row['turn']}: ") if "It places spool" in line]
                assert len(placed) == 1
                assert placed[0].startswith(f"  It places spool {row['spool']} in ")
        kinds = Counter(row["event"] for row in events)
        assert sum("It draws the Shuffle tag" in line for line in lines) == kinds["shuffle"]
        assert sum("the only " in line for line in lines) == sum(row["legal"] == 1 for row in events)


def test_the_opening_tells_who_has_what(drawn_stories):
    run, told = drawn_stories
    for lines, log in told:
        for row in log["seats"]:
            spools = [str(spool["spool"]) for spool in log["spools"] if spool["seat"] == row["seat"]]
            (line,) = (line for line in lines if line.startswith(f"Seat {row['seat']} plays {row['policy']}"))
            assert f" {listed(spools)} and the loop" in line
        assert "loops" in lines[1] or run.players > 4
        assert sum("a hole" in line for line in lines) == 1


@pytest.mark.rule("KW-7")
def test_the_design_has_all_regions_and_spools(drawn_stories):
    for lines, log in drawn_stories[1]:
        title, *table = after(lines, "The design: ")
        colours = {row["turn"]: row["colour"] for row in log["events"] if row["event"] == "loop"}
        regions = columns(table)
        assert f"{log['games'][0]['regions']} regions" in title
        assert len({row["region"] for row in regions}) == len(regions) == log["games"][0]["regions"]
        lying = {row["spool"]: row for row in regions if row["spool"] != "-"}
        assert len(lying) == len(log["spools"])
        for spool in log["spools"]:
            row = lying[f"{spool['spool']} of seat {spool['seat']}"]
            loops = [colour for turn, colour in colours.items() if spool["signature"] >> turn & 1]
            assert row["region"] == "+".join(loops)
            assert row["words"] == ", ".join(words_of(spool))
            assert row["worth"] == str(spool["loops"])


@pytest.mark.rule("KW-8")
def test_every_answer_and_button_is_told_in_order_of_time(drawn_stories):
    run, told = drawn_stories
    holes = HOLES.get(run.players, [4, 3, 2, 1])
    for lines, log in told:
        step = after(lines, "Go!")[1:]
        seconds = [float(line.split()[0]) for line in step]
        assert seconds == sorted(seconds)
        found = [re.match(ANSWER, line).groups(default="1") for line in step if " writes " in line]
        due = [
            (f"{row['second']:.3f}", *(str(row[name]) for name in ("seat", "answer", "spool", "loops")))
            for row in log["answers"]
        ]
        assert sorted(found) == sorted(due)
        for row in log["seats"]:
            start = f"{row['finish_second']:9.3f} s  seat {row['seat']} "
            (end,) = (line for line in step if start in line and " writes " not in line)
            assert f" {row['answers']} answer{'s' * (row['answers'] != 1)}" in end
            if row["button"] is None:
                assert "stop" in end
            else:
                assert f"with {holes[row['button'] - 1]} hole" in end
                assert ("the last button" in end) == (row["button"] == len(holes))


@pytest.mark.rule("KW-13")
@pytest.mark.rule("KW-14")
def test_the_sheets_are_those_of_the_log(drawn_stories):
    run, told = drawn_stories
    for lines, log in told:
        sheets = columns(after(lines, "The sheets:")[1:-2])
        answers = {(row["spool"], row["seat"]): row for row in log["answers"]}
        assert [sheet["spool"] for sheet in sheets] == [str(row["spool"]) for row in log["spools"]]
        for sheet, spool in zip(sheets, log["spools"], strict=True):
            assert sheet["words"] == ", ".join(words_of(spool))
            assert sheet["worth"] == str(spool["loops"])
            for seat in range(run.players):
                row, cell = answers.get((spool["spool"], seat)), sheet[f"seat {seat}"]
                if row is None:
                    assert cell == "-"
                    continue
                number, same, votes, struck, points = re.match(CELL, cell).groups()
                assert (int(number), int(points)) == (row["answer"], row["points"])
                assert (bool(same), bool(votes)) == (bool(row["duplicate"]), bool(row["challenged"]))
                if votes:
                    assert int(votes) == row["votes"]
                if not same:
                    assert bool(struck) == (not row["accepted"])


@pytest.mark.rule("KW-15")
def test_the_result_is_that_of_the_log(drawn_stories):
    for lines, log in drawn_stories[1]:
        for row in log["seats"]:
            start = f"  {row['rank']}. seat {row['seat']} ({row['policy']}): {row['score']} point"
            (line,) = (line for line in lines if line.startswith(start))
            button = "without a button" if row["button"] is None else f"{row['bonus']} for the button"
            scoring = [one for one in log["answers"] if one["seat"] == row["seat"] and one["points"]]
            answers = f"{row['answers']} answer{'s' * (row['answers'] != 1)}"
            points = row["score"] - row["bonus"]
            assert line.endswith(f"({points} for {len(scoring)} of {answers}, {button})")
        winners = [str(row["seat"]) for row in log["seats"] if row["win_share"]]
        if len(winners) == 1:
            assert lines[-1] == f"Seat {winners[0]} wins."
        else:
            assert lines[-1] == f"Seats {listed(winners)} have equal scores and win together."


@pytest.mark.rule("KW-3")
def test_a_shuffle_tag_is_told_before_the_word(tmp_path):
    run = played(tmp_path, 60, players=8)
    shuffles = [row for row in run.events.collect().to_dicts() if row["event"] == "shuffle"]
    assert shuffles
    lines = list(tell(run, shuffles[0]["game_id"]))
    place = next(place for place, line in enumerate(lines) if "It draws the Shuffle tag" in line)
    assert lines[place + 1].startswith("  It draws the word ")
    assert all(len(line) <= 110 for line in lines)


@pytest.mark.rule("KW-9")
def test_the_one_more_answer_is_told(tmp_path):
    run = played(tmp_path, 30, players=2, policies="random:sprint")
    ends = Counter()
    for lines, log in stories(run):
        assert sum(line.endswith(" may write one more.") for line in lines) == 1
        (last,) = (row for row in log["seats"] if row["button"] is None)
        (line,) = (line for line in lines if " and stops, with " in line)
        wrote = any(
            row["seat"] == last["seat"] and row["second"] == log["games"][0]["seconds"]
            for row in log["answers"]
        )
        assert ("has written it" in line) == wrote
        ends[wrote] += 1
    assert ends[True]


def test_ordinals():
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 111, 122)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "111th", "122nd"
    ]  # fmt: skip


def test_a_long_cell_goes_on_below():
    lines = list(text_table(("a", "words"), [("1", "long " * 40), ("22", "")]))
    assert lines[0] == "  a   words"
    assert lines[-1] == "  22"
    assert len(lines) == 4
    assert lines[2].startswith("      long")
    assert max(map(len, lines)) <= 110


def test_what_cannot_be_told_is_refused(tmp_path):
    run = played(tmp_path, 3, players=2, log="games")
    assert "log='games'" in refused(list, tell(run, 0))
    assert "0 to 2" in refused(list, tell(run, 3))
