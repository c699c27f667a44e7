#!/usr/bin/env python3
"""Checks the export of a finished game: `python3 examples/verify.py export.json`.

1. The server's secret matches the commitment it published before the players contributed.
2. The seats, decks, nobles, cities and board in the first event follow from secret and contributions.
3. Every action is legal, every automatic step happened exactly where the rules require it, and each event
   contains exactly its action, its notation and all its effects.
4. The result follows from the rules.

The verifier writes the export again from its deal and its decisions, and compares every field. At the end it prints
what this cannot prove (data/not_proven.json). `lapidary verify` makes the same checks with the server's engine.
This file needs Python 3.9 and this repository's `examples` and `data`, and shares no code with the server.
"""

import argparse
import json
import signal
import sys
from pathlib import Path

import deal
import forks
from dealt_games import new_game, ruleset_of
from export_form import DEAL_ID_BYTES, ENTROPY_BYTES_MAX, PLAYERS, SEED_BYTES, Wrong
from export_form import contribution, hexadecimal, identifier, instant, one_of, same

FORMAT = "lapidary-export-1"
FORMAT_OF_FORKS = "lapidary-export-2"
LEAVING = {"resigned": "resign", "timed_out": "timeout"}
LEFT = {notation: kind for kind, notation in LEAVING.items()}
# More than the longest game has that the rules allow. Values are counted before they are read, because they take many times their text.
GAME_BYTES_MAX = 16 << 20
GAME_VALUES_MAX = 1 << 20
NOT_PROVEN = Path(__file__).resolve().parent.parent / "data" / "not_proven.json"


# --- the deal ---------------------------------------------------------------------------------------------------


def check_form(export):
    """Checks the input of all computations, and the values that nothing else can confirm."""
    is_fork = export["format"] == FORMAT_OF_FORKS
    names = ("format", "game", "deal") + (("ancestors",) if is_fork else ()) + ("events", "result")
    same("export", {name: export[name] for name in names}, export)
    same("format", FORMAT_OF_FORKS if is_fork else FORMAT, export["format"])
    identifier("game/id", export["game"]["id"])
    dealt = export["deal"]
    if "server_seed" not in dealt:
        raise Wrong("deal/server_seed: the secret is not revealed yet: the game, or another with this deal, still runs")
    hexadecimal("deal/deal_id", dealt["deal_id"], DEAL_ID_BYTES, DEAL_ID_BYTES)
    hexadecimal("deal/server_seed", dealt["server_seed"], SEED_BYTES, SEED_BYTES)
    hexadecimal("deal/beacon", dealt["beacon"], 0, ENTROPY_BYTES_MAX)
    one_of("deal/seating", dealt["seating"], ["random", "join_order"])
    one_of("deal/contributions", len(dealt["contributions"]), PLAYERS)
    for place, given in enumerate(dealt["contributions"]):
        contribution(f"deal/contributions/{place}", given)
    if "board" in dealt:
        same("deal/board", {name: dealt["board"][name] for name in ("sides", "places", "routes")}, dealt["board"])
    for place, event in enumerate(export["events"]):
        instant(f"events/{place}/at", event["at"])


def expected_deal(export):
    """The deal, computed from secret, contributions and game."""
    game, dealt = export["game"], export["deal"]
    expected = {
        "deal_id": dealt["deal_id"],
        "commitment": deal.commitment(bytes.fromhex(dealt["deal_id"]), bytes.fromhex(dealt["server_seed"])).hex(),
        "server_seed": dealt["server_seed"],
        "deal_ruleset": "+".join([game["ruleset"]] + game["modules"]),
        "players": len(dealt["contributions"]),
        "contributions": dealt["contributions"],
        "beacon": dealt["beacon"],
        "seating": dealt["seating"],
        "join_order": [given["player"] for given in dealt["contributions"]],
    }
    if game["ruleset"] == "kids" and "board" in dealt:
        expected["board"] = dealt["board"]
    return expected


def deal_key(export):
    dealt = export["deal"]
    return deal.deal_key(
        bytes.fromhex(dealt["deal_id"]),
        bytes.fromhex(dealt["server_seed"]),
        dealt["deal_ruleset"],
        [bytes.fromhex(given["entropy"]) for given in dealt["contributions"]],
        bytes.fromhex(dealt["beacon"]),
    )


def expected_game(export, key):
    """B3: the seat of each player."""
    game, dealt = export["game"], export["deal"]
    order = deal.seats(key, dealt["players"], dealt["seating"])
    seats = [{"seat": seat, "player": dealt["join_order"][place]} for seat, place in enumerate(order)]
    return {name: game[name] for name in ("id", "ruleset", "modules", "options")} | {"seats": seats}


# --- the events -------------------------------------------------------------------------------------------------


def check_event(export, place, kind, data):
    """Checks that the event at this index is the expected one; only its time is taken from the export."""
    found = export["events"][place]
    same(f"events/{place}", {"seq": place + 1, "at": found["at"], "type": kind, "data": data}, found)


def started(export, ruleset, state):
    """The first event, which shows the result of the deal."""
    game, dealt = export["game"], export["deal"]
    return {
        **{name: game[name] for name in ("ruleset", "modules", "options", "seats")},
        "commitment": dealt["commitment"],
        "contributions": dealt["contributions"],
        **ruleset.table(state),
    }


def replay(export, ruleset, state):
    """Replays every entry between the first and the last event."""
    due = []
    for place, event in enumerate(export["events"][1:-1], start=1):
        due = due or decide(ruleset.rules, state, event, f"events/{place}")
        entry = due.pop(0)
        kind = LEFT.get(entry["notation"], "action")
        action = ruleset.body(entry["notation"]) if kind == "action" else None
        check_event(export, place, kind, {**entry, "action": action})
    if due:
        raise Wrong(f"events/{len(export['events']) - 1}: the rules require {due[0]['notation']} first")


def decide(rules, state, event, at):
    """Plays the decision of a player; returns its entry and the automatic ones that follow (T2)."""
    kind, data = event["type"], event["data"]
    if kind in LEAVING:
        one_of(f"{at}/data/seat", data["seat"], list(range(len(state["players"]))))
        return rules.leave(state, data["seat"], LEAVING[kind])
    if kind != "action":
        raise Wrong(f"{at}/type: an event of type {kind} cannot happen here")
    asked = rules.to_act(state)
    if not asked:
        raise Wrong(f"{at}: the game is over")
    same(f"{at}/data/seat", asked["seat"], data["seat"])
    if data["by"] == "engine":
        raise Wrong(f"{at}/data/by: the rules leave this decision to the player")
    if data["notation"] not in rules.legal(state, data["seat"]):
        raise Wrong(f"{at}/data/notation: seat {data['seat']} may not {data['notation']}")
    return rules.apply(state, data["seat"], data["notation"])


def check_end(export, state):
    """B16, B17, C3, B19: checks the last event, which contains result and secret; an aborted game has no result."""
    place = len(export["events"]) - 1
    last = export["events"][place]
    reveal = {name: export["deal"][name] for name in ("deal_id", "server_seed")}
    if last["type"] == "aborted":
        same("result", None, state["result"])
        check_aborted(f"events/{place}/data", last["data"], export["deal"]["players"])
        check_event(export, place, "aborted", {**last["data"], "reveal": reveal})
    else:
        if state["result"] is None and last["data"]["result"] is not None:
            raise Wrong(f"events/{place}: the rules do not end the game here")
        check_event(export, place, "finished", {"result": state["result"], "reveal": reveal})
    same("result", state["result"], export["result"])


def check_aborted(at, data, players):
    same(at, {name: data[name] for name in ("seat", "by", "reason", "reveal")}, data)
    one_of(f"{at}/seat", data["seat"], [None] + list(range(players)))
    for name in ("by", "reason"):
        if not isinstance(data[name], str):
            raise Wrong(f"{at}/{name}: must be a string")


def verify(export, report):
    """Raises `Wrong` at the first error."""
    check_form(export)
    ruleset = ruleset_of(export["game"])
    same("deal", expected_deal(export), export["deal"])
    report("the secret is the one that the server committed to")
    key = deal_key(export)
    game, dealt = export["game"], export["deal"]
    same("game", expected_game(export, key), game)
    if "ancestors" in export:
        state = forks.position(export, ruleset)
        ruleset.redeal(state, key)
    else:
        state = new_game(ruleset, game, dealt, key)
    check_event(export, 0, "started", started(export, ruleset, state))
    report(f"seats and opening follow from it and {dealt['players']} contributions")
    replay(export, ruleset, state)
    check_end(export, state)
    report(f"{len(export['events'])} events follow the rules")
    result = state["result"]
    report(f"the game ended by {result['reason']} with the ranks {result['ranks']}" if result
           else "the game was aborted before its end")


def accepts(export, report=lambda line: None):
    """The reason why an export is refused; None if it is accepted."""
    try:
        verify(export, report)
        return None
    except Wrong as wrong:
        return str(wrong)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        return f"this is not an export as docs/export.md describes it: {error!r}"


def not_proven():
    with open(NOT_PROVEN, encoding="utf-8") as file:
        return [entry["words"] for entry in json.load(file)["not_proven"]]


def read(name):
    """Reads the JSON of a file, or of standard input for `-`; raises `ValueError` if it is larger than a game can be."""
    with (sys.stdin.buffer if name == "-" else open(name, "rb")) as file:
        text = file.read(GAME_BYTES_MAX + 1)
    if len(text) > GAME_BYTES_MAX:
        raise ValueError(f"a game is limited to {GAME_BYTES_MAX >> 20} MiB")
    if sum(map(text.count, (b"{", b"[", b","))) > GAME_VALUES_MAX:
        raise ValueError(f"a game is limited to {GAME_VALUES_MAX} values")
    return json.loads(text.decode())


def main():
    parser = argparse.ArgumentParser(description="Checks the export of a finished game.")
    parser.add_argument("export", help="the JSON file, or - for standard input")
    name = parser.parse_args().export
    try:
        export = read(name)
    except OSError as error:
        sys.exit(f"{name}: {error.strerror}")
    except (ValueError, RecursionError) as error:
        sys.exit(f"{name} is not a valid export: {error}")
    refused = accepts(export, lambda line: print("ok:", line))
    if refused:
        sys.exit(f"{name}: {refused}")
    for words in not_proven():
        print("not proven:", words)
    return 0


if __name__ == "__main__":
    # A reader that closes the pipe, such as `head`, ends the program quietly.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
