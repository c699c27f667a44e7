#!/usr/bin/env python3
"""`tests/contract/browser/sample.py PROGRAM CHROMIUM`: the code of docs/streams.md does in a browser what the guide says.

A page runs both samples as they stand there: the first one keeps the list of the player's games, the second one opens a stream and opens it
again whenever it was refused. The player may have two streams. One of them is held by somebody else at first, so the second sample is
refused until that one ends.
"""

import contextlib
import json
import os
import re
import tempfile
import time
import urllib.request
from pathlib import Path

import nodes
import play

GUIDE = Path(__file__).parents[3] / "docs/streams.md"
HOLD_SECONDS = 5
# `games` of the first sample is reported whenever the page is told of the player's games.
PAGE = """<!doctype html>
<meta charset="utf-8">
<title>The samples of the guide</title>
<script type="module">
  const token = new URLSearchParams(location.search).get("stream");
  const report = (what) => fetch("/report", {{ method: "POST", body: JSON.stringify(what) }});
  let order = 0;
  {first}
  {second}
  while (!games.size) await new Promise((resolve) => setTimeout(resolve, 50));
  report({{ order: order++, opened: true }});
  stay(token, "{path}", (frame) => report({{ order: order++, frame, games: [...games.keys()] }}));
</script>
"""


def page(server, path):
    first, second = re.findall(r"```js\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    name = '"https://games.example"'
    assert first.count(name) == 1, "the guide names its server once"
    return PAGE.format(first=first.replace(name, json.dumps(server)), second=second, path=path).encode()


def hold(address, token):
    headers = {"accept": "application/x-ndjson", "authorization": f"Bearer {token}"}
    held = urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=30)
    held.readline()
    return held


def main():
    with contextlib.ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lapidary-sample-", ignore_cleanup_errors=True)))
        # If this runs as root, the database runs as another user, who needs access to this directory.
        os.chmod(directory, 0o755)
        node = nodes.Node(stack, directory, "one", ("--rate-limits", "on", "--streams-in-flight", "2"))
        nodes.lead_to(node)
        (_, ada), (_, bob) = play.player(), play.player()
        terms = {"ruleset": "splendor", "seats": 2, "seating": "join_order"}
        game = play.call("POST", "/v1/games", terms, ada)["id"]
        play.call("POST", f"/v1/games/{game}/join", {}, bob)
        path = f"/v1/games/{game}/events"
        held = hold(node.address + path, ada)
        browser = play.Browser(stack, ada, page(node.address, path))
        # The list of games has the other place, so nothing is left for the game.
        browser.until("the list of games", lambda: browser.opened)
        time.sleep(HOLD_SECONDS)
        assert not browser.page.reports.qsize(), "the second sample has a stream that the server refuses"
        held.close()
        browser.until("the game, once there is room", lambda: browser.has(1))
        version = nodes.turn(game, (ada, bob))
        browser.until("a turn", lambda: browser.has(version))
        assert all(report["games"] == [game] for report in browser.frames), browser.frames
        print("browser: the samples of the guide keep the list of games, and come back after a refusal")
        play.call("POST", f"/v1/games/{game}/resign", token=ada)
        over = lambda: browser.frames[-1]["frame"].get("data", {}).get("reason") == "game_over"  # noqa: E731
        browser.until("the end", over)


if __name__ == "__main__":
    main()
