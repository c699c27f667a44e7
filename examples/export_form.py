"""The format of an export (docs/export.md): comparisons with a location, and values that cannot be confirmed."""

import re
import uuid
from datetime import datetime

INSTANT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?Z", re.ASCII)
HEX = re.compile(r"([0-9a-f]{2})*")
ENTROPY_BYTES_MAX = 64
DEAL_ID_BYTES = 16
SEED_BYTES = 32
PLAYERS = (2, 3, 4)


class Wrong(Exception):
    """An error in the export, with its location."""


def same(place, expected, found):
    """Raises `Wrong` at the first location where two JSON values differ; true and 1 are different."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for name in [name for name in expected if name not in found]:
            raise Wrong(f"{place}/{name}: is missing")
        for name in expected:
            same(f"{place}/{name}", expected[name], found[name])
        for name in [name for name in found if name not in expected]:
            raise Wrong(f"{place}/{name}: is unknown")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (one, other) in enumerate(zip(expected, found)):
            same(f"{place}/{index}", one, other)
    elif type(expected) is not type(found) or expected != found:
        raise Wrong(f"{place}: expected {expected}, found {found}")


def hexadecimal(place, text, least, most):
    """Decodes hexadecimal text in lower case."""
    if not isinstance(text, str) or not HEX.fullmatch(text) or not least <= len(text) // 2 <= most:
        raise Wrong(f"{place}: must be {least} to {most} bytes in hexadecimal")
    return bytes.fromhex(text)


def one_of(place, value, allowed):
    if not any(type(value) is type(one) and value == one for one in allowed):
        raise Wrong(f"{place}: must be one of {', '.join(map(str, allowed))}")


def identifier(place, text):
    try:
        if str(uuid.UUID(text)) == text:
            return
    except (AttributeError, TypeError, ValueError):
        pass
    raise Wrong(f"{place}: must be a UUID")


def instant(place, text):
    found = INSTANT.fullmatch(text) if isinstance(text, str) else None
    try:
        datetime.strptime(found[1], "%Y-%m-%dT%H:%M:%S")
    except (TypeError, ValueError):
        raise Wrong(f"{place}: must be an instant such as 2026-01-31T12:00:00Z") from None


def player(place, found):
    same(place, {"id": found["id"], "username": found["username"]}, found)
    identifier(f"{place}/id", found["id"])
    if found["username"] is not None and not isinstance(found["username"], str):
        raise Wrong(f"{place}/username: must be a name or null")


def contribution(place, found):
    same(place, {name: found[name] for name in ("player", "entropy", "after_commitment")}, found)
    player(f"{place}/player", found["player"])
    hexadecimal(f"{place}/entropy", found["entropy"], 0, ENTROPY_BYTES_MAX)
    one_of(f"{place}/after_commitment", found["after_commitment"], [True, False])
