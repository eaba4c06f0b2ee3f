"""What cards and opening sides do, on decks whose answers are known on paper, and recounted."""

from statistics import mean

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis import knutten
from analysis.contrasts import paired_difference
from analysis.ratios import Ratio
from drawings import title
from hand_made_runs import rows_by_game
from knutten_rig import write_deck
from run_folders import refused
from simulation import simulate

GAMES = 120
LETHAL = {"players": 2, "policy": "random", "rules": {"hand_size": 1, "bites_to_lose": 1, "wind": False}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("cards")


@pytest.fixture(autouse=True)
def _shared_runs(folder, monkeypatch, _runs_elsewhere):
    monkeypatch.setenv("GAMEGAUGE_RUNS", str(folder))


TABLE = {"players": 3, "games": GAMES, "seed": 5}
SETTINGS = [
    {"policy": "careful"},
    {"policy": "random", "seats": (0, 2), "rules": {"john": True}},
]


ASK = {"cards": knutten.card_values, "sides": knutten.side_values}


@pytest.fixture(scope="module")
def asked():
    """Return a question's finding at a setting, asked once."""
    known = {}

    def find(question, setting):
        key = question, str(setting)
        if key not in known:
            known[key] = ASK[question](**TABLE, **setting)
        return known[key]

    return find


def rows_of(table, *names):
    return {tuple(row[name] for name in names): row for row in table.iter_rows(named=True)}


# Known on paper


def test_a_lethal_card_on_paper(tmp_path):
    """One of 31 cards bites who must play it: at hand, or when drawn; seat 0 makes 15 of 29 draws."""
    deck = write_deck(tmp_path, {"0/0": 30, "31/31": 1})
    table = rows_of(knutten.card_values(deck=deck, games=4000, **LETHAL).table, "card")
    spared = 30 / 31 * 15 / 30 + 1 / 31 * 15 / 29
    for card, bite in (("31/31", 1 - spared), ("0/0", spared - 1)):
        row = table[(card,)]
        assert row["bite"] == pytest.approx(bite, abs=0.03)
        assert row["bite_low"] < bite < row["bite_high"]
        assert row["win_low"] < -bite < row["win_high"]
        assert row["bite_p"] < 1e-9
    assert [row["copies"] for row in table.values()] == [30, 1]


def test_a_lethal_side_on_paper(tmp_path):
    deck = write_deck(tmp_path, {"0/31": 12})
    rules = {"bites_to_lose": 1, "wind": False, "max_turns": 6, "max_rounds": 2}
    finding = knutten.side_values(2, "highest", deck, 50, rules=rules)
    good, bad = finding.table.to_dicts()
    assert (good["side"], good["face"], bad["side"], bad["face"]) == ("a", "0", "b", "31")
    assert (good["win"], good["bite"], bad["win"], bad["bite"]) == (0, 0, -0.5, 1)
    assert (good["opened"], bad["opened"]) == (1, 1)
    assert good["win_low"] < 0 < good["win_high"]
    assert "1 of 2 sides are shown" in finding.headline
    assert "+0.0 points" in finding.headline
    assert "-50.0 points" in finding.headline


# Recounted


def arm(setting, seats, **force):
    """Return bitten rounds, rounds and wins of each game, added up over seats, in plain Python."""
    found = np.zeros((3, GAMES))
    for seat in seats:
        run = simulate(
            "knutten",
            TABLE["players"],
            GAMES,
            TABLE["seed"],
            setting["policy"],
            setting.get("rules"),
            log="events" if "side" in force else "games",
            force={"seat": seat, **force},
            progress=False,
        )
        for game, rounds in enumerate(rows_by_game(run, "rounds")):
            bitten = [(row["bitten"] >> seat & 1) or (row["john_bitten"] >> seat & 1) for row in rounds]
            found[0, game] += sum(bitten)
            found[1, game] += len(rounds)
        for game, rows in enumerate(rows_by_game(run, "seats")):
            found[2, game] += rows[seat]["win_share"]
    return found


def recounted(one, other, seats, rows):
    """Return the differences of win and bite."""
    tries = np.full(GAMES, float(len(seats)))
    win = paired_difference(Ratio(one[2], tries), Ratio(other[2], tries), rows)
    return win, paired_difference(Ratio(one[0], one[1]), Ratio(other[0], other[1]), rows)


def agree(row, win, bite):
    for name, one in (("win", win), ("bite", bite)):
        found = [row[name], row[f"{name}_low"], row[f"{name}_high"]]
        assert found == pytest.approx([one.value, one.low, one.high])


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_cards_are_those_recounted(asked, setting):
    finding = asked("cards", setting)
    seats, rows = setting.get("seats", (0,)), rows_of(finding.table, "card")
    assert len(rows) == 11
    for card in ("?/2", "3/11"):
        one, other = arm(setting, seats, card=card), arm(setting, seats, without=card)
        agree(rows[(card,)], *recounted(one, other, seats, 11))
        assert rows[(card,)]["games"] == GAMES


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_sides_are_those_recounted(asked, setting):
    finding = asked("sides", setting)
    seats, rows = setting.get("seats", (0,)), rows_of(finding.table, "card", "side")
    assert len(rows) == 22
    for card, side in (("?/2", "a"), ("-10/11", "a")):
        one, other = arm(setting, seats, card=card, side=side), arm(setting, seats, card=card)
        agree(rows[card, side], *recounted(one, other, seats, 22))
    assert rows["2/7", "b"]["face"] == "7"


def free(setting):
    return simulate(
        "knutten", 3, GAMES, TABLE["seed"], setting["policy"], setting.get("rules"), progress=False
    )


def by_hand(setting, is_met):
    """Return the win share of the games and seats that met something, less that of the others."""
    run, met, not_met = free(setting), [], []
    seats = rows_by_game(run, "seats")
    for game, events in enumerate(rows_by_game(run, "events")):
        for seat in setting.get("seats", (0,)):
            hit = any(is_met(row) for row in events if row["seat"] == seat)
            (met if hit else not_met).append(seats[game][seat]["win_share"])
    return mean(met) - mean(not_met)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_correlations_are_those_of_free_games(asked, setting):
    cards = rows_of(asked("cards", setting).table, "card")
    sides = rows_of(asked("sides", setting).table, "card", "side")
    for card in ("?/2", "5/9"):
        held = by_hand(setting, lambda row, card=card: card in (row["hand_a"], row["hand_b"], row["hand_c"]))
        assert cards[(card,)]["correlation"] == pytest.approx(held)
        for side in "ab":
            played = by_hand(setting, lambda row, one=(card, side): (row["card"], row["side"]) == one)
            assert sides[card, side]["correlation"] == pytest.approx(played)


def test_opened_is_the_share_of_rounds_that_began_with_the_side(asked):
    setting = SETTINGS[0]
    sides = rows_of(asked("sides", setting).table, "card", "side")
    for card, side in (("-10/11", "a"), ("2/7", "b")):
        run = simulate(
            "knutten",
            3,
            GAMES,
            TABLE["seed"],
            "careful",
            force={"seat": 0, "card": card, "side": side},
            progress=False,
        )
        first = {}
        for row in run.events.filter(seat=0).collect().iter_rows(named=True):
            first.setdefault((row["game_id"], row["round"]), (row["card"], row["side"]))
        rounds = run.rounds.collect().height
        assert sides[card, side]["opened"] == pytest.approx(list(first.values()).count((card, side)) / rounds)
    assert sides["-10/11", "a"]["opened"] < 0.9 < sides["2/7", "b"]["opened"]


# What is said


def test_games_of_several_seats_add_up_in_the_headline(asked):
    finding = asked("cards", SETTINGS[1])
    assert f"in {2 * GAMES} games with and as many without" in finding.headline
    assert any("each of the seats 0, 2, in games of its own" in caveat for caveat in finding.caveats)


def test_cards_that_may_be_as_good_as_the_best_are_named(asked):
    finding = asked("cards", SETTINGS[0])
    best, *others = finding.table["card"].to_list()

    def worth(card):
        return arm(SETTINGS[0], (0,), card=card)[2] - arm(SETTINGS[0], (0,), without=card)[2]

    own, near = worth(best), []
    for card in others:
        test = stats.ttest_rel(own, worth(card))
        near += [card] if test.confidence_interval(1 - 0.05 / len(others)).low <= 0 else []
    assert 0 < len(near) < len(others)
    assert f"(not shown to differ from it: {', '.join(near)});" in finding.headline


@pytest.mark.parametrize("question", ASK)
def test_the_headline_is_the_tables(asked, question):
    finding = asked(question, SETTINGS[0])
    table = finding.table
    assert table["win"].is_sorted(descending=True)
    for row in (table.row(0, named=True), table.row(-1, named=True)):
        name = row["card"] if "face" not in row else f"{row['face']} of {row['card']}"
        words = f"{100 * row['win']:+.1f} points ({100 * row['win_low']:+.1f} to {100 * row['win_high']:+.1f}"
        assert name in finding.headline
        assert words in finding.headline
    matter = table.filter((pl.col("win_low") > 0) | (pl.col("win_high") < 0)).height
    assert f"{matter} of {table.height} " in finding.headline
    assert "careful players and the default deck at a table of 3" in finding.headline
    assert (
        f"in {GAMES} games {'with and as many without' if question == 'cards' else 'each way'}."
        in finding.headline
    )
    assert finding.n == GAMES
    assert "forced on seat 0" in finding.rules
    assert any("correlation only" in caveat for caveat in finding.caveats)
    assert any("Forced is seat 0 in every round" in caveat for caveat in finding.caveats)
    assert any(caveat.startswith("Without the card") for caveat in finding.caveats) == (question == "cards")
    assert any("assumed" in caveat for caveat in finding.caveats)


def test_findings_can_be_drawn(asked):
    cards, sides = (asked(question, SETTINGS[0]) for question in ASK)
    for finding in (cards, sides):
        ax = finding.plot()
        assert len(ax.get_yticklabels()) == finding.table.height
        assert "careful players, default deck" in title(ax)
        against = knutten.bite_against_win(finding)
        assert against.headline == finding.headline
        texts = " ".join(text.get_text() for text in against.plot().texts)
        assert all(card in texts for card in finding.table["card"])
    assert [text.get_text() for text in cards.plot().get_yticklabels()] == cards.table["card"].to_list()


@pytest.mark.parametrize("ask", ASK.values(), ids=ASK)
@pytest.mark.parametrize(
    "bad",
    [{"seats": ()}, {"seats": (0, 0)}, {"seats": (7,)}, {"deck": "x"}, {"policy": "x"}, {"players": 1}],
    ids=str,
)
def test_a_table_that_cannot_be_played_is_refused(ask, bad):
    refused(ask, games=10, **bad)
