"""Names of types that several modules use."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, Union

from lapidary._engine import Action

Payments: TypeAlias = Literal["canonical", "all"]
"""Which payments of a purchase are actions: the canonical one (B10, K6), or every exact one."""

Kind: TypeAlias = Literal["random", "greedy", "apprentice", "master"]
"""The built-in opponents (docs/opponents.md)."""

AnyAction: TypeAlias = Union[Action, str, "dict[str, Any]"]
"""An action, its notation, or its JSON as a dictionary."""
