"""What a question returns."""

from dataclasses import replace

import matplotlib as mpl
import matplotlib.pyplot as plt
import polars as pl
import pytest

from analysis import knutten
from analysis.finding import Basis, Finding, table_html
from drawings import title
from run_folders import play


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return play(tmp_path_factory.mktemp("finding") / "run", games=1500, players=3, rules={"bite_at": 41})


@pytest.fixture(scope="module")
def finding(run):
    return knutten.first_bite(run)


def test_a_finding_says_what_it_rests_on(finding):
    assert finding.question == "Who gets the first bite?"
    assert finding.headline.startswith("Seat ")
    assert isinstance(finding.table, pl.DataFrame)
    assert (finding.n, finding.seed) == (1500, 3)
    assert str(finding.players) == "3"
    assert finding.rules == "bite_at=41"
    assert finding.deck == "deck default"
    assert finding.caveats
    assert all(isinstance(caveat, str) for caveat in finding.caveats)


def test_a_basis_is_one_line(finding):
    assert str(finding.basis) == (
        "Knutten, 1,500 games, 3 players (random in every seat), deck default, rules bite_at=41, seed 3"
    )


def test_a_basis_names_every_seats_policy(tmp_path):
    run = play(tmp_path / "run", games=5, policies="random,careful")
    assert "2 players (random, careful)" in str(Basis.of(run))


def test_a_finding_as_text(finding):
    assert str(finding).splitlines() == [finding.question, finding.headline, str(finding.basis)]
    assert finding.headline in repr(finding)
    assert " at 0x" not in repr(finding)
    assert "\n" not in repr(finding)


def test_the_same_run_gives_the_same_text_and_page(run, finding):
    again = knutten.first_bite(run)
    assert repr(again) == repr(finding)
    assert again._repr_html_() == finding._repr_html_()


def test_it_draws_into_the_axes_it_is_given(finding):
    figure, (left, right) = plt.subplots(1, 2)
    open_figures = plt.get_fignums()
    assert finding.plot(right) is right
    assert right.patches
    assert title(right)
    assert not left.has_data()
    assert plt.get_fignums() == open_figures == [figure.number]


def test_it_draws_into_axes_of_its_own(finding):
    ax = finding.plot()
    assert ax.has_data()
    assert plt.get_fignums() == [ax.figure.number]


@pytest.mark.parametrize("interactive", [True, False])
@pytest.mark.parametrize("given", [True, False])
def test_drawing_leaves_matplotlib_as_it_was(finding, interactive, given):
    was = mpl.is_interactive()
    mpl.interactive(interactive)
    try:
        ax = plt.subplots()[1] if given else None
        settings, backend = dict(mpl.rcParams), mpl.get_backend()
        finding.plot(ax)
        assert mpl.is_interactive() == interactive
        assert (dict(mpl.rcParams), mpl.get_backend()) == (settings, backend)
    finally:
        mpl.interactive(was)


def test_a_backend_that_starts_while_drawing_stays_as_it_started(finding):
    was = mpl.is_interactive()
    mpl.interactive(False)
    try:
        replace(finding, draw=lambda ax, table: mpl.interactive(True)).plot()
        assert mpl.is_interactive()
    finally:
        mpl.interactive(was)


def risky(finding):
    """Return a finding full of characters that mean something in HTML."""
    return Finding(
        question="<script>1</script>",
        headline="<b>&",
        table=pl.DataFrame({"<i>": ["<u>", "&"], "share": [0.123456, None]}),
        basis=Basis("<game>", 1, 2, "3", "<policy>", "<deck>", "a<b"),
        caveats=("<caveat>", "a `?<` waits"),
        draw=finding.draw,
    )


def test_html_is_escaped(finding):
    html = risky(finding)._repr_html_()
    assert "&lt;script&gt;1&lt;/script&gt;" in html
    assert "a <code>?&lt;</code> waits" in html
    for raw in ("<script>", "<b>&<", "<i>", "<u>", "<game>", "<policy>", "<deck>", "a<b", "<caveat>"):
        assert raw not in html


def test_html_shows_everything(finding):
    html = finding._repr_html_().replace("<code>", "`").replace("</code>", "`")
    for text in (finding.question, finding.headline, str(finding.basis), *finding.caveats):
        assert text in html
    for name in finding.table.columns:
        assert f"<th>{name}</th>" in html


def test_numbers_in_html_are_rounded_and_gaps_are_empty():
    html = table_html(pl.DataFrame({"share": [0.123456, None], "games": [20_000, 3]}))
    assert "<td>0.1235</td>" in html
    assert "<td>20000</td>" in html
    assert "NaN" not in html
    assert "None" not in html


@pytest.mark.parametrize(("height", "unfolded"), [(1, True), (8, True), (9, False)])
def test_long_tables_are_folded(height, unfolded):
    html = table_html(pl.DataFrame({"n": range(height)}))
    assert html.startswith("<details open>" if unfolded else "<details>")
    assert f"{height} row" in html


def test_a_finding_cannot_be_changed(finding):
    with pytest.raises(AttributeError):
        finding.headline = "All is well."
