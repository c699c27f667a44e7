"""Splendor with its modules (B, O, S, P, C, T of the rules), as a plain transcription for checking games.

    state = new_game(setup)                    the setup contains the deal: decks top first, nobles and cities in play
    legal(state, seat)                         every legal line of notation of the seat that must decide, sorted
    apply(state, seat, notation)               plays it and all automatic steps; returns their log entries
    leave(state, seat, how)                    resignation or timeout (B19)
    summary(state)                             what can be compared

A log entry is {seat, by, notation, effects}; `tell` adds an effect to the last entry, as in the API's events.
A turn is a list of steps (T1). The first step is run: it is done, is skipped, or waits for its seat. A decision
with one choice is made at once (T2).

The code follows the text of the rules, for easy comparison, and is slow.
"""

from collections import Counter

from splendor_choices import ANSWERS, STRONGHOLDS, TOKEN_LIMIT, has_post, market_cards, standing
from splendor_facts import CARDS, COLOR, GEMS, GOLD, MODULES
from splendor_payment import bonuses, default_payment, payment_from_text, payment_text
from splendor_score import card_counts, fulfils_city, meets_end, prestige, ranks
from token_sets import tokens_from_text

GEM_TOKENS = {2: 4, 3: 5, 4: 7}
GOLD_TOKENS = 5
MARKET_PLACES = {"base": 4, "orient": 2}
QUIET_ROUNDS = 25
TURN = ["main", "conquest", "refill", "return", "noble", "post", "end"]
AFTER_PURCHASE = ["take_token", "stronghold"]
MANDATORY = ["take_token", "take_free", "stronghold"]
MAIN_ACTIONS = ("take", "reserve", "reserve_blind", "buy", "pass")


def new_game(setup):
    """B1, B2, O1, S1, C1. `setup`: seats, modules, decks (top first), nobles or cities in play."""
    modules = setup["modules"]
    assert [module for module in MODULES if module in modules] == modules, "modules have a fixed order"
    supply = {color: GEM_TOKENS[setup["seats"]] for color in GEMS}
    supply[GOLD] = GOLD_TOKENS
    state = {
        "modules": modules,
        "supply": supply,
        "decks": {deck: list(cards) for deck, cards in setup["decks"].items()},
        "market": {deck: [None] * MARKET_PLACES[deck[:-2]] for deck in setup["decks"]},
        "vacant": [],
        "nobles": [] if "cities" in modules else list(setup["nobles"]),
        "cities": list(setup["cities"]) if "cities" in modules else None,
        "players": [new_player(modules) for _ in range(setup["seats"])],
        "gone": [],
        "turn": {"seat": 0, "number": 1},
        "agenda": [{"step": step} for step in TURN],
        "final_round": False,
        "passed": [],
        "quiet_rounds": 0,
        "round_is_quiet": True,
        "result": None,
        "log": [],
    }
    for deck, cards in state["decks"].items():
        state["market"][deck] = [cards.pop(0) for _ in state["market"][deck]]
    return state


def new_player(modules):
    return {
        "tokens": {kind: 0 for kind in GEMS + GOLD},
        "cards": [],
        "hand": [],
        "drawn": [],
        "nobles": [],
        "posts": [] if "trading_posts" in modules else None,
        "strongholds": [None] * STRONGHOLDS if "strongholds" in modules else None,
        "purchases": 0,
        "out": None,
    }


# --- the turn ---------------------------------------------------------------------------------------------------


def to_act(state):
    """The seat that must decide and the kind of decision; None when the game is over."""
    if state["result"]:
        return None
    return {"seat": state["turn"]["seat"], "decision": state["agenda"][0]["step"]}


def answers(state):
    step = state["agenda"][0]
    return ANSWERS[step["step"]](state, state["turn"]["seat"], step)


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
    seat = state["turn"]["seat"]
    state["log"].append({"seat": seat, "by": by, "notation": notation, "effects": []})
    step = state["agenda"].pop(0)
    words = notation.split(" ")
    if words[0] in MAIN_ACTIONS and words[0] != "pass":
        state["passed"] = []
    DO[words[0]](state, seat, step, words[1:])


def run(state):
    """T1, T2: runs the steps up to the next decision with a choice."""
    while not state["result"]:
        step = state["agenda"][0]["step"]
        if step == "refill":
            state["agenda"].pop(0)
            refill(state)
        elif step == "end":
            end_turn(state)
        elif step == "main":
            return
        else:
            lines = answers(state)
            if not lines:
                lapse(state)
            elif one_result(state, lines):
                perform(state, lines[0], "engine")
            else:
                return


def tell(state, effect, **fields):
    """Adds an effect to the last log entry."""
    state["log"][-1]["effects"].append({"type": effect, **fields})


def lapse(state):
    """P1, S3, O11: skips an impossible step, with an effect if the rules would otherwise have required it."""
    step, seat = state["agenda"].pop(0)["step"], state["turn"]["seat"]
    player = state["players"][seat]
    has_module = {"take_token": has_post(player, "purchase_token"), "stronghold": player["strongholds"] is not None}
    if step in MANDATORY and has_module.get(step, True):
        tell(state, "step_lapsed", seat=seat, step=step)


def one_result(state, lines):
    """T2: one choice, or several with equal results: associating with equal cards."""
    if state["agenda"][0]["step"] == "associate":
        owned = {card["id"]: card for card in state["players"][state["turn"]["seat"]]["cards"]}
        targets = [owned[line.split(" ")[1]] for line in lines]
        return len({(card["color"], card["bonus"]) for card in targets}) == 1
    return len(lines) == 1


def insert_steps(state, steps):
    state["agenda"] = steps + state["agenda"]


# --- the decisions ----------------------------------------------------------------------------------------------


def move_token(giver, receiver, kind, count=1):
    giver[kind] -= count
    receiver[kind] += count


def take_tokens(state, seat, tokens):
    for kind, count in tokens.items():
        move_token(state["supply"], state["players"][seat]["tokens"], kind, count)
    tell(state, "tokens_taken", seat=seat, tokens=some(tokens))


def return_tokens(state, seat, tokens):
    for kind, count in tokens.items():
        move_token(state["players"][seat]["tokens"], state["supply"], kind, count)
    if any(tokens.values()):
        tell(state, "tokens_returned", seat=seat, tokens=some(tokens))


def do_take(state, seat, step, words):
    """B5, B6, P2."""
    take_tokens(state, seat, Counter(words[0]))


def take_gold_with_reserve(state, seat):
    """B7: the seat takes a gold if any is left; B20: the round is not quiet."""
    state["round_is_quiet"] = False
    if state["supply"][GOLD]:
        take_tokens(state, seat, {GOLD: 1})


def do_reserve(state, seat, step, words):
    """B7."""
    leave_market(state, seat, words[0], "card_reserved")
    state["players"][seat]["hand"].append({"card": words[0], "blind": False})
    take_gold_with_reserve(state, seat)


def do_reserve_blind(state, seat, step, words):
    """B7; P4: draw two, keep one."""
    player, deck = state["players"][seat], state["decks"][words[0]]
    take_gold_with_reserve(state, seat)
    if "draw_two_reserve_one" in (player["posts"] or []):
        player["drawn"] = [deck.pop(0) for _ in range(min(2, len(deck)))]
        tell(state, "cards_drawn", seat=seat, deck=words[0], cards=list(player["drawn"]))
        insert_steps(state, [{"step": "keep"}])
    else:
        player["hand"].append({"card": deck.pop(0), "blind": True})
        tell(state, "cards_drawn", seat=seat, deck=words[0], cards=[player["hand"][-1]["card"]])


def do_keep(state, seat, step, words):
    """P4: the other card goes to the bottom of its deck."""
    player = state["players"][seat]
    player["hand"].append({"card": words[0], "blind": True})
    player["drawn"].remove(words[0])
    tell(state, "card_kept", seat=seat, deck=CARDS[words[0]]["deck"], card=words[0])
    put_drawn_under(state, seat)


def put_drawn_under(state, seat):
    player = state["players"][seat]
    for card in player["drawn"]:
        state["decks"][CARDS[card]["deck"]].append(card)
        tell(state, "card_put_under", seat=seat, deck=CARDS[card]["deck"], card=card)
    player["drawn"] = []


def leave_market(state, seat, card, effect):
    """Removes a card from the market; its place stays empty until the refill; S5: strongholds on it return home."""
    deck = CARDS[card]["deck"]
    index = state["market"][deck].index(card)
    state["market"][deck][index] = None
    state["vacant"].append((deck, index))
    tell(state, effect, seat=seat, card=card, place={"deck": deck, "index": index})
    strongholds_come_home(state, seat, card)


def strongholds_come_home(state, seat, card):
    player = state["players"][seat]
    count = standing(player, card)
    if count:
        player["strongholds"] = [None if place == card else place for place in player["strongholds"]]
        tell(state, "strongholds_returned", seat=seat, card=card, count=count)


def do_buy(state, seat, step, words):
    """B8: pay; then effects, P1 and S2 (T1)."""
    player, card = state["players"][seat], words[0]
    pay(state, seat, payment_from_text(words[1:]))
    in_hand = [held for held in player["hand"] if held["card"] == card]
    if in_hand:
        player["hand"].remove(in_hand[0])
        tell(state, "card_bought", seat=seat, card=card, place=None)
    else:
        leave_market(state, seat, card, "card_bought")
    player["purchases"] += 1
    state["round_is_quiet"] = False
    insert_steps(state, [{"step": step} for step in AFTER_PURCHASE])
    gain_card(state, player, card)


def do_conquer(state, seat, step, words):
    """S7: a purchase of the card under the three strongholds."""
    do_buy(state, seat, step, [state["players"][seat]["strongholds"][0]] + words)


def do_nothing(state, seat, step, words):
    """S7: declined."""


def pay(state, seat, payment):
    """B8, O4, O10: tokens go to the supply, discarded cards leave the game."""
    player = state["players"][seat]
    return_tokens(state, seat, payment["tokens"])
    for card in payment["virtual_gold"] + payment["discard"]:
        player["cards"] = [owned for owned in player["cards"] if owned["id"] != card]
        state["gone"].append(card)
        tell(state, "card_discarded", seat=seat, card=card)


def gain_card(state, player, id):
    """O3: the card joins the owned cards, and its effects follow."""
    card = CARDS[id]
    player["cards"].append({"id": id, "color": card["color"], "bonus": card["bonus"], "associated": False})
    steps = {
        "associate": [{"step": "associate", "card": id}],
        "associate_then_take_free_level_1": [{"step": "associate", "card": id}, {"step": "take_free", "level": 1}],
        "take_free_level_2": [{"step": "take_free", "level": 2}],
    }
    insert_steps(state, steps.get(card["effect"], []))


def do_associate(state, seat, step, words):
    """O5, O6: the card takes over color and bonus of the chosen one permanently."""
    owned = {card["id"]: card for card in state["players"][seat]["cards"]}
    color, bonus = owned[words[0]]["color"], owned[words[0]]["bonus"]
    owned[step["card"]].update(color=color, bonus=bonus, associated=True)
    tell(state, "card_associated", seat=seat, card=step["card"], **{"with": words[0]}, color=COLOR[color], bonus=bonus)


def do_take_free(state, seat, step, words):
    """O7, O8, O11: this is not a purchase, but the card's effects apply."""
    leave_market(state, seat, words[0], "card_taken_free")
    gain_card(state, state["players"][seat], words[0])


def do_take_token(state, seat, step, words):
    """P1."""
    take_tokens(state, seat, {words[0]: 1})


def do_place_stronghold(state, seat, step, words):
    """S2: from home or from another card."""
    strongholds = state["players"][seat]["strongholds"]
    origin = words[1].split("=")[1] if len(words) > 1 else None
    strongholds[strongholds.index(origin)] = words[0]
    tell(state, "stronghold_placed", seat=seat, card=words[0], **{"from": origin})


def do_remove_stronghold(state, seat, step, words):
    """S2: a single stronghold of an opponent returns home."""
    for owner, other in enumerate(state["players"]):
        if standing(other, words[0]):
            other["strongholds"][other["strongholds"].index(words[0])] = None
            tell(state, "stronghold_removed", seat=owner, card=words[0])


def do_return(state, seat, step, words):
    """B13."""
    return_tokens(state, seat, tokens_from_text(words[0]))


def do_choose_noble(state, seat, step, words):
    """B14; B12: a noble gained interrupts a row of passes."""
    state["nobles"].remove(words[0])
    state["players"][seat]["nobles"].append(words[0])
    state["passed"] = []
    tell(state, "noble_received", seat=seat, noble=words[0])


def do_choose_post(state, seat, step, words):
    """P0; B12: a post gained interrupts a row of passes."""
    state["players"][seat]["posts"].append(words[0])
    state["passed"] = []
    tell(state, "post_taken", seat=seat, post=words[0])


def do_pass(state, seat, step, words):
    """B12."""
    state["passed"].append(seat)


DO = {
    "take": do_take,
    "reserve": do_reserve,
    "reserve_blind": do_reserve_blind,
    "keep": do_keep,
    "buy": do_buy,
    "conquer": do_conquer,
    "decline_conquest": do_nothing,
    "associate": do_associate,
    "take_free": do_take_free,
    "take_token": do_take_token,
    "place_stronghold": do_place_stronghold,
    "remove_stronghold": do_remove_stronghold,
    "return": do_return,
    "choose_noble": do_choose_noble,
    "choose_post": do_choose_post,
    "pass": do_pass,
}


# --- the end of a turn, of a round, of the game -----------------------------------------------------------------


def refill(state):
    """B11: deck by deck, the places that were emptied from left to right."""
    for deck, cards in state["market"].items():
        for index in sorted(index for vacant, index in state["vacant"] if vacant == deck):
            place = {"deck": deck, "index": index}
            if state["decks"][deck]:
                cards[index] = state["decks"][deck].pop(0)
                tell(state, "market_refilled", place=place, card=cards[index])
            else:
                tell(state, "place_left_empty", place=place)
    state["vacant"] = []


def seats_in_play(state):
    return [seat for seat, player in enumerate(state["players"]) if player["out"] is None]


def end_turn(state):
    """B15, C2: checks the end condition; then the next seat moves."""
    seat = state["turn"]["seat"]
    player = state["players"][seat]
    if meets_end(state, player):
        for city in state["cities"] or []:
            if fulfils_city(player, city):
                tell(state, "city_fulfilled", seat=seat, city=city)
        if not state["final_round"]:
            state["final_round"] = True
            tell(state, "final_round", seat=seat)
    start_next_turn(state)


def next_seat(state):
    seat, playing = state["turn"]["seat"], seats_in_play(state)
    return min([other for other in playing if other > seat] or playing)


def start_next_turn(state):
    """B19: a round is over when the turn passes to a lower seat number; B12: the game is over when all have passed."""
    seat = next_seat(state)
    round_over = seat < state["turn"]["seat"]
    if round_over:
        end_final_round(state)
    if not state["result"] and all(other in state["passed"] for other in seats_in_play(state)):
        finish(state, "stalemate")
    if not state["result"] and round_over:
        count_quiet_round(state)
    if state["result"]:
        return
    state["turn"] = {"seat": seat, "number": state["turn"]["number"] + 1}
    state["agenda"] = [{"step": step} for step in TURN]
    tell(state, "turn_began", **state["turn"])


def end_final_round(state):
    """B15, B19: the final round ends the game if a seat in play still meets its condition; otherwise play goes on."""
    if final_round_counts(state):
        finish(state, end_reason(state))
    elif state["final_round"]:
        state["final_round"] = False
        tell(state, "play_goes_on")


def count_quiet_round(state):
    """B20: 25 consecutive rounds without purchase or reserve end the game."""
    state["quiet_rounds"] = state["quiet_rounds"] + 1 if state["round_is_quiet"] else 0
    state["round_is_quiet"] = True
    if state["quiet_rounds"] == QUIET_ROUNDS:
        finish(state, "quiet_rounds")


def final_round_counts(state):
    return state["final_round"] and any(meets_end(state, player) for player in state["players"])


def end_reason(state):
    return "prestige" if state["cities"] is None else "city"


def finish(state, reason):
    """B16, B17."""
    places = ranks(state)
    winners = [seat for seat, rank in enumerate(places) if rank == 1]
    state["result"] = {"reason": reason, "ranks": places, "winners": winners}
    tell(state, "game_over", reason=reason)


def leave(state, seat, how="resign"):
    """B19: the seat is out; `how` is `resign` or `timeout`."""
    player = state["players"][seat]
    if state["result"] or player["out"] is not None:
        raise ValueError(f"seat {seat} is not in play")
    before = len(state["log"])
    by = "clock" if how == "timeout" else "player"
    state["log"].append({"seat": seat, "by": by, "notation": how, "effects": []})
    put_drawn_under(state, seat)
    give_up_all(state, seat)
    stop_turn(state, seat)
    run(state)
    return state["log"][before:]


def give_up_all(state, seat):
    """B19: tokens return to the supply, strongholds return home, and the hand leaves the game unseen."""
    player = state["players"][seat]
    return_tokens(state, seat, dict(player["tokens"]))
    for card in market_cards(state):
        strongholds_come_home(state, seat, card)
    state["gone"] += [held["card"] for held in player["hand"]]
    player["hand"] = []
    player["out"] = sum(1 for other in state["players"] if other["out"] is not None)
    state["passed"] = []
    tell(state, "seat_out", seat=seat)


def stop_turn(state, seat):
    """B19: the turn of a seat that leaves ends, and the next seat moves; a single remaining seat wins at once."""
    if state["turn"]["seat"] == seat:
        refill(state)
    if len(seats_in_play(state)) == 1:
        finish(state, "last_seat")
    elif state["turn"]["seat"] == seat:
        start_next_turn(state)


# --- the comparison ---------------------------------------------------------------------------------------------


def default_action(state, seat, card):
    """B10: the purchase of a card with the canonical payment; None if there is none."""
    payment = default_payment(state["players"][seat], card)
    return payment and f"buy {card} {payment_text(payment)}"


def named(counts):
    return {COLOR[kind]: count for kind, count in counts.items()}


def some(counts):
    """By name, without zeros."""
    return {COLOR[kind]: count for kind, count in counts.items() if count}


def owned_card(card):
    if not card["associated"]:
        return {"card": card["id"]}
    return {"card": card["id"], "as": {"color": COLOR[card["color"]], "bonus": card["bonus"]}}


def player_summary(state, player):
    shown = {
        "tokens": named(player["tokens"]),
        "cards": [owned_card(card) for card in sorted(player["cards"], key=lambda card: CARDS[card["id"]]["order"])],
        "bonuses": named(bonuses(player)),
        "card_counts": named(card_counts(player)),
        "hand": player["hand"],
        "nobles": sorted(player["nobles"]),
        "posts": sorted(player["posts"] or []),
        "cities": [city for city in state["cities"] or [] if fulfils_city(player, city)],
        "prestige": prestige(player),
        "purchases": player["purchases"],
        "out": player["out"] is not None,
    }
    if player["strongholds"]:
        shown["strongholds"] = sorted(card for card in player["strongholds"] if card)
    if player["drawn"]:
        shown["drawn"] = player["drawn"]
    return shown


def table(state):
    return {
        "supply": named(state["supply"]),
        "market": {deck: {"deck_size": len(state["decks"][deck]), "cards": cards}
                   for deck, cards in state["market"].items()},
        "nobles": sorted(state["nobles"]),
        "cities": state["cities"] or [],
        "final_round": state["final_round"],
    }


def question(state):
    """The seat that must decide, the kind of decision, and its details."""
    asked = to_act(state)
    step = state["agenda"][0] if asked else {}
    if step.get("step") == "return":
        asked["tokens"] = sum(state["players"][asked["seat"]]["tokens"].values()) - TOKEN_LIMIT
    if step.get("step") == "conquest":
        asked["card"] = state["players"][asked["seat"]]["strongholds"][0]
    return asked and asked | {name: step[name] for name in ("card", "level") if name in step}


def summary(state):
    return {
        "turn": None if state["result"] else state["turn"],
        "to_act": question(state),
        "table": table(state) | {"passes": len(state["passed"]), "quiet_rounds": state["quiet_rounds"]},
        "seats": [player_summary(state, player) for player in state["players"]],
        "result": state["result"] and state["result"] | {"turns": state["turn"]["number"]},
    }
