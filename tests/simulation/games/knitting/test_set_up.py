"""Components and set-up: what there is, what is dealt, and that it is well shuffled (KT-1, KT-4)."""

from collections import Counter

import pytest
from scipy.stats import chisquare, hypergeom

from knitting_rig import dealt, knitting
from knitting_strategies import PLAYERS
from knitting_table import shipped
from knitting_words import ALL_YARN, column, make_catalogue
from run_folders import refused
from simulation.games.knitting.rules import Rules
from simulation.games.knitting.table import set_up


@pytest.mark.rule("KT-1")
def test_there_are_116_yarn_cards_40_patterns_and_26_community_cards():
    rig = dealt(4)
    assert rig.all_yarn() == ALL_YARN
    assert ALL_YARN.total() == 116
    patterns = {one.pattern for one in rig.catalogue[0].patterns}
    special = rig.all_patterns() - Counter(patterns)
    assert (len(patterns), special.total() + rig.all_cards().total()) == (40, 26)


@pytest.mark.rule("KT-1")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(tmp_path, players):
    assert "from 2 to 4" in refused(knitting, tmp_path / "run", players=players, games=5)


@pytest.mark.rule("KT-10", "KT-11", "KT-12", "KT-14", "KT-15")
def test_the_switches_are_set_to_the_rules():
    assert Rules().model_dump() == {
        "target": 100,
        "trade_price": 5,
        "subtract": True,
        "subtract_special": True,
        "max_turns": 200,
        "real_life": False,
        "real_life_patterns": 1,
        "real_life_colours": 1,
    }


@pytest.mark.rule("KT-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_is_dealt_five_yarn_three_patterns_and_four_free_cast_on_cards(players):
    for game in range(50):
        rig = dealt(players, game)
        for seat in range(players):
            assert rig.stash(seat).total() == 5
            assert len(rig.hand(seat)) == 3
            assert rig.cards(seat) == []
            assert rig.wips(seat) == [None] * 4
            assert (rig.points(seat), rig.fos(seat)) == (0, Counter())
        assert len(rig.pattern_deck) == 40 - 3 * players
        assert len(rig.community_deck) == 26
        assert set(rig.pattern_deck) <= set(rig.patterns[:40])
        stocked = rig.store
        wilds = stocked.pop("wild", 0)
        assert (len(stocked), wilds <= 4) == (4, True)


@pytest.mark.rule("KT-4", "KT-14")
def test_seat_0_starts_and_the_set_up_is_turn_minus_1(tmp_path):
    events = knitting(tmp_path / "run", players=3, games=50).events.collect()
    first = events.filter(turn=0).group_by("game_id", maintain_order=True).first()
    assert set(first["seat"]) == {0}
    before = events.filter(turn=-1)
    assert set(before["event"]) <= {"deal", "draw_pattern", "stock", "wipe", "reshuffle"}
    told = before.filter(event="deal").group_by("game_id", maintain_order=True).agg("seat")
    assert told["seat"].to_list() == [[0, 1, 2]] * 50
    drawn = before.filter(event="draw_pattern").group_by("game_id", maintain_order=True).agg("seat")
    assert drawn["seat"].to_list() == [[0, 0, 0, 1, 1, 1, 2, 2, 2]] * 50


@pytest.mark.rule("KT-4")
def test_the_store_is_stocked_after_the_yarn_is_dealt():
    for game in range(30):
        events = dealt(4, game).log("events")
        assert [event["event"] for event in events[:4]] == ["deal"] * 4
        assert not any(column(event, "store") for event in events[:4])


@pytest.fixture(scope="module")
def many():
    """What many set-ups deal: hands, stashes and the top community card."""
    rig, found = dealt(4), []
    for game in range(4000):
        set_up(rig.table, game)
        secret = rig.secret[0]
        top = int(secret["community_deck"][rig.view["community_left"][0] - 1])
        found.append((secret["hands"][:4, :3].tolist(), secret["stashes"].tolist(), top))
    return found


@pytest.mark.rule("KT-4")
@pytest.mark.parametrize(("seat", "place"), [(0, 0), (1, 2), (3, 1)])
def test_every_pattern_is_dealt_as_often(many, seat, place):
    seen = Counter(hands[seat][place] for hands, _, _ in many)
    assert chisquare([seen[pattern] for pattern in range(40)]).pvalue > 1e-4


@pytest.mark.rule("KT-4")
@pytest.mark.parametrize("seat", range(4))
def test_every_yarn_card_is_dealt_as_often(many, seat):
    wilds = Counter(min(stashes[seat][8], 3) for _, stashes, _ in many)
    chances = [*hypergeom(116, 20, 5).pmf([0, 1, 2]), hypergeom(116, 20, 5).sf(2)]
    expected = [4000 * chance for chance in chances]
    assert chisquare([wilds[count] for count in range(4)], expected).pvalue > 1e-4
    colours = [sum(stashes[seat][colour] for _, stashes, _ in many) for colour in range(8)]
    assert chisquare(colours).pvalue > 1e-4


@pytest.mark.rule("KT-4")
def test_the_community_deck_is_shuffled(many):
    copies = [card.copies for card in shipped()[1].cards]
    seen = Counter(top for _, _, top in many)
    expected = [4000 * count / 26 for count in copies]
    assert chisquare([seen[card] for card in range(len(copies))], expected).pvalue > 1e-4


@pytest.mark.rule("KT-4")
def test_the_same_game_deals_the_same_yarn_whatever_the_patterns():
    other = (make_catalogue([f"p{number}" for number in range(12)]), shipped()[1])
    one, two = dealt(4, 7), dealt(4, 7, other)
    assert [one.stash(seat) for seat in range(4)] == [two.stash(seat) for seat in range(4)]
    assert (one.store, one.community_deck) == (two.store, two.community_deck)
    assert one.hand(0) != dealt(4, 8).hand(0)


@pytest.mark.rule("KT-4")
def test_too_few_patterns_for_the_deal_are_refused(tmp_path):
    rows = [f"p{number},1,1,1,0,0,0,0,0,0,0,0,0,assumed" for number in range(11)]
    header = "pattern,points,weeks,red,orange,yellow,green,blue,purple,grey,white,wild,matching,provenance"
    (tmp_path / "few.csv").write_text("\n".join([header, *rows]) + "\n")
    given = {"players": 4, "games": 5, "components": {"patterns": str(tmp_path / "few.csv")}}
    assert "at least 12" in refused(knitting, tmp_path / "run", **given)
    run = knitting(tmp_path / "run", **{**given, "players": 3})
    assert run.games.collect().height == 5


def test_another_game_that_is_played_in_between_changes_nothing():
    """A set-up clears everything that a game left."""
    rig, fresh = dealt(4, 3, real_life=True), dealt(4, 5, real_life=True)
    rig.run(PLAYERS["random"], 1000)
    set_up(rig.table, 5)
    for field in ("stashes", "held", "card_held", "yarn_deck", "pattern_first", "trades", "bonus", "wipes"):
        assert (rig.secret[field] == fresh.secret[field]).all(), field
    open_now = ("store", "discards", "wip", "wip_weeks", "wip_yarn", "fo_points", "finished", "fos", "played")
    for field in (*open_now, "mat_yarn", "real_pattern", "real_colour", "closer", "turn", "stash_counts"):
        assert (rig.view[field] == fresh.view[field]).all(), field
    assert [rig.hand(seat) for seat in range(4)] == [fresh.hand(seat) for seat in range(4)]
    assert (rig.pattern_deck, rig.community_deck) == (fresh.pattern_deck, fresh.community_deck)
