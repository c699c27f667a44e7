"""A position as a picture: the drawing of the server.

>>> from lapidary import Position, picture
>>> picture.svg(Position(seed=7))[:4]
'<svg'
>>> picture.pixels(Position(seed=7), width=640).shape[1:]
(640, 3)

Pixels are drawn with the fonts of the system; without any font, ``LapidaryError`` says so. ``svg`` needs none.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lapidary._engine import Position, draw_pixels, draw_svg

Theme = Literal["light", "dark"]


def svg(position: Position, seat: int | None = None, *, theme: Theme = "light") -> str:
    """The position as SVG, as this seat sees it, or as a spectator does."""
    return draw_svg(position, seat, theme=theme)


def pixels(
    position: Position, seat: int | None = None, *, width: int = 960, theme: Theme = "light"
) -> NDArray[np.uint8]:
    """The same as an array of rows, columns, and red, green, blue. The width is limited to 4096."""
    return draw_pixels(position, seat, width=width, theme=theme)
