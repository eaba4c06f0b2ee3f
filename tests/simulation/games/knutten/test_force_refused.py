"""What an experiment cannot force is refused in one line."""

import pytest

from command_rig import said
from knutten_rig import write_deck
from run_folders import play, refused

SEATS = 4


BAD = {
    "card": {"card": "x"},
    "no card at all": {"card": ""},
    "without": {"without": "x"},
    "side": {"card": "?/2", "side": "c"},
    "side without card": {"side": "a"},
    "seat": {"seat": 9},
    "seat that is not at the table": {"seat": SEATS},
    "seat below 0": {"seat": -1},
    "seat that is none": {"seat": "left"},
    "starter": {"starter": 9},
    "starter that is not at the table": {"starter": SEATS},
    "unknown key": {"cards": "?/2"},
    "card and without the same": {"card": "?/2", "without": "?/2"},
    "John": {"card": "John Knut"},
}


@pytest.mark.parametrize("force", BAD.values(), ids=BAD)
def test_what_cannot_be_forced_is_refused(tmp_path, force):
    message = refused(play, tmp_path / "run", games=10, players=SEATS, force=force)
    assert any(str(name) in message for name in force)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("key", ["seat", "starter"])
def test_the_range_of_a_seat_is_told(tmp_path, key):
    assert f"from 0 to {SEATS - 1}" in refused(
        play, tmp_path / "run", games=10, players=SEATS, force={key: SEATS}
    )


@pytest.mark.parametrize(("others", "fits"), [(1, False), (2, True)])
def test_a_card_is_kept_out_only_where_others_fill_the_hand(tmp_path, others, fits):
    deck = write_deck(tmp_path, {"1/2": 10, "3/4": others})
    given = {
        "players": 3,
        "games": 50,
        "rules": {"hand_size": 2, "max_turns": 40},
        "components": deck,
        "force": {"without": "1/2"},
    }
    if not fits:
        assert "1 other cards" in refused(play, tmp_path / "run", **given)
        return
    run = play(tmp_path / "run", **given)
    first = (
        run.events.filter(seat=0).sort("turn").unique(["game_id", "round"], keep="first", maintain_order=True)
    )
    hands = first.select("hand_a", "hand_b").collect()
    assert hands.height > 50
    assert set(hands.rows()) == {("3/4", "3/4")}


TYPED = [
    "card=x",
    "side=a",
    "seat=9",
    "starter=9",
    "cards=?/2",
    "card",
    "seat=-1",
    "starter=1.5",
]


@pytest.mark.parametrize("typed", TYPED)
def test_what_cannot_be_forced_is_refused_on_the_command_line(gamegauge, tmp_path, typed):
    out = tmp_path / "run"
    line = said(gamegauge("simulate", "knutten", "--games", 10, "--force", typed, "--out", out))
    assert typed.split("=")[0] in line
    assert not out.exists()


def test_the_same_card_dealt_and_kept_out_is_refused_on_the_command_line(gamegauge, tmp_path):
    forced = ("--force", "card=?/2", "--force", "without=?/2")
    assert "?/2" in said(gamegauge("simulate", "knutten", "--games", 10, *forced, "--out", tmp_path / "run"))


NO_FORCE = ["card=?/2", [("seat", 1)], {1: 2, "a": 3}, {"seat": "9" * 5000}, {"seat": "²"}]


@pytest.mark.parametrize("force", NO_FORCE, ids=lambda force: str(force)[:20])
def test_what_is_no_force_at_all_is_refused(tmp_path, force):
    refused(play, tmp_path / "run", games=10, players=SEATS, force=force)


@pytest.mark.parametrize("seat", [True, 1.0])
def test_a_seat_that_is_no_whole_number_is_refused(tmp_path, seat):
    refused(play, tmp_path / "run", games=10, players=SEATS, force={"seat": seat, "card": "?/2"})


def test_the_same_card_dealt_and_kept_out_is_blamed_on_that(tmp_path):
    force = {"card": "?/2", "side": "a", "without": "?/2"}
    assert "force without=?/2" in refused(play, tmp_path / "run", games=10, force=force)
