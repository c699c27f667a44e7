#!/usr/bin/env python3
"""`tests/contract/ladder/bots.py PROGRAM SCRIPT`: the ladder of bots goes on when the server is killed in the middle of its games.

Six bots with an endpoint, each of another owner, are matched by the server. It is killed with SIGKILL and started again twice, each
time while at least two games are played. Afterwards games begin as before, every game ends, none has lost a decision, and each one is
rated once: SCRIPT, which is examples/recompute_ladder.py, recomputes the log, and `lapidary ratings recompute --check` compares it with
the stored ratings.
"""

import collections
import contextlib
import http.server
import json
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tournament"))
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "examples/bots"))
import server as process  # noqa: E402
from line_bot import liking  # noqa: E402

PROGRAM, SCRIPT = sys.argv[1:]
POOL = "splendor.duel.live.endpoint"
OWNERS = ["ada", "bob", "dan", "eve", "ida", "kim"]
KILLS = 2
# A kill waits until as many games have at least so many decisions.
GAMES_AT_A_KILL, DECISIONS_AT_A_KILL = 2, 10
SECONDS_MAX = 300
# So long a bot thinks, so that no game is over before the server is killed.
THINKS = 0.02
process.SETTINGS += ["--webhook-networks", "127.0.0.0/8", "--bot-ladder-games", "3", "--bot-ladder-games-per-hour", "60"]


class Bots:
    """The endpoint of all bots. It keeps how far each game has got by its questions."""

    def __init__(self):
        asked = self.asked = collections.defaultdict(int)

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                question = json.loads(self.rfile.read(int(self.headers["content-length"])))
                time.sleep(THINKS)
                asked[question["game"]] = max(asked[question["game"]], question["version"])
                likings = [liking(legal["action"]) for legal in question["legal_actions"]]
                answer = json.dumps({"version": question["version"], "action": likings.index(max(likings))}).encode()
                # Nobody waits for it any more if the server was killed.
                with contextlib.suppress(ConnectionError):
                    self.send_response(200)
                    self.send_header("content-length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def until(what, found):
    """Returns what is found, as soon as it is something."""
    deadline = time.monotonic() + SECONDS_MAX
    while not (result := found()):
        assert time.monotonic() < deadline, what
        time.sleep(0.1)
    return result


def pages(server, path, token=None):
    """Returns all items of a list."""
    items, cursor = [], ""
    while cursor is not None:
        page = server.read(path + cursor, token)
        items += page["items"]
        cursor = page["next_cursor"] and f"?cursor={page['next_cursor']}"
    return items


def matches(server, tokens):
    """Returns the matches of all bots by their ids."""
    return {match["id"]: match for token in tokens.values() for match in pages(server, "/v1/bot-matches", token)}


def bots_of(match):
    return [bot["player"]["username"] for bot in match["bots"]]


def game_of(server, tokens, match):
    """Returns the only game of a match, as the owner of a bot sees it."""
    [game] = pages(server, f"/v1/bot-matches/{match['id']}/games", tokens[bots_of(match)[0]])
    return game


def in_the_middle(server, tokens, asked):
    """Returns the games that are in the middle, if they are enough for a kill."""
    running = [match for match in matches(server, tokens).values() if match["status"] == "playing"]
    games = [game["game"] for match in running for game in [game_of(server, tokens, match)] if game["status"] == "running"]
    games = [game for game in games if asked[game] >= DECISIONS_AT_A_KILL]
    return games if len(games) >= GAMES_AT_A_KILL else None


def play(server, bots):
    """Lets the bots play, and kills the server. Returns the tokens of the owners by the names of their bots, and the games that were
    in the middle."""
    tokens, struck = {}, set()
    for owner in OWNERS:
        token = tokens[f"{owner}-bot"] = server.player(owner)
        server.until_answered("POST", "/v1/me/bots", {"username": f"{owner}-bot"}, token)
        server.until_answered("PUT", f"/v1/me/bots/{owner}-bot/endpoint", {"url": bots.url, "ladder": True}, token)
    for _ in range(KILLS):
        # Others than before, so that each death meets games of its own.
        games = until("games in the middle", lambda: set(in_the_middle(server, tokens, bots.asked) or []) - struck)
        server.kill()
        server.well()
        struck |= games
    begun = set(matches(server, tokens))
    until("a game that begins afterwards", lambda: set(matches(server, tokens)) - begun)
    for bot, token in tokens.items():
        server.until_answered("PUT", f"/v1/me/bots/{bot}/endpoint", {"url": bots.url, "ladder": False}, token)
    until("the end of all games", lambda: all(match["status"] != "playing" for match in matches(server, tokens).values()))
    return tokens, struck


def check(server, bots, tokens, struck):
    """Checks that every game is over, has all its decisions, and is rated once."""
    played, games = matches(server, tokens), set()
    for match in played.values():
        assert (match["status"], match["ladder"], match["games"]) == ("finished", True, 1), match
        game = game_of(server, tokens, match)
        assert game["status"] == "finished", game
        games.add(game["game"])
        version = server.read(f"/v1/games/{game['game']}")["version"]
        # A question shows a stored decision. The last one may have come from the other seat or from the clock.
        assert version > bots.asked[game["game"]] > 0, (version, bots.asked[game["game"]])
        versions = [event["seq"] for event in server.read(f"/v1/games/{game['game']}/export")["events"]]
        assert versions == list(range(1, version + 1)), (versions, version)
    assert len(games) == len(played) and struck <= games, (struck, games)
    rated = pages(server, f"/v1/ladders/{POOL}/log")
    of_match = collections.Counter(line["game"] for line in rated)
    assert len(of_match) == len(played) and set(of_match.values()) == {2}, of_match
    assert {line["pool_seq"] for line in rated} == set(range(1, len(played) + 1)), rated
    counts = collections.Counter(bot for match in played.values() for bot in bots_of(match))
    for bot, count in counts.items():
        [rating] = server.read(f"/v1/players/{bot}/ratings")["items"]
        assert (rating["pool"], rating["games"]) == (POOL, count), (bot, count, rating)
    print(f"{len(played)} games, {len(struck)} of them in the middle at one of {server.kills} kills; each is rated once")


def main():
    with tempfile.TemporaryDirectory(prefix="lapidary-bots-", ignore_cleanup_errors=True) as name:
        directory = process.open_to_all(Path(name))
        bots, server = Bots(), process.Server(PROGRAM, directory)
        try:
            check(server, bots, *play(server, bots))
            log = directory / "log.jsonl"
            request = urllib.request.Request(f"http://127.0.0.1:{server.port}/v1/ladders/{POOL}/log", headers={"accept": "application/x-ndjson"})
            with urllib.request.urlopen(request) as answer:
                log.write_bytes(answer.read())
            subprocess.run([sys.executable, SCRIPT, log], check=True)
            subprocess.run([PROGRAM, "ratings", "recompute", "--check", "--data-dir", directory / "data"], check=True)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
