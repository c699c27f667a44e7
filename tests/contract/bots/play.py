#!/usr/bin/env python3
"""`play.py SERVER JQ-DIRECTORY BOT ...`: each command plays a seat of one game of two, as the examples of docs/bots.md do."""

import json
import os
import secrets
import subprocess
import sys
import time
import urllib.request

TIMEOUT = 300


def call(server, path, body, token=None):
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(server + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
        return json.load(answer)


def login(server):
    account = {"username": f"bot-{secrets.token_hex(4)}", "password": secrets.token_hex(8)}
    call(server, "/v1/accounts", account)
    return call(server, "/v1/sessions", account)["access_token"]


def main():
    server, jq, bots = sys.argv[1], sys.argv[2], [bot.split() for bot in sys.argv[3:]]
    players = [login(server) for _ in bots]
    game = call(server, "/v1/games", {"ruleset": "splendor", "seats": len(bots)}, players[0])["id"]
    for player in players[1:]:
        call(server, f"/v1/games/{game}/join", {}, player)
    running = []
    for bot, player in zip(bots, players):
        token = call(server, "/v1/me/tokens", {"name": "bot", "scopes": ["read", "play"]}, player)["token"]
        environment = {**os.environ, "LAPIDARY_TOKEN": token, "PATH": os.pathsep.join([jq, os.environ["PATH"]])}
        running.append(subprocess.Popen([*bot, server, game], stdout=subprocess.PIPE, text=True, env=environment))
    try:
        # If one fails, the other would wait for its turn.
        deadline = time.monotonic() + TIMEOUT
        while any(process.poll() is None for process in running):
            assert time.monotonic() < deadline, "the game does not end"
            assert not any(process.returncode for process in running), "a bot has failed"
            time.sleep(0.1)
        results = [json.loads(process.stdout.read()) for process in running]
    finally:
        for process in running:
            process.kill()
    assert all(process.returncode == 0 for process in running), running
    assert results[0]["ranks"] and all(result == results[0] for result in results), results
    print(f"ranks {results[0]['ranks']}")


if __name__ == "__main__":
    main()
