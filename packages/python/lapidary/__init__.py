"""The rules of Splendor and Splendor Kids, compiled from the crate that the server of Lapidary runs.

>>> import lapidary
>>> position = lapidary.Position("splendor", modules=["orient"], seats=2, seed=7)
>>> entries = position.play("take wug")
>>> position.to_act
1

Environments for learning are in ``lapidary.aec`` (PettingZoo), ``lapidary.gym`` (Gymnasium) and
``lapidary.many`` (many games in arrays of NumPy). They need the extra ``learn`` of the package ``lapidary-game``.
"""

from lapidary._engine import (
    SPACE_VERSION,
    Action,
    Entry,
    Export,
    ExportError,
    IllegalAction,
    LapidaryError,
    NotationError,
    Opponent,
    Position,
    Steps,
    ViewError,
    load_export,
)
from lapidary.spaces import Field, Spaces, spaces

__all__ = [
    "SPACE_VERSION",
    "Action",
    "Entry",
    "Export",
    "ExportError",
    "Field",
    "IllegalAction",
    "LapidaryError",
    "NotationError",
    "Opponent",
    "Position",
    "Spaces",
    "Steps",
    "ViewError",
    "load_export",
    "spaces",
]
