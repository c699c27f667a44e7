"""Converts a line of notation (docs/notation.md) into the JSON body of the action, as in the API."""

from kids_facts import NAME as RESOURCE_NAME
from splendor_facts import COLOR
from token_sets import tokens_from_text


def splendor(line):
    kind, *words = line.split(" ")
    return {"type": kind, **SPLENDOR[kind](*words)}


def kids(line):
    kind, *words = line.split(" ")
    return {"type": kind, **KIDS[kind](*words)}


def named(text, names):
    """`2w1o` as {"white": 2, "gold": 1}."""
    return {names[letter]: count for letter, count in tokens_from_text(text).items()}


def buy(card, *payment):
    return {"card": card, **paid(*payment)}


def paid(tokens, *lists):
    """`2w1o virtual_gold=orient-1-1,orient-1-2`; an empty list is omitted."""
    body = {"payment": named(tokens, COLOR)}
    for word in lists:
        name, cards = word.split("=")
        body[name] = cards.split(",")
    return body


def place_stronghold(card, origin=None):
    return {"card": card, "from": origin.split("=")[1]} if origin else {"card": card}


def move(route, tokens, tiles=None):
    body = {"route": route, "tokens": named(tokens, {**RESOURCE_NAME, "t": "treasure"})}
    if tiles:
        body["tiles"] = [RESOURCE_NAME[letter] for letter in tiles.split("=")[1]]
    return body


def card_body(card):
    return {"card": card}


def empty():
    return {}


SPLENDOR = {
    "take": lambda gems: {"gems": [COLOR[letter] for letter in gems]},
    "reserve": card_body,
    "reserve_blind": lambda deck: {"deck": deck},
    "keep": card_body,
    "buy": buy,
    "associate": card_body,
    "take_free": card_body,
    "take_token": lambda gem: {"gem": COLOR[gem]},
    "place_stronghold": place_stronghold,
    "remove_stronghold": card_body,
    "conquer": paid,
    "decline_conquest": empty,
    "return": lambda tokens: {"tokens": named(tokens, COLOR)},
    "choose_noble": lambda noble: {"noble": noble},
    "choose_post": lambda post: {"post": post},
    "pass": empty,
}
KIDS = {
    "take": lambda letters: {"resources": [RESOURCE_NAME[letter] for letter in letters]},
    "move": move,
    "return": lambda tokens: {"tokens": named(tokens, RESOURCE_NAME)},
    "draw_town": lambda source: {"from": RESOURCE_NAME.get(source, source)},
    "give": lambda letter, seat: {"resource": RESOURCE_NAME[letter], "seat": int(seat)},
}
