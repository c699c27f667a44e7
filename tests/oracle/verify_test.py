#!/usr/bin/env python3
"""`python3 tests/oracle/verify_test.py`: kept exports pass the plain verifier, and one lie in them is found and named.

`make oracle` compares its verdicts with those of `lapidary verify` for a change of every field.
"""

import copy
import json
import os
import resource
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples"))

import verify  # noqa: E402

SCRIPTS = ["verify.py", "random_game.py", "follow_game.py"]
USAGE = 2
MEMORY_BYTES_MAX = 256 << 20


def kept(name):
    return json.loads((ROOT / "tests/exports" / f"{name}.json").read_text())


def script(name, *arguments, given=""):
    command = [sys.executable, str(ROOT / "examples" / name), *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True)


def renumber(export):
    for at, event in enumerate(export["events"]):
        event["seq"] = at + 1


def automatic(export):
    return next(event for event in export["events"] if event["data"].get("by") == "engine")


def other_market(export):
    export["events"][0]["data"]["market"]["base-2"]["cards"].reverse()


def other_seats(export):
    first, second = export["events"][0]["data"]["seats"][:2]
    first["player"], second["player"] = second["player"], first["player"]


def missing_step(export):
    export["events"].remove(automatic(export))
    renumber(export)


def early_end(export):
    del export["events"][-5:-1]
    renumber(export)


def other_effect(export):
    export["events"][1]["data"]["effects"][-1]["seat"] = 0


def other_board(export):
    for board in (export["events"][0]["data"]["board"], export["deal"].get("board", {"routes": [{}]})):
        board["routes"][0]["cost"] = {"water": 1}


def at(path, value):
    """Puts a value at a path such as `events/1/data/seat`."""
    def change(export):
        *parents, last = [int(part) if part.isdigit() else part for part in path.split("/")]
        for part in parents:
            export = export[part]
        export[last] = value
    return change


LIES = [
    ("splendor", "deal/commitment", at("deal/server_seed", "00" * 32)),
    ("splendor", "game/seats", at("deal/contributions/0/entropy", "00")),
    ("splendor", "deal/join_order/0/username", at("deal/contributions/0/player/username", "eve")),
    ("splendor", "after_commitment", at("deal/contributions/0/after_commitment", False)),
    ("splendor", "events/0/data/seats", other_seats),
    ("splendor", "events/0/data/market/base-2", other_market),
    ("splendor", "may not", at("events/1/data/notation", "pass")),
    ("splendor", "events/1/data/seat", at("events/1/data/seat", 1)),
    ("splendor", "events/1/data/action", at("events/1/data/action", {"type": "pass"})),
    ("splendor", "events/1/data/effects", other_effect),
    ("splendor", "leave this decision to the player", at("events/1/data/by", "engine")),
    ("splendor+all", "events/", missing_step),
    ("splendor", "do not end the game here", early_end),
    ("splendor", "result/reason", at("result", {"reason": "stalemate", "ranks": [1, 1], "winners": [0, 1]})),
    ("kids-full-without-board", "events/0/data/board", other_board),
    ("kids+mysteries", "deal/board/sides", at("deal/board/sides", ["a1a", "a1b"])),
    ("splendor", "export/notes: is unknown", at("notes", "")),
]


class Verify(unittest.TestCase):
    def test_kept_exports_pass(self):
        for name in ("splendor-resigned", "splendor+all-aborted", "kids-full-aborted", "kids-full-without-board"):
            self.assertIsNone(verify.accepts(kept(name)), name)

    def test_a_lie_is_found_and_named(self):
        for name, place, lie in LIES:
            export = copy.deepcopy(kept(name))
            lie(export)
            self.assertIn(place, verify.accepts(export) or "it is accepted")

    def test_what_cannot_be_proven_is_printed(self):
        printed = script("verify.py", str(ROOT / "tests/exports/splendor-resigned.json"))
        self.assertEqual(printed.returncode, 0, printed.stderr)
        self.assertIn("not proven: when anything happened", printed.stdout)

    def test_a_text_that_is_not_an_export_is_refused_with_line_and_column(self):
        printed = script("verify.py", "-", given="{\n")
        self.assertEqual(printed.returncode, 1)
        self.assertRegex(printed.stderr, "- is not a valid export: .* line 2 column 1")

    def test_what_is_larger_than_a_game_is_refused_with_little_memory(self):
        for text, reason in (
            (b"[" * (17 << 20), "limited to 16 MiB"),
            (b'{"events":[' + b'{"":0},' * (2 << 20), "limited to 1048576 values"),
            (b"[" * 100_000, "is not a valid export"),
            (b"\xff", "is not a valid export"),
        ):
            def limit():
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX))
            command = [sys.executable, str(ROOT / "examples/verify.py"), "-"]
            printed = subprocess.run(command, input=text, capture_output=True, preexec_fn=limit)
            self.assertEqual(printed.returncode, 1)
            self.assertIn(reason, printed.stderr.decode())
            self.assertNotIn("Traceback", printed.stderr.decode())

    def test_a_reader_that_stops_ends_the_program_quietly(self):
        reader, writer = os.pipe()
        os.close(reader)
        command = [sys.executable, str(ROOT / "examples/verify.py"), str(ROOT / "tests/exports/splendor-resigned.json")]
        printed = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE)
        os.close(writer)
        self.assertEqual(printed.stderr, b"")

    def test_scripts_without_arguments_say_how_to_call_them(self):
        for name in SCRIPTS:
            printed = script(name)
            self.assertEqual(printed.returncode, USAGE, name)
            self.assertIn(f"usage: {name}", printed.stderr)


if __name__ == "__main__":
    unittest.main()
