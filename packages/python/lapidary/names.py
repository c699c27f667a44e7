"""Names of types that several modules use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, Union

from lapidary._engine import Action, LapidaryError

Payments: TypeAlias = Literal["canonical", "all"]
"""Which payments of a purchase are actions: the canonical one (B10, K6), or every exact one."""

Kind: TypeAlias = Literal["random", "greedy", "apprentice", "master"]
"""The built-in opponents (docs/opponents.md)."""

AnyAction: TypeAlias = Union[Action, str, "dict[str, Any]"]
"""An action, its notation, or its JSON as a dictionary."""


def render_mode_of(mode: str | None, modes: Sequence[str]) -> str | None:
    """The mode, if an environment with these modes has it."""
    if mode is None or mode in modes:
        return mode
    raise LapidaryError(f"render_mode is one of {', '.join(modes)}, not {mode!r}")
