"""The boards of Splendor Kids, built from the sides in data/kids_boards.json; resources become single letters."""

import json
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data" / "kids_boards.json"

RESOURCES = "machw"  # mushroom, apple, cabbage, hazelnut, water: the fixed order
GOLD, TREASURE = "o", "t"
NAME = {"m": "mushroom", "a": "apple", "c": "cabbage", "h": "hazelnut", "w": "water", "o": "gold"}
VILLAGE_TILES = ["tornado", "treasure", "treasure", "drought", "drought", "thief", "thief", "jewel"]
COST_OF_A_KIND_MAX = 7
PARTS = {"full": ["a1", "a2", "a3"], "short": ["a1", "a3"]}


def kind(place):
    """The name of a place contains its kind: `port`, `palace`, `a1a-town-1`, `a2b-village-3`."""
    return place if place in ("port", "palace") else place.split("-")[1]


def board(length, dealt_sides):
    """K2: the graph of the dealt sides; an exit of one part is the entry of the next with the same number."""
    with open(DATA, encoding="utf-8") as file:
        sides = {side["id"]: side for side in json.load(file)["sides"]}
    faces = dict(zip(PARTS["full"], ("ab"[side] for side in dealt_sides)))
    chosen = [sides[part + faces[part]] for part in PARTS[length]]
    places, routes = ["port"], []
    for side, following in zip(chosen, chosen[1:] + [{"entries": []}]):
        exits = {f"exit-{number}": entry for number, entry in enumerate(following["entries"], start=1)}
        places += side["places"]
        routes += [dict(route, to=exits.get(route["to"], route["to"])) for route in side["routes"]]
    return {
        "sides": [side["id"] for side in chosen],
        "places": [{"id": place, "kind": kind(place)} for place in sorted(places, key=place_order) + ["palace"]],
        "routes": routes,
    }


def place_order(place):
    """The port first; on each side towns before villages, in the order of their numbers."""
    if place == "port":
        return ("", "", 0)
    side, name, number = place.split("-")
    return (side, name, int(number))


def board_of_routes(sides, routes):
    """Rebuilds the board in an export from its routes; fails if a name or a cost is not valid."""
    ends = {place for route in routes for place in (route["from"], route["to"])}
    places = sorted(ends - {"port", "palace"}, key=place_order)
    again = []
    for side in sides:
        of_side = [route for route in routes if route["id"].startswith(side + "-")]
        again += [{"id": f"{side}-{number}", "from": route["from"], "to": route["to"], "cost": cost(route["cost"])}
                  for number, route in enumerate(of_side, start=1)]
    if not all(place.split("-")[0] in sides and kind(place) in ("town", "village") for place in places):
        raise ValueError(f"a board of the sides {sides} has other places")
    return {
        "sides": sides,
        "places": [{"id": place, "kind": kind(place)} for place in ["port"] + places + ["palace"]],
        "routes": again,
    }


def cost(counts):
    """The cost of a route; fails if it is not valid."""
    return {NAME[letter]: counts[NAME[letter]] for letter in RESOURCES
            if type(counts.get(NAME[letter])) is int and 0 < counts[NAME[letter]] <= COST_OF_A_KIND_MAX}


def town_tiles(numbers):
    """K1: four of each resource, in order."""
    return [RESOURCES[(number - 1) // 4] for number in numbers]


def village_tiles(board, numbers):
    """K11: the dealt tiles on the villages of A2, in the order of the file."""
    villages = [place["id"] for place in board["places"] if place["id"].startswith("a2") and place["kind"] == "village"]
    return dict(zip(villages, (VILLAGE_TILES[number - 1] for number in numbers)))
