"""Sets of tokens: their notation, and the possible returns above a limit."""

from itertools import product


def tokens_text(tokens, kinds):
    """Counts and letters in the order of the kinds, without zeros; `0` if there are no tokens."""
    return "".join(f"{tokens[kind]}{kind}" for kind in kinds if tokens.get(kind)) or "0"


def tokens_from_text(text):
    return {} if text == "0" else {text[at + 1]: int(text[at]) for at in range(0, len(text), 2)}


def return_lines(tokens, kinds, limit):
    """Every choice of surplus tokens (B13, K5), as lines of notation."""
    surplus = sum(tokens[kind] for kind in kinds) - limit
    if surplus <= 0:
        return []
    ways = product(*(range(min(tokens[kind], surplus) + 1) for kind in kinds))
    return ["return " + tokens_text(dict(zip(kinds, way)), kinds) for way in ways if sum(way) == surplus]
