"""Pictures: they show what the seat sees and nothing hidden, as SVG and as pixels."""

from __future__ import annotations

import pytest
from lapidary import LapidaryError, Position, picture
from tables import TABLES, Table, name, played


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_a_picture_shows_nothing_hidden(table: Table) -> None:
    for decisions in (0, 40, 80):
        position = played(table, 3, 4, decisions)
        for seat in [None, 0, 1, 2]:
            assert picture.svg(position, seat) == picture.svg(position.redealt(seat, decisions), seat)


def test_pixels_have_the_width_that_is_asked_for_and_differ_by_theme() -> None:
    position = Position(seed=3)
    light, dark = picture.pixels(position, 0, width=320), picture.pixels(position, 0, width=320, theme="dark")
    assert light.shape == dark.shape and light.shape[1:] == (320, 3) and light.dtype == "uint8"
    assert light.mean() > dark.mean() + 50
    assert len({tuple(pixel) for row in light for pixel in row}) > 100


def test_wrong_pictures_are_refused() -> None:
    position = Position()
    for width in (0, 5000):
        with pytest.raises(LapidaryError, match="width"):
            picture.pixels(position, width=width)
    with pytest.raises(LapidaryError, match="seats 0 to 1"):
        picture.svg(position, 2)
    with pytest.raises(LapidaryError, match="\"light\" or \"dark\""):
        picture.svg(position, theme="blue")  # type: ignore[arg-type]
