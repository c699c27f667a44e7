"""When something is tried again: a network that is away comes back, and a busy server says when it has time."""

import random
import time
from collections.abc import Callable
from typing import TypeVar

from .problems import Refusal, Unreachable

WAIT_MIN = 0.1
WAIT_MAX = 8.0
# Refusals that took no effect: the request came too early or too often. 409 is that of a key whose first request is in progress.
NOT_YET = (408, 425, 429)
# Answers of a server or a proxy that say nothing about whether the request took effect.
AWAY = (502, 503, 504)

Answer = TypeVar("Answer")


class Patience:
    """The waits between tries. Each is twice as long as the one before, and half of it is random, so that the clients of a server that was
    away do not come back all at once. After `seconds` without success it ends."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.renew()

    def renew(self) -> None:
        """Begins anew, after a success."""
        self.wait, self.until = WAIT_MIN, time.monotonic() + self.seconds

    def pause(self, error: Exception) -> None:
        """Waits as long as the server asks for, and then until the next try. Raises the error if that would take too long."""
        seconds = (getattr(error, "retry_after", None) or 0) + self.wait * random.uniform(0.5, 1)
        if time.monotonic() + seconds > self.until:
            raise error
        time.sleep(seconds)
        self.wait = min(self.wait * 2, WAIT_MAX)


def may_succeed_later(error: Exception, once: bool = False) -> bool:
    """Returns whether the same request can be sent again, and may then succeed. `once` says that it must not take effect twice."""
    if isinstance(error, Refusal):
        is_early = error.status in NOT_YET or error.code == "idempotency_in_progress"
        return is_early or error.status in AWAY and not once
    return isinstance(error, Unreachable) and not once


def persist(ask: Callable[[], Answer], patience: float, once: bool = False) -> Answer:
    """Asks until there is an answer, or raises an error that stays."""
    waits = Patience(patience)
    while True:
        try:
            return ask()
        except (Refusal, Unreachable) as error:
            if not may_succeed_later(error, once):
                raise
            waits.pause(error)
