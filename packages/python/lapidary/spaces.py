"""What the indices of an action space and the bytes of an observation mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lapidary._engine import SPACE_VERSION, Position, Steps


@dataclass(frozen=True)
class Field:
    """A field of an observation: bytes from ``start`` on, each at most ``high``."""

    name: str
    start: int
    length: int
    high: int


@dataclass(frozen=True)
class Spaces:
    """The action space and the observation of a game."""

    version: int
    """Within a version, no index and no byte changes its meaning."""
    actions: tuple[str, ...]
    """The meaning of each index."""
    fields: tuple[Field, ...]
    """The fields of an observation, in their order."""

    @property
    def observation_length(self) -> int:
        """The number of bytes of an observation."""
        return sum(field.length for field in self.fields)

    def highs(self) -> list[int]:
        """The largest value of each byte of an observation."""
        return [field.high for field in self.fields for _ in range(field.length)]


def spaces(
    ruleset: str = "splendor",
    *,
    modules: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    seats: int = 2,
) -> Spaces:
    """The spaces of a ruleset with these modules and this number of seats.

    >>> base = spaces("splendor")
    >>> base.actions[60:62]
    ('return w', 'return u')
    """
    steps = Steps(Position(ruleset, modules=modules, options=options or {}, seats=seats))
    fields = tuple(Field(*field) for field in steps.observation_fields())
    return Spaces(SPACE_VERSION, tuple(steps.action_names()), fields)
