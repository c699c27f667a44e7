"""Splendor Kids with its Mysteries (K of the rules), as a plain transcription for checking games.

    state = new_game(setup)       the setup has the board as one graph, town tiles top first, village tiles laid out
    legal, apply, leave, summary  as in splendor_rules.py, also the log entries with effects

Resources are letters: mushroom m, apple a, cabbage c, hazelnut h, water w; gold o; the Treasure, not a token, t.
It follows the text of the rules, for easy comparison, and is slow.
"""

from collections import Counter
from itertools import combinations, product

from kids_facts import GOLD, NAME, RESOURCES, TREASURE
from token_sets import return_lines, tokens_from_text, tokens_text

RESOURCE_TOKENS = {2: 3, 3: 5, 4: 7}
GOLD_TOKENS = 7
BAG_LIMIT = 8
DROUGHT_LIMIT = 5
MARKET_PLACES = 3
QUIET_ROUNDS = 25
TURN = ["main", "end"]


def new_game(setup):
    """K1, K2, K11. `setup`: seats, modules, board {sides, places [{id, kind}], routes [{id, from, to, cost}]},
    towns (resource letters, top first), villages {place: tile} with Mysteries."""
    supply = {resource: RESOURCE_TOKENS[setup["seats"]] for resource in RESOURCES}
    supply[GOLD] = GOLD_TOKENS
    mysteries = "mysteries" in setup["modules"]
    state = {
        "board": setup["board"],
        "kinds": {place["id"]: place["kind"] for place in setup["board"]["places"]},
        "routes": {route["id"]: route for route in setup["board"]["routes"]},
        "supply": supply,
        "stack": list(setup["towns"]),
        "market": None,
        "villages": dict(setup["villages"]) if mysteries else {},
        "uncovered": [],
        "players": [new_player() for _ in range(setup["seats"])],
        "gone": [],
        "turn": {"seat": 0, "number": 1},
        "agenda": [{"step": step} for step in TURN],
        "final_round": False,
        "quiet_rounds": 0,
        "round_is_quiet": True,
        "result": None,
        "log": [],
    }
    if mysteries:
        state["market"] = [state["stack"].pop(0) for _ in range(MARKET_PLACES)]
    return state


def new_player():
    return {
        "tokens": {kind: 0 for kind in RESOURCES + GOLD},
        "tiles": [],
        "treasures": 0,
        "jewel": False,
        "place": "port",
        "out": None,
    }


# --- the legal decisions ----------------------------------------------------------------------------------------


def main_actions(state, seat, step):
    """K3."""
    return takes(state) + moves(state, state["players"][seat])


def takes(state):
    """K3, K4: different kinds, two of one kind, or one gold."""
    left = [kind for kind in RESOURCES if state["supply"][kind] > 0]
    sizes = [3] if len(left) >= 3 else range(1, len(left) + 1)
    lines = ["take " + "".join(kinds) for size in sizes for kinds in combinations(left, size)]
    lines += ["take " + kind * 2 for kind in RESOURCES if state["supply"][kind] >= 2]
    return lines + (["take " + GOLD] if state["supply"][GOLD] else [])


def moves(state, player):
    """K6: along one route, with every exact payment."""
    routes = [route for route in state["routes"].values() if route["from"] == player["place"]]
    return [f"move {route['id']} {way}" for route in routes for way in payments(player, route["cost"])]


def payments(player, cost):
    """K6: each resource is paid with tokens, face-up tiles or gold; K12: a Treasure is spent like a gold."""
    ways = [[(tokens, tiles, needed - tokens - tiles)
             for tokens in range(min(needed, player["tokens"][kind]) + 1)
             for tiles in range(min(needed - tokens, face_up(player).count(kind)) + 1)]
            for kind, needed in needs(cost)]
    for way in product(*ways):
        missing = sum(rest for _, _, rest in way)
        for treasures in range(min(missing, player["treasures"]) + 1):
            if missing - treasures <= player["tokens"][GOLD]:
                yield payment_text(way, missing - treasures, treasures)


def needs(cost):
    return [(kind, cost.get(NAME[kind], 0)) for kind in RESOURCES]


def payment_text(way, gold, treasures):
    spent = dict(zip(RESOURCES, (tokens for tokens, _, _ in way)))
    spent.update({GOLD: gold, TREASURE: treasures})
    tiles = "".join(kind * count for kind, (_, count, _) in zip(RESOURCES, way))
    return tokens_text(spent, RESOURCES + GOLD + TREASURE) + (" tiles=" + tiles if tiles else "")


def face_up(player):
    return [tile["resource"] for tile in player["tiles"] if tile["up"]]


def returns(state, seat, step):
    """K5, K12: down to the limit of the bag, or of the Drought."""
    player = state["players"][seat]
    limit = DROUGHT_LIMIT if step.get("drought") else BAG_LIMIT - player["treasures"]
    return return_lines(player["tokens"], RESOURCES + GOLD, limit)


def draws(state, seat, step):
    """K7, K11: the top of the stack, or a tile of the market; equal tiles are one choice (T2)."""
    market = [kind for kind in RESOURCES if kind in (state["market"] or [])]
    return ["draw_town " + kind for kind in market] + (["draw_town stack"] if state["stack"] else [])


def gifts(state, seat, step):
    """K12: one token for another seat in play."""
    tokens = state["players"][seat]["tokens"]
    return [f"give {kind} {other}" for kind in RESOURCES + GOLD if tokens[kind]
            for other in seats_in_play(state) if other != seat]


ANSWERS = {"main": main_actions, "return": returns, "draw_town": draws, "give": gifts}


# --- the turn ---------------------------------------------------------------------------------------------------


def step_seat(state):
    """K12: the seat that must decide need not be the seat whose turn it is."""
    return state["agenda"][0].get("seat", state["turn"]["seat"])


def to_act(state):
    """The seat that must decide and the kind of decision; None when the game is over."""
    if state["result"]:
        return None
    return {"seat": step_seat(state), "decision": state["agenda"][0]["step"]}


def answers(state):
    step = state["agenda"][0]
    return ANSWERS[step["step"]](state, step_seat(state), step)


def legal(state, seat):
    asked = to_act(state)
    return sorted(answers(state)) if asked and asked["seat"] == seat else []


def apply(state, seat, notation):
    """Plays one line of notation; raises ValueError if it is not legal."""
    if notation not in legal(state, seat):
        raise ValueError(f"seat {seat} may not: {notation}")
    before = len(state["log"])
    perform(state, notation, "player")
    run(state)
    return state["log"][before:]


def perform(state, notation, by):
    """Writes the log entry and applies the decision; its step is then complete."""
    seat = step_seat(state)
    state["log"].append({"seat": seat, "by": by, "notation": notation, "effects": []})
    state["agenda"].pop(0)
    words = notation.split(" ")
    DO[words[0]](state, seat, words[1:])


def run(state):
    """T2: runs the steps up to the next decision with a choice."""
    while not state["result"]:
        step = state["agenda"][0]["step"]
        if step == "turn_tiles_up":
            state["agenda"].pop(0)
            turn_tiles_up(state)
        elif step == "another_turn":
            state["agenda"].pop(0)
            tell(state, "another_turn", seat=state["turn"]["seat"])
        elif step == "end":
            end_turn(state)
        elif step == "main":
            return
        else:
            lines = answers(state)
            if not lines:
                lapse(state)
            elif len(lines) == 1:
                perform(state, lines[0], "engine")
            else:
                return


def tell(state, effect, **fields):
    """Adds an effect to the last log entry."""
    state["log"][-1]["effects"].append({"type": effect, **fields})


def lapse(state):
    """K7, K12: skips an impossible step, with an effect unless it was a return without a surplus."""
    step = state["agenda"].pop(0)["step"]
    if step != "return":
        tell(state, "step_lapsed", seat=state["turn"]["seat"], step=step)


def insert_steps(state, steps):
    state["agenda"] = steps + state["agenda"]


def move_token(giver, receiver, kind, count=1):
    giver[kind] -= count
    receiver[kind] += count


def do_take(state, seat, words):
    """K3; K5 follows."""
    for kind in words[0]:
        move_token(state["supply"], state["players"][seat]["tokens"], kind)
    tell(state, "tokens_taken", seat=seat, tokens=some(Counter(words[0])))
    insert_steps(state, [{"step": "return", "seat": seat}])


def do_return(state, seat, words):
    """K5, K12."""
    return_tokens(state, seat, tokens_from_text(words[0]))


def return_tokens(state, seat, tokens):
    for kind, count in tokens.items():
        move_token(state["players"][seat]["tokens"], state["supply"], kind, count)
    if any(tokens.values()):
        tell(state, "tokens_returned", seat=seat, tokens=some(tokens))


def do_move(state, seat, words):
    """K6: pay, go, arrive."""
    player, route = state["players"][seat], state["routes"][words[0]]
    spent = tokens_from_text(words[1])
    treasures = spent.pop(TREASURE, 0)
    return_tokens(state, seat, spent)
    if len(words) > 2:
        turn_tiles_down(state, seat, words[2].split("=")[1])
    if treasures:
        spend_treasures(state, seat, treasures)
    player["place"] = route["to"]
    tell(state, "moved", seat=seat, route=words[0], **{"from": route["from"]}, to=route["to"])
    state["round_is_quiet"] = False
    ARRIVE[state["kinds"][route["to"]]](state, seat, route["to"])


def spend_treasures(state, seat, count):
    """K12: a spent Treasure leaves the game."""
    state["players"][seat]["treasures"] -= count
    state["gone"] += ["treasure"] * count
    tell(state, "treasures_spent", seat=seat, count=count)


def turn_tiles_down(state, seat, kinds):
    """K6: a used tile is kept, face down."""
    tiles = state["players"][seat]["tiles"]
    for kind in kinds:
        [tile for tile in tiles if tile["up"] and tile["resource"] == kind][0]["up"] = False
    tell(state, "tiles_turned_down", seat=seat, tiles=[NAME[kind] for kind in kinds])


def arrive_at_town(state, seat, place):
    """K7."""
    insert_steps(state, [{"step": "draw_town"}, {"step": "turn_tiles_up"}])


def arrive_at_village(state, seat, place):
    """K8: another turn at once; K12: the village's tile takes effect first."""
    insert_steps(state, [{"step": "another_turn"}, {"step": "main"}])
    if place in state["villages"]:
        tile = state["villages"].pop(place)
        state["uncovered"].append(tile)
        tell(state, "village_uncovered", seat=seat, place=place, tile=tile)
        if tile not in ("treasure", "jewel"):
            state["gone"].append(tile)
        UNCOVER[tile](state, seat)


def arrive_at_palace(state, seat, place):
    """K9: judged at the end of the turn."""
    tell(state, "palace_reached", seat=seat)


def do_draw_town(state, seat, words):
    """K7, K11: face up; a market tile is replaced from the stack."""
    source = words[0]
    drawn = state["stack"].pop(0) if source == "stack" else source
    state["players"][seat]["tiles"].append({"resource": drawn, "up": True})
    tell(state, "town_drawn", seat=seat, **{"from": NAME.get(source, source)}, tile=NAME[drawn])
    if source != "stack":
        refill_market(state, state["market"].index(drawn))


def refill_market(state, place):
    """K11: an empty place is filled unless the stack is empty."""
    if state["stack"]:
        state["market"][place] = state["stack"].pop(0)
        tell(state, "market_refilled", place=place, tile=NAME[state["market"][place]])
    else:
        state["market"][place] = None
        tell(state, "place_left_empty", place=place)


def turn_tiles_up(state):
    """K7."""
    seat = state["turn"]["seat"]
    tiles = state["players"][seat]["tiles"]
    if not all(tile["up"] for tile in tiles):
        tell(state, "tiles_turned_up", seat=seat)
    for tile in tiles:
        tile["up"] = True


# --- the village tiles ------------------------------------------------------------------------------------------


def uncover_tornado(state, seat):
    """K12: the market leaves the game permanently."""
    state["gone"] += [tile for tile in state["market"] if tile]
    state["market"] = None
    tell(state, "market_gone")


def uncover_treasure(state, seat):
    """K12: it takes a place in the bag."""
    state["players"][seat]["treasures"] += 1
    insert_steps(state, [{"step": "return", "seat": seat}])


def uncover_drought(state, seat):
    """K12: the active seat first, then the others in order of play."""
    count = len(state["players"])
    order = [(seat + offset) % count for offset in range(count)]
    insert_steps(state, [{"step": "return", "seat": other, "drought": True} for other in order
                         if state["players"][other]["out"] is None])


def uncover_thief(state, seat):
    """K12."""
    insert_steps(state, [{"step": "give"}])


def uncover_jewel(state, seat):
    """K12, K13."""
    state["players"][seat]["jewel"] = True


def do_give(state, seat, words):
    """K12; K5 for the receiver."""
    receiver = int(words[1])
    move_token(state["players"][seat]["tokens"], state["players"][receiver]["tokens"], words[0])
    tell(state, "token_given", seat=seat, to=receiver, resource=NAME[words[0]])
    insert_steps(state, [{"step": "return", "seat": receiver}])


DO = {"take": do_take, "return": do_return, "move": do_move, "draw_town": do_draw_town, "give": do_give}
ARRIVE = {"town": arrive_at_town, "village": arrive_at_village, "palace": arrive_at_palace}
UNCOVER = {
    "tornado": uncover_tornado,
    "treasure": uncover_treasure,
    "drought": uncover_drought,
    "thief": uncover_thief,
    "jewel": uncover_jewel,
}


# --- the end of a turn, of a round, of the game -----------------------------------------------------------------


def seats_in_play(state):
    return [seat for seat, player in enumerate(state["players"]) if player["out"] is None]


def in_palace(state, player):
    return player["out"] is None and state["kinds"][player["place"]] == "palace"


def end_turn(state):
    """K9: the first traveler in the palace closes the gates."""
    seat = state["turn"]["seat"]
    if in_palace(state, state["players"][seat]) and not state["final_round"]:
        state["final_round"] = True
        tell(state, "gates_closed", seat=seat)
    start_next_turn(state)


def start_next_turn(state):
    """B19: a round is over when the turn passes to a lower seat number."""
    playing = seats_in_play(state)
    seat = min([other for other in playing if other > state["turn"]["seat"]] or playing)
    if seat < state["turn"]["seat"]:
        end_round(state)
    if state["result"]:
        return
    state["turn"] = {"seat": seat, "number": state["turn"]["number"] + 1}
    state["agenda"] = [{"step": step} for step in TURN]
    tell(state, "turn_began", **state["turn"])


def end_round(state):
    """K9; B19: the gates open again if nobody in play is in the palace; B20: 25 rounds without a move."""
    if state["final_round"] and any(in_palace(state, player) for player in state["players"]):
        finish(state, "palace")
        return
    if state["final_round"]:
        state["final_round"] = False
        tell(state, "gates_opened")
    state["quiet_rounds"] = state["quiet_rounds"] + 1 if state["round_is_quiet"] else 0
    state["round_is_quiet"] = True
    if state["quiet_rounds"] == QUIET_ROUNDS:
        finish(state, "quiet_rounds")


def rank_key(state, player):
    """K9, K13, B19."""
    if player["out"] is not None:
        return (3, -player["out"])
    if not in_palace(state, player):
        return (2, 0)
    jewel_in_palace = any(other["jewel"] and in_palace(state, other) for other in state["players"])
    return (1 if jewel_in_palace and not player["jewel"] else 0, 0)


def finish(state, reason):
    keys = [rank_key(state, player) for player in state["players"]]
    places = [1 + sum(1 for other in keys if other < key) for key in keys]
    winners = [seat for seat, rank in enumerate(places) if rank == 1]
    state["result"] = {"reason": reason, "ranks": places, "winners": winners}
    tell(state, "game_over", reason=reason)


def leave(state, seat, how="resign"):
    """B19, K10: tokens go to the supply; pawn, tiles, Treasure and jewel leave the game."""
    player = state["players"][seat]
    if state["result"] or player["out"] is not None:
        raise ValueError(f"seat {seat} is not in play")
    before = len(state["log"])
    by = "clock" if how == "timeout" else "player"
    state["log"].append({"seat": seat, "by": by, "notation": how, "effects": []})
    player["out"] = sum(1 for other in state["players"] if other["out"] is not None)
    return_tokens(state, seat, dict(player["tokens"]))
    state["gone"] += [tile["resource"] for tile in player["tiles"]] + ["treasure"] * player["treasures"]
    state["gone"] += ["jewel"] * player["jewel"]
    player.update(tiles=[], treasures=0, jewel=False, place=None)
    tell(state, "seat_out", seat=seat)
    stop_questions(state, seat)
    run(state)
    return state["log"][before:]


def stop_questions(state, seat):
    """B19: its turn ends, or its pending decision in another turn is dropped; a single remaining seat wins at once."""
    if len(seats_in_play(state)) == 1:
        finish(state, "last_seat")
    elif state["turn"]["seat"] == seat:
        start_next_turn(state)
    else:
        state["agenda"] = [step for step in state["agenda"] if step.get("seat") != seat]


# --- the comparison ---------------------------------------------------------------------------------------------


def default_action(state, seat, route):
    """K6: the move along a route with the canonical payment; None if it cannot be paid for."""
    player, spent, tiles, missing = state["players"][seat], {}, "", 0
    for kind, needed in needs(state["routes"][route]["cost"]):
        from_tiles = min(needed, face_up(player).count(kind))
        spent[kind] = min(needed - from_tiles, player["tokens"][kind])
        tiles += kind * from_tiles
        missing += needed - from_tiles - spent[kind]
    spent[GOLD] = min(missing, player["tokens"][GOLD])
    spent[TREASURE] = missing - spent[GOLD]
    line = f"move {route} {tokens_text(spent, RESOURCES + GOLD + TREASURE)}" + (" tiles=" + tiles if tiles else "")
    return line if spent[TREASURE] <= player["treasures"] else None


def named(counts):
    return {NAME[kind]: count for kind, count in counts.items()}


def some(counts):
    """By name, without zeros."""
    return {NAME[kind]: count for kind, count in counts.items() if count}


def tile_names(player, up):
    tiles = [tile["resource"] for tile in player["tiles"] if tile["up"] is up]
    return [NAME[tile] for tile in sorted(tiles, key=RESOURCES.index)]


def player_summary(player):
    return {
        "tokens": named(player["tokens"]),
        "bag_limit": BAG_LIMIT - player["treasures"],
        "treasures": player["treasures"],
        "tiles_up": tile_names(player, True),
        "tiles_down": tile_names(player, False),
        "jewel": player["jewel"],
        "place": player["place"],
        "out": player["out"] is not None,
    }


def table(state):
    return {
        "supply": named(state["supply"]),
        "board": state["board"],
        "stack_size": len(state["stack"]),
        "market": state["market"] and [tile and NAME[tile] for tile in state["market"]],
        "tiled_villages": sorted(state["villages"]),
        "gates_closed": state["final_round"],
    }


def summary(state):
    return {
        "turn": None if state["result"] else state["turn"],
        "to_act": question(state),
        "table": table(state) | {"quiet_rounds": state["quiet_rounds"]},
        "seats": [player_summary(player) for player in state["players"]],
        "result": state["result"] and state["result"] | {"turns": state["turn"]["number"]},
    }


def question(state):
    """The seat that must decide, the kind of decision, and the number of tokens to return."""
    asked = to_act(state)
    if asked and asked["decision"] == "return":
        player = state["players"][asked["seat"]]
        limit = DROUGHT_LIMIT if state["agenda"][0].get("drought") else BAG_LIMIT - player["treasures"]
        asked["tokens"] = sum(player["tokens"].values()) - limit
    return asked
