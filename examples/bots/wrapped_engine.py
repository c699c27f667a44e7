#!/usr/bin/env python3
"""Wraps an engine with a protocol of its own, so that it plays in `lapidary arena`.

    lapidary arena --bots "python3 examples/bots/wrapped_engine.py python3 examples/bots/engine.py" builtin:random

The engine here reads a line with the legal moves in notation, separated by `|`, and answers `bestmove` with one of them. For another
engine, change `question` and `answer`; `message["view"]` has the whole position."""

import json
import subprocess
import sys


def question(message):
    """What the engine is asked, in its own words."""
    return "go " + "|".join(legal["notation"] for legal in message["legal_actions"])


def answer(words):
    """What the engine answers, in notation."""
    return words.removeprefix("bestmove ").strip()


def main():
    engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "turn":
            print(question(message), file=engine.stdin, flush=True)
            move = answer(engine.stdout.readline())
            print(json.dumps({"version": message["version"], "action": move}), flush=True)
    engine.stdin.close()
    engine.wait()


if __name__ == "__main__":
    main()
