#!/usr/bin/env python3
"""Two random players play a whole game over HTTP and keep its export. Python's standard library alone.

    python3 examples/random_game.py [http://127.0.0.1:8080] [export.json]
"""

import json
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


def main():
    server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    target = sys.argv[2] if len(sys.argv) > 2 else "export.json"
    api = server.rstrip("/") + "/v1"
    tokens = []
    for _ in range(2):
        name = "random-" + secrets.token_hex(4)
        account = {"username": name, "password": secrets.token_urlsafe(16)}
        call("POST", f"{api}/accounts", account)
        tokens.append(call("POST", f"{api}/sessions", account)["access_token"])
    table = {"ruleset": "splendor", "seats": 2, "seating": "join_order", "entropy": secrets.token_hex(16)}
    game = call("POST", f"{api}/games", table, tokens[0])
    url = f"{api}/games/{game['id']}"
    game = call("POST", f"{url}/join", {"entropy": secrets.token_hex(16)}, tokens[1])
    while game["to_act"]:
        token = tokens[game["to_act"]["seat"]]
        legal = call("GET", f"{url}/legal-actions", token=token)
        chosen = random.choice(legal["actions"])
        turn = {"version": legal["version"], "actions": [chosen["action"]]}
        game = call("POST", f"{url}/actions", turn, token)["game"]
        print(turn["version"], legal["seat"], chosen["notation"])
    print("result", json.dumps(game["result"]))
    with open(target, "w", encoding="utf-8") as file:
        json.dump(call("GET", f"{url}/export"), file)
    print("export in", target)


if __name__ == "__main__":
    main()
