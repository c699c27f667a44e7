#!/usr/bin/env python3
"""A bot over HTTP: it plays its seat of a game to the end. The token is an API token of a bot account, with the scopes read and play.

    LAPIDARY_TOKEN=… python3 examples/bots/http_bot.py http://127.0.0.1:8080 GAME_ID

It needs only Python's standard library."""

import json
import os
import sys
import urllib.request


def call(method, url, body=None):
    headers = {"authorization": "Bearer " + os.environ["LAPIDARY_TOKEN"], "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data=data, headers=headers, method=method)) as answer:
        return json.load(answer)


def liking(action):
    """How gladly the bot makes a decision."""
    return {"buy": 100, "take": 10 + len(set(action.get("gems", []))), "reserve": 5}.get(action["type"], 1)


def main(server, game):
    url = f"{server}/v1/games/{game}"
    view = call("GET", f"{url}?include=legal_actions")
    while view["status"] in ("waiting", "active"):
        if view["legal_actions"]:
            best = max(view["legal_actions"], key=lambda legal: liking(legal["action"]))
            call("POST", f"{url}/actions", {"version": view["version"], "actions": [best["action"]]})
        view = call("GET", f"{url}?include=legal_actions&wait=my_turn")
    print(json.dumps(view["result"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
