"""The position with which a fork begins: the games from which it descends, dealt and replayed again."""

import deal
from dealt_games import new_game
from export_form import DEAL_ID_BYTES, ENTROPY_BYTES_MAX, PLAYERS, SEED_BYTES, Wrong
from export_form import hexadecimal, identifier, one_of, same

FIELDS = ("game", "at", "deal_id", "commitment", "server_seed", "entropies", "decisions")


def position(export, ruleset):
    """The position before what is hidden in it is dealt anew."""
    state = None
    for place, ancestor in enumerate(export["ancestors"]):
        at = f"ancestors/{place}"
        key = deal_key(at, ancestor, export)
        if state:
            ruleset.redeal(state, key)
        else:
            dealt = {"players": len(ancestor["entropies"]), "board": export["deal"].get("board")}
            state = new_game(ruleset, export["game"], dealt, key)
        one_of(f"{at}/entropies", len(ancestor["entropies"]), [len(state["players"])])
        replay(at, ancestor, ruleset.rules, state)
    if not state:
        raise Wrong("ancestors: a fork descends from a game")
    return state


def deal_key(at, ancestor, export):
    """The key of the deal, after its secret was compared with the commitment."""
    same(at, {name: ancestor[name] for name in FIELDS}, ancestor)
    identifier(f"{at}/game", ancestor["game"])
    deal_id = hexadecimal(f"{at}/deal_id", ancestor["deal_id"], DEAL_ID_BYTES, DEAL_ID_BYTES)
    seed = hexadecimal(f"{at}/server_seed", ancestor["server_seed"], SEED_BYTES, SEED_BYTES)
    same(f"{at}/commitment", deal.commitment(deal_id, seed).hex(), ancestor["commitment"])
    one_of(f"{at}/entropies", len(ancestor["entropies"]), PLAYERS)
    given = [hexadecimal(f"{at}/entropies", entropy, 0, ENTROPY_BYTES_MAX) for entropy in ancestor["entropies"]]
    return deal.deal_key(deal_id, seed, "+".join([export["game"]["ruleset"]] + export["game"]["modules"]), given, b"")


def replay(at, ancestor, rules, state):
    """Replays the decisions; after the last one, a player decides."""
    same(f"{at}/at", len(ancestor["decisions"]) + 1, ancestor["at"])
    due = []
    for place, decision in enumerate(ancestor["decisions"]):
        due = due or decide(f"{at}/decisions/{place}", rules, state, decision)
        entry = due.pop(0)
        same(f"{at}/decisions/{place}", {name: entry[name] for name in ("seat", "by", "notation")}, decision)
    if due or not rules.to_act(state):
        raise Wrong(f"{at}/at: no player decides at this version")


def decide(at, rules, state, decision):
    asked = rules.to_act(state)
    if not asked or asked["seat"] != decision["seat"] or decision["notation"] not in rules.legal(state, asked["seat"]):
        raise Wrong(f"{at}: the rules do not allow this decision")
    return rules.apply(state, decision["seat"], decision["notation"])
