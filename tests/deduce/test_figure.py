"""The drawn figure of relations."""

from __future__ import annotations

from dataclasses import replace

from multiplane.deduce.figure import ARROWS, BOX, PLACES, WIDTH, decided_arrows, figure_svg


def test_every_schema_of_an_arrow_has_a_place_of_its_own() -> None:
    names = {name for source, _, target in ARROWS for name in (source, target)}
    assert names == set(PLACES)
    assert len(set(PLACES.values())) == len(PLACES)


def test_a_refuted_arrow_is_marked() -> None:
    arrows = decided_arrows(1)
    assert "arrow refuted" not in figure_svg(arrows)
    wrong = arrows[0]._replace(found=replace(arrows[0].found, holds=False))
    assert figure_svg([wrong, *arrows[1:]]).count("arrow refuted") == 1


def test_a_label_fits_between_two_boxes() -> None:
    longest = max(len(name) for _, name, _ in ARROWS)
    assert 6 * longest <= WIDTH - BOX
