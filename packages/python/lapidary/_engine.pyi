"""The compiled part of the package."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

from lapidary.names import AnyAction, Kind, Payments

SPACE_VERSION: int
"""The version of the action spaces and of the observations."""

class LapidaryError(ValueError):
    """What a function was given is impossible."""

class IllegalAction(LapidaryError):
    """The rules forbid the action. The position is unchanged."""

    rule: str
    """The number of the ruling (docs/rules.md)."""

class NotationError(LapidaryError):
    """The text or the JSON is not an action of the ruleset."""

class ExportError(LapidaryError):
    """The export cannot be read, or contradicts its deal or the rules."""

class ViewError(LapidaryError):
    """The JSON is not a view of the contract, or no game looks like it."""

@final
class Action:
    """A complete decision of a seat: a purchase includes its payment. Immutable and hashable."""

    @staticmethod
    def parse(notation: str, ruleset: str = "splendor") -> Action:
        """Reads canonical notation, such as ``take wug``."""

    @staticmethod
    def from_json(json: str | dict[str, Any], ruleset: str = "splendor") -> Action:
        """Reads the JSON of the contract, as text or as a dictionary."""

    def to_json(self) -> dict[str, Any]:
        """The JSON of the contract, as a dictionary."""

    @property
    def notation(self) -> str:
        """The canonical notation."""

    @property
    def type(self) -> str:
        """The ``type`` of the JSON, such as ``take``."""

    @property
    def ruleset(self) -> str:
        """The ruleset that the action belongs to: ``splendor`` or ``kids``."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Entry:
    """An entry of a game's log: a decision, or a seat that left."""

    @property
    def seat(self) -> int:
        """The seat that the entry belongs to."""

    @property
    def by(self) -> Literal["player", "engine"]:
        """``engine`` if only one choice was legal (T2)."""

    @property
    def notation(self) -> str:
        """The notation of the action; ``resign`` or ``timeout`` for a seat that left."""

    def __eq__(self, other: object, /) -> bool: ...

@final
class Position:
    """A position of a game. It knows everything, hidden cards included; ``view`` is what a seat may know."""

    def __new__(
        cls,
        ruleset: str = "splendor",
        *,
        modules: Sequence[str] = (),
        options: Mapping[str, str] = ...,
        seats: int = 2,
        seed: int = 0,
    ) -> Position:
        """Deals a game from a number, 0 to 2^256 - 1."""

    @property
    def ruleset(self) -> str:
        """The ruleset: ``splendor`` or ``kids``."""

    @property
    def modules(self) -> list[str]:
        """The modules in play, in their fixed order."""

    @property
    def options(self) -> dict[str, str]:
        """The options with their values."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def seats_in_play(self) -> list[int]:
        """The seats that have not left the game."""

    @property
    def to_act(self) -> int | None:
        """The seat that must decide; ``None`` when the game is over."""

    @property
    def decision(self) -> str | None:
        """The kind of decision, such as ``main`` or ``return``; ``None`` when the game is over."""

    @property
    def turn(self) -> int:
        """The number of turns that have begun."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def reason(self) -> str | None:
        """Why the game ended, such as ``prestige``; ``None`` while it runs."""

    @property
    def ranks(self) -> list[int]:
        """The rank of each seat, 1 is the best; equal seats share a rank. Empty while the game runs."""

    @property
    def winners(self) -> list[int]:
        """The seats of rank 1; empty while the game runs."""

    def legal_actions(self, payments: Payments = "canonical") -> list[Action]:
        """The legal actions, in a fixed order: each purchase with its canonical payment, or with every one."""

    def action(self, action: AnyAction) -> Action:
        """Completes a payment that is left out (B10, K6). Does not judge the action otherwise."""

    def is_legal(self, action: AnyAction) -> bool:
        """Whether the action is legal."""

    def play(self, action: AnyAction) -> list[Entry]:
        """Applies an action of the seat that must decide, and what follows from it.

        Raises ``IllegalAction`` if the rules forbid it; the position is then unchanged.
        """

    def leave(self, seat: int, how: Literal["resign", "timeout"] = "resign") -> list[Entry]:
        """Takes a seat out of the game (B19). Empty if it has left already."""

    def copy(self) -> Position:
        """A copy."""

    def redealt(self, seat: int | None, seed: int) -> Position:
        """A copy in which everything that is hidden from this seat is dealt anew; from everybody if ``None``."""

    @staticmethod
    def from_view(view: Mapping[str, Any] | str, *, seed: int = 0) -> Position:
        """Rebuilds a position from a view of the server, or of ``view``; what its viewer does not see is dealt anew.

        Both positions look the same to the viewer, and have the same legal actions when the viewer is to act. Raises
        ``ViewError`` if no game looks like the view.
        """

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The position as this seat sees it, or as a spectator does, in the fields of the contract.

        They are those of the schemas ``SplendorGame`` and ``KidsGame`` that depend on the rules: ``ruleset``,
        ``modules``, ``options``, the pieces on the table, ``to_act``, ``turn``, ``seats`` and ``result``.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: object, /) -> Position: ...

@final
class Export:
    """A game that was exported, dealt and replayed again."""

    @property
    def ruleset(self) -> str:
        """The ruleset: ``splendor`` or ``kids``."""

    @property
    def modules(self) -> list[str]:
        """The modules in play."""

    @property
    def players(self) -> list[str | None]:
        """The names of the players in seat order; ``None`` for an erased account."""

    @property
    def opening(self) -> Position:
        """The position before the first turn."""

    @property
    def end(self) -> Position:
        """The position at the end."""

    @property
    def is_aborted(self) -> bool:
        """Whether the game was aborted, so that it has no result."""

    @property
    def entries(self) -> list[Entry]:
        """The entries of the log, those of the engine included."""

    def position(self, entries: int) -> Position:
        """The position after this many entries, and after the decisions of the engine that follow from them."""

def load_export(text: str) -> Export:
    """Reads an export, in JSON or as text, and verifies it.

    The secret is the one that the server committed to, the deal follows from it, each entry is legal and in
    its place, and the result is that of the rules. Raises ``ExportError`` otherwise.
    """

@final
class Move:
    """A decision, or a seat that left, in a file of many games (``lapidary.data``)."""

    def __new__(cls, turn: int, seat: int, by_engine: bool, notation: str) -> Move: ...
    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""

    @property
    def seat(self) -> int:
        """The seat."""

    @property
    def by_engine(self) -> bool:
        """Whether only one choice was legal (T2)."""

    @property
    def notation(self) -> str:
        """The line of notation; ``resign`` or ``timeout`` for a seat that left."""

    def __eq__(self, other: object, /) -> bool: ...

def read_moves(turns: str) -> list[Move]:
    """Reads the turns of a game in one line."""

@final
class Opponent:
    """A built-in opponent of the server (docs/opponents.md). It sees what its seat sees."""

    def __new__(
        cls, kind: Kind = "greedy", *, strength: int = 100, seed: int = 0, simulations: int = 400
    ) -> Opponent: ...
    @property
    def kind(self) -> Kind:
        """The kind."""

    def choose(self, position: Position, seat: int) -> list[Action]:
        """Chooses the next actions of the seat: a whole turn, or its part up to something that is revealed.

        Empty if the game does not wait for the seat.
        """

@final
class Steps:
    """A game that is played by the indices of an action space (docs/python.md)."""

    def __new__(cls, position: Position, payments: Payments = "canonical") -> Steps: ...
    @property
    def to_act(self) -> int | None:
        """The seat that must decide; ``None`` when the game is over."""

    @property
    def position(self) -> Position:
        """A copy of the position, without the steps of an unfinished action."""

    @property
    def pending(self) -> list[int]:
        """The indices of the unfinished action."""

    @property
    def actions(self) -> int:
        """The number of indices of the action space."""

    @property
    def observation_length(self) -> int:
        """The number of bytes of an observation."""

    def action_names(self) -> list[str]:
        """What each index means."""

    def observation_fields(self) -> list[tuple[str, int, int, int]]:
        """The fields of an observation: name, first byte, number of bytes, largest value."""

    def possible(self) -> list[int]:
        """The possible indices, in order: none when the game is over."""

    def mask(self) -> NDArray[np.bool_]:
        """A boolean for each index: whether it is possible."""

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """What a seat sees, as bytes."""

    def step(self, index: int) -> None:
        """Takes a step, and finishes the action as far as one index is possible."""

    def spellings(self) -> list[tuple[list[int], Action]]:
        """Every legal action with the indices that spell it."""

    def rewards(self) -> list[float]:
        """What each seat earns: zeros while the game runs."""

    def copy(self) -> Steps:
        """A copy."""

    def __copy__(self) -> Steps: ...
    def __deepcopy__(self, memo: object, /) -> Steps: ...

@final
class Games:
    """Many games that step together; ``lapidary.many`` describes them."""

    def __new__(
        cls,
        ruleset: str,
        modules: Sequence[str],
        options: Mapping[str, str],
        games: int,
        seats: int,
        seed: int,
        payments: Payments,
        threads: int,
        opponent: Kind | None,
        strength: int,
        simulations: int,
    ) -> Games: ...
    @property
    def observations(self) -> NDArray[np.uint8]: ...
    @property
    def masks(self) -> NDArray[np.bool_]: ...
    @property
    def to_act(self) -> NDArray[np.uint8]: ...
    @property
    def rewards(self) -> NDArray[np.float32]: ...
    @property
    def dones(self) -> NDArray[np.bool_]: ...
    @property
    def seeds(self) -> NDArray[np.uint64]: ...
    def step(self, actions: NDArray[np.int64]) -> None: ...
    def sample(self, actions: NDArray[np.int64]) -> None: ...
    def position(self, game: int) -> Position: ...

def draw_svg(position: Position, seat: int | None = None, *, theme: str = "light") -> str:
    """The position as SVG."""

def draw_pixels(
    position: Position, seat: int | None = None, *, width: int = 960, theme: str = "light"
) -> NDArray[np.uint8]:
    """The position as rows of red, green and blue bytes."""
