"""Random setups of Splendor Kids and the laws that hold after every move of it."""

from collections import Counter

from kids_facts import GOLD, NAME, RESOURCES, VILLAGE_TILES
from kids_rules import BAG_LIMIT


def random_kids(dice, seats, modules):
    board = random_board(dice)
    villages = [place["id"] for place in board["places"] if place["kind"] == "village"]
    tiled = dice.sample(villages, min(len(villages), len(VILLAGE_TILES)))
    return {
        "seats": seats,
        "modules": modules,
        "board": board,
        "towns": dice.sample(RESOURCES * 4, 20),
        "villages": dict(zip(tiled, dice.sample(VILLAGE_TILES, len(VILLAGE_TILES)))) if "mysteries" in modules else {},
    }


def random_board(dice):
    """Rows of a town and a village each, every place with routes to both of the next row."""
    kinds, routes, row = {"port": "port"}, [], ["port"]
    for step in range(dice.randint(4, 9)):
        following = [f"town-{step}", f"village-{step}"]
        kinds.update({following[0]: "town", following[1]: "village"})
        routes += [random_route(dice, origin, target) for origin in row for target in following]
        row = following
    kinds["palace"] = "palace"
    routes += [random_route(dice, origin, "palace") for origin in row]
    return {"sides": [], "places": [{"id": place, "kind": kind} for place, kind in kinds.items()], "routes": routes}


def random_route(dice, origin, target):
    kinds = dice.sample([NAME[kind] for kind in RESOURCES], dice.choice([2, 3]))
    cost = Counter(dice.choice(kinds) for _ in range(dice.randint(3, 6)))
    return {"id": f"{origin}:{target}", "from": origin, "to": target, "cost": dict(cost)}


def check_kids(state, setup):
    players = state["players"]
    for kind in RESOURCES + GOLD:
        counts = [state["supply"][kind]] + [player["tokens"][kind] for player in players]
        expected = 7 if kind == GOLD else {2: 3, 3: 5, 4: 7}[len(players)]
        assert min(counts) >= 0 and sum(counts) == expected, "tokens are conserved"
    check_tiles(state, setup)
    if not state["result"] and state["agenda"][0]["step"] == "main":
        on_turn = players[state["turn"]["seat"]]
        assert sum(on_turn["tokens"].values()) <= BAG_LIMIT - on_turn["treasures"], "the bag has its limit"
        assert None not in (state["market"] or []) or not state["stack"], "the market is full while the stack lasts"


def check_tiles(state, setup):
    players = state["players"]
    tiles = state["stack"] + [tile for tile in state["market"] or [] if tile] + state["gone"]
    tiles += list(state["villages"].values())
    for player in players:
        tiles += [tile["resource"] for tile in player["tiles"]] + ["treasure"] * player["treasures"]
        tiles += ["jewel"] * player["jewel"]
    assert Counter(tiles) == Counter(setup["towns"]) + Counter(setup["villages"].values()), "tiles are conserved"
