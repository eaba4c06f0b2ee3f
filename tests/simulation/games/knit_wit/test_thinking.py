"""What people think of, and after how long: that it is distributed as the model says (KW-10, KW-11)."""

from itertools import product

import numpy as np
import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import binomtest, chisquare, kstest, norm, pearsonr

from knit_wit_chance import moods
from knit_wit_rig import Rig, knit_wit
from simulation.games.knit_wit.layout import NEVER

DEPTHS = {1: "a", 2: "a b", 3: "a b c", 4: "a b c d"}
SURE = {"blank": 0, "spread": 0}
GAMES = 40_000


def seconds(rig):
    """Return the seconds that each seat needs for each spool, where all need the same in every game."""
    needed, _ = moods(rig, 3)
    assert (needed == needed[0]).all()
    spools = rig.view["spool"][0, : int(rig.view["spools"][0])]
    return (needed[0, : rig.players][:, spools] / 1000).tolist()


# How long


@pytest.mark.rule("KW-10")
def test_without_spread_everybody_needs_the_median_time():
    """12 seconds, half as long again for each loop more, less for who is more fluent."""
    rig = Rig(3, DEPTHS, people={**SURE, "fluency": [1, 2, 0.5]})
    one = [12, 18, 27, 40.5]
    assert seconds(rig) == [one, [time / 2 for time in one], [time * 2 for time in one]]


@pytest.mark.rule("KW-10")
def test_the_difficulties_of_all_its_words_count_and_no_others():
    rig = Rig(
        2,
        {1: "a", 2: "b", 3: "a b", 4: "c", 5: "b c d", 6: "a d"},
        difficulty={"a": 2, "b": 0.5, "c": 1.25, "d": 4, "e": 10, "f": 10},
        people={**SURE, "think_seconds": 10, "difficulty": 3},
    )
    assert seconds(rig)[0] == [20, 5, 30, 12.5, 10 * 9 * 2.5, 240]


@pytest.mark.rule("KW-10")
@pytest.mark.parametrize(
    ("words", "people", "needed"),
    [
        ({}, {"think_seconds": 0.1, "fluency": 10}, 0.01),
        ({"a": 0.1}, {"think_seconds": 0.1, "fluency": 10}, 0.001),
        ({"a": 0.1}, {"think_seconds": 0.124, "fluency": 10}, 0.001),
        ({"a": 0.1}, {"think_seconds": 0.16, "fluency": 10}, 0.002),
        ({}, {"think_seconds": 600, "fluency": 0.1}, 6000),
        ({}, {"think_seconds": 1, "fluency": 3}, 0.333),
    ],
)
def test_times_are_whole_milliseconds(words, people, needed):
    assert seconds(Rig(2, {1: "a"}, difficulty=words, people={**SURE, **people})) == [[needed]] * 2


@pytest.mark.rule("KW-10")
@pytest.mark.parametrize("spread", [0.2, 0.7, 2])
def test_the_times_are_lognormal(spread):
    rig = Rig(
        3,
        DEPTHS,
        difficulty={"a": 1.5, "b": 0.8},
        people={
            "think_seconds": 50,
            "difficulty": 2,
            "spread": spread,
            "blank": 0,
            "fluency": [1, 2, 0.5],
        },
    )
    needed, _ = moods(rig, GAMES)
    words = [1.5, 1.2, 1.2, 1.2]
    for (seat, fluency), loops in product(enumerate([1, 2, 0.5]), DEPTHS):
        median = 50 * 2 ** (loops - 1) * words[loops - 1] / fluency
        logs = np.log(needed[:, seat, loops - 1] / 1000 / median)
        assert kstest(logs, norm(0, spread).cdf).pvalue > 1e-6
        assert abs(np.median(logs)) < 6 * 1.2533 * spread / GAMES**0.5
        assert abs(logs.std() / spread - 1) < 6 / (2 * GAMES) ** 0.5


@pytest.mark.rule("KW-10")
def test_they_say_nothing_of_each_other_nor_of_the_answers():
    rig = Rig(2, {1: "a", 2: "a"}, people={"blank": 0, "originality": 1, "candidates": 1000})
    needed, idea = moods(rig, GAMES)
    columns = [np.log(needed[:, seat, spool]) for seat, spool in product(range(2), range(2))]
    columns += [idea[:, seat, spool] for seat, spool in product(range(2), range(2))]
    for place, one in enumerate(columns):
        assert all(pearsonr(one, other).pvalue > 1e-6 for other in columns[:place])


@pytest.mark.rule("KW-10")
@pytest.mark.parametrize("blank", [0, 0.03, 0.4, 1])
def test_no_answer_ever_comes_with_a_chance_for_each_loop(blank):
    needed, _ = moods(Rig(3, DEPTHS, people={"blank": blank}), GAMES)
    for seat, loops in product(range(3), DEPTHS):
        never = int((needed[:, seat, loops - 1] == NEVER).sum())
        chance = 1 - (1 - blank) ** loops
        assert binomtest(never, GAMES, chance).pvalue > 1e-6, (never, chance)


@pytest.mark.rule("KW-10")
def test_whether_one_comes_says_nothing_of_the_time():
    needed, _ = moods(Rig(2, {1: "a"}, people={"blank": 0.5}), GAMES)
    logs = np.log(needed[:, 0, 0][needed[:, 0, 0] < NEVER] / 12_000)
    assert kstest(logs, norm(0, 0.7).cdf).pvalue > 1e-6


# Which answer


@pytest.mark.rule("KW-11")
@pytest.mark.parametrize(("candidates", "zipf"), [(40, 1), (12, 0.5), (7, 3)])
def test_the_popular_answers_are_chosen_by_their_rank(candidates, zipf):
    originality = [0, 0.3, 1]
    people = {"candidates": candidates, "zipf": zipf, "originality": originality, "narrowing": 0.75}
    _, idea = moods(Rig(3, DEPTHS, people=people), GAMES)
    for seat, loops in product(range(3), DEPTHS):
        count = round(candidates * 0.75 ** (loops - 1))
        weights = np.arange(1.0, count + 1) ** -(zipf * (1 - originality[seat]))
        seen = np.bincount(idea[:, seat, loops - 1], minlength=count + 1)
        assert (seen[0], len(seen)) == (0, count + 1)
        assert chisquare(seen[1:], GAMES * weights / weights.sum()).pvalue > 1e-6


@pytest.mark.rule("KW-11")
@pytest.mark.parametrize(
    ("candidates", "narrowing", "counts"),
    [
        (40, 0.6, [40, 24, 14, 9]),
        (5, 0.5, [5, 2, 1, 1]),
        (7, 0.5, [7, 4, 2, 1]),
        (2.5, 1, [2, 2, 2, 2]),
        (3.5, 1, [4, 4, 4, 4]),
        (1, 0.1, [1, 1, 1, 1]),
        (30, 0, [30, 1, 1, 1]),
    ],
)
def test_loops_leave_fewer_candidates_but_one_at_least(candidates, narrowing, counts):
    """A half is rounded to even: 2.5 to 2, 3.5 to 4."""
    people = {"candidates": candidates, "narrowing": narrowing, "originality": 1}
    _, idea = moods(Rig(2, DEPTHS, people=people), 3000)
    assert idea[:, 0, :4].max(axis=0).tolist() == counts
    assert idea[:, 0, :4].min(axis=0).tolist() == [1, 1, 1, 1]


@pytest.mark.rule("KW-11")
def test_the_entirely_original_find_all_answers_as_likely():
    _, idea = moods(Rig(2, DEPTHS, people={"originality": [1, 0], "zipf": 5, "candidates": 10}), GAMES)
    assert chisquare(np.bincount(idea[:, 0, 0], minlength=11)[1:]).pvalue > 1e-6
    assert (idea[:, 1, 0] == 1).mean() > 0.9


@pytest.mark.rule("KW-8", "KW-11")
def test_no_answer_stands_twice_on_a_sheet(tmp_path):
    """Answers are told by their spool and rank."""
    run = knit_wit(tmp_path / "run", players=5, games=400, components={"people": {"candidates": 3}})
    answers = run.answers.collect()
    assert not answers.select("game_id", "seat", "spool").is_duplicated().any()


# The same people in the same mood


MOODS = {"narrowing": 1, "difficulty": 1, "blank": 0}
REGIONS = st.sampled_from(["a", "b", "a b", "b c", "a c d", "a b c d e"])


@pytest.mark.rule("KW-10", "KW-11")
@example(["a"] * 5, ["a b c"] * 5)
@given(*[st.lists(REGIONS, min_size=5, max_size=5)] * 2)
def test_whatever_the_design_the_same_people_are_in_the_same_mood(one, other):
    """Where loops make nothing harder, two designs get the same answers after the same time."""
    found = [moods(Rig(5, dict(enumerate(some, 1)), people=MOODS), 2) for some in (one, other)]
    for left, right in zip(*found, strict=True):
        assert (left == right).all()


@pytest.mark.rule("KW-10", "KW-11")
def test_in_whole_games_too_whoever_places(tmp_path):
    """Three ways to place make three designs of the same words and spools."""
    rows = ["word,category,difficulty,provenance", *(f"word {number},x,1,x" for number in range(20))]
    (tmp_path / "plain.csv").write_text("\n".join(rows) + "\n")
    components = {"people": {**MOODS, "patience": 3600}, "words": tmp_path / "plain.csv"}
    found, designs = [], set()
    for policy in ("stacker", "spreader", "random"):
        run = knit_wit(
            tmp_path / policy,
            players=2,
            games=300,
            policies=f"{policy}:answering=in_order",
            log="games",
            components=components,
        )
        designs.add(run.games.collect()["design_points"].mean())
        found.append(run.answers.collect())
    assert len(designs) == 3
    keys = ["game_id", "seat", "spool"]
    for other in found[1:]:
        both = found[0].join(other, on=keys, suffix="_other")
        assert both.height > 3000
        assert (both["answer"] == both["answer_other"]).all()
        assert (both["second"] == both["second_other"]).all()


@pytest.mark.rule("KW-10")
def test_one_loop_more_takes_each_of_them_so_much_longer():
    people = {"think_seconds": 600, "difficulty": 2, "blank": 0}
    short, long = (moods(Rig(5, {2: text}, people=people), 300)[0][:, :5, 1] for text in ("a", "a b"))
    assert (abs(long - 2 * short) <= 1).all()


@pytest.mark.rule("KW-10")
def test_who_finds_nothing_in_one_loop_finds_nothing_in_two():
    shallow, deep = (
        moods(Rig(5, {2: text}, people={"blank": 0.3}), 300)[0][:, :5, 1] == NEVER for text in ("a", "a b")
    )
    assert (deep >= shallow).all()
    assert deep.sum() > shallow.sum() > 0


@pytest.mark.rule("KW-10", "KW-11")
def test_the_way_to_answer_changes_no_answer(tmp_path):
    """Both place alike, by the same chance; then one answers in another order and stops early."""
    wanted = {"random": "random", "sprinter": "sprinter:enough=2"}
    runs = [
        knit_wit(tmp_path / name, players=6, games=300, policies=policy, log="games")
        for name, policy in wanted.items()
    ]
    keys = ["game_id", "spool", "seat"]
    both = runs[0].answers.collect().join(runs[1].answers.collect(), on=keys, suffix="_other")
    assert both.height > 2000
    assert (both["answer"] == both["answer_other"]).all()
    assert (both["second"] != both["second_other"]).any()
    assert runs[0].spools.collect().drop("difficulty").equals(runs[1].spools.collect().drop("difficulty"))


# In whole games


@pytest.mark.rule("KW-9", "KW-10")
def test_in_whole_games_the_first_answer_comes_after_its_own_time(tmp_path):
    """With 2 players everybody writes one on the lowest spool, with one more answer at the latest."""
    people = {
        "think_seconds": 20,
        "difficulty": 1.4,
        "spread": 0.5,
        "blank": 0,
        "patience": 3600,
        "fluency": [2, 0.8],
    }
    run = knit_wit(tmp_path / "run", players=2, games=5000, log="games", components={"people": people})
    first = run.answers.collect().group_by("game_id", "seat").agg(pl.all().sort_by("spool").first())
    lowest = run.spools.collect().group_by("game_id").agg(pl.all().sort_by("spool").first())
    first = first.join(lowest.select("game_id", "spool", "difficulty"), on=["game_id", "spool"])
    assert first.height == 10_000
    for seat, fluency in enumerate([2, 0.8]):
        rows = first.filter(seat=seat)
        medians = 20 * 1.4 ** (rows["loops"].to_numpy() - 1.0) * rows["difficulty"].to_numpy() / fluency
        assert kstest(np.log(rows["second"].to_numpy() / medians), norm(0, 0.5).cdf).pvalue > 1e-6
