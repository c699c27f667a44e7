"""Many games that step together, in arrays of NumPy that are written in place.

>>> from lapidary.many import ManyGames
>>> games = ManyGames("splendor", games=64, seed=7)
>>> for _ in range(100):
...     games.step(games.sample())
>>> games.observations.shape == (64, games.spaces.observation_length)
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from lapidary._engine import Games, Position
from lapidary.names import Kind, Payments
from lapidary.spaces import Spaces, spaces


class ManyGames:
    """Many games that step together.

    A game that ends is replaced at once by the next deal: its row of ``dones`` is true, its row of ``rewards``
    has what each seat earned, and the other rows show the new game. With an opponent, the learner has seat
    ``i % seats`` of game ``i``, the opponent has the other seats and plays inside of ``step``.

    The arrays are the same objects for the whole life of the environment, so keep a copy of what you need
    later, and do not touch them in another thread during ``step``.
    """

    observations: NDArray[np.uint8]
    """What the seat that must decide sees, one row for each game."""
    masks: NDArray[np.bool_]
    """Which indices are possible, one row for each game."""
    to_act: NDArray[np.uint8]
    """The seat that must decide."""
    rewards: NDArray[np.float32]
    """What each seat earned by the last step: zeros, except at the end of a game."""
    dones: NDArray[np.bool_]
    """Whether the game ended with the last step, so that the rows show the next one."""
    seeds: NDArray[np.uint64]
    """The seed of the deal: ``Position(..., seed=int(seeds[i]))`` deals game ``i`` again."""

    def __init__(
        self,
        ruleset: str = "splendor",
        *,
        games: int,
        modules: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
        seats: int = 2,
        seed: int = 0,
        payments: Payments = "canonical",
        threads: int = 0,
        opponent: Kind | None = None,
        strength: int = 100,
        simulations: int = 100,
    ) -> None:
        """Deals the games. ``threads=0`` uses every processor."""
        self.spaces: Spaces = spaces(ruleset, modules=modules, options=options, seats=seats)
        self._games = Games(
            ruleset, modules, options or {}, games, seats, seed, payments, threads, opponent, strength, simulations
        )
        self.observations = self._games.observations
        self.masks = self._games.masks
        self.to_act = self._games.to_act
        self.rewards = self._games.rewards
        self.dones = self._games.dones
        self.seeds = self._games.seeds
        self._sampled: NDArray[np.int64] = np.zeros(games, np.int64)

    def __len__(self) -> int:
        return len(self._sampled)

    def step(self, actions: NDArray[np.integer]) -> None:
        """Steps every game by the index of its row, and writes the arrays.

        Raises ``IllegalAction`` if one of the indices is not possible; then no game steps.
        """
        given = np.asarray(actions)
        if not np.issubdtype(given.dtype, np.integer):
            raise TypeError(f"actions are integers, not {given.dtype}")
        self._games.step(np.ascontiguousarray(given, dtype=np.int64))

    def sample(self) -> NDArray[np.int64]:
        """A random possible index for each game. The array is overwritten by the next call."""
        self._games.sample(self._sampled)
        return self._sampled

    def position(self, game: int) -> Position:
        """A copy of the position of one game."""
        return self._games.position(game)
