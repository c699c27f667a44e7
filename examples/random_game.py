#!/usr/bin/env python3
"""Plays a whole game over HTTP with random players, and writes its export to a file.

It needs only Python's standard library.

    python3 examples/random_game.py http://127.0.0.1:8080 export.json --ruleset kids --modules mysteries --seats 3

The players are new accounts. For players that exist already, such as bots, set LAPIDARY_TOKENS to their API tokens, separated
by commas, one for each seat; the tokens need the scopes read and play.

With --fork, they go on from a position of a game that is over, as a new game with the same ruleset:

    python3 examples/random_game.py http://127.0.0.1:8080 export.json --fork GAME_ID --at 20
"""

import argparse
import json
import os
import random
import secrets
import sys
import urllib.error
import urllib.request


def call(method, url, body=None, token=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as problem:
        sys.exit(f"{method} {url}: {problem.code} {problem.read().decode()}")
    except urllib.error.URLError as error:
        sys.exit(f"{method} {url}: {error.reason}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", help="such as http://127.0.0.1:8080")
    parser.add_argument("export", help="the file to which the export is written")
    parser.add_argument("--ruleset", default="splendor", help="splendor or kids")
    parser.add_argument("--modules", default="", help="separated by commas: orient,strongholds,trading_posts,cities; mysteries of kids")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--fork", metavar="GAME_ID", help="fork this game, which is over, instead of creating one")
    parser.add_argument("--at", type=int, default=1, help="the version whose position the fork begins with")
    return parser.parse_args()


def new_player(api):
    """Creates an account with a random name and returns its access token."""
    account = {"username": "random-" + secrets.token_hex(4), "password": secrets.token_urlsafe(16)}
    call("POST", f"{api}/accounts", account)
    return call("POST", f"{api}/sessions", account)["access_token"]


def players(api, seats):
    """Returns a token for each seat: those of the environment, or those of new players."""
    tokens = [token for token in os.environ.get("LAPIDARY_TOKENS", "").split(",") if token]
    if tokens and len(tokens) != seats:
        sys.exit(f"LAPIDARY_TOKENS has {len(tokens)} tokens for {seats} seats")
    return tokens or [new_player(api) for _ in range(seats)]


def create(api, given, token):
    """Creates the game, in which the players sit in the order of joining."""
    entropy = secrets.token_hex(16)
    if given.fork:
        return call("POST", f"{api}/games/{given.fork}/fork?at={given.at}", {"seat": 0, "entropy": entropy}, token)
    table = {
        "ruleset": given.ruleset,
        "modules": [module for module in given.modules.split(",") if module],
        "seats": given.seats,
        "seating": "join_order",
        "entropy": entropy,
    }
    return call("POST", f"{api}/games", table, token)


def main():
    given = arguments()
    api = given.server.rstrip("/") + "/v1"
    if given.fork:
        given.seats = call("GET", f"{api}/games/{given.fork}")["seat_count"]
    tokens = players(api, given.seats)
    game = create(api, given, tokens[0])
    url = f"{api}/games/{game['id']}"
    for token in tokens[1:]:
        game = call("POST", f"{url}/join", {"entropy": secrets.token_hex(16)}, token)
    while game["to_act"]:
        token = tokens[game["to_act"]["seat"]]
        legal = call("GET", f"{url}/legal-actions", token=token)
        chosen = random.choice(legal["actions"])
        turn = {"version": legal["version"], "actions": [chosen["action"]]}
        game = call("POST", f"{url}/actions", turn, token)["game"]
        print(turn["version"], legal["seat"], chosen["notation"])
    print("result", json.dumps(game["result"]))
    with open(given.export, "w", encoding="utf-8") as file:
        json.dump(call("GET", f"{url}/export"), file)
    print("export in", given.export)


if __name__ == "__main__":
    main()
