#!/usr/bin/env python3
"""`tests/contract/operator/play.py PROGRAM`: an operator's day, with the requests and commands of docs/moderation.md, upgrading.md and database.md.

Two servers share a database, and two players play all day through whichever of them is there. Meanwhile a player reports another one, an administrator locks the account and takes a
text down, the operator exports an account and erases one, both servers are replaced one after another, and a backup that was taken
before the erasure is restored elsewhere: who is erased stays erased, and each turn that was acknowledged before the backup is there.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tournament"))
from playing import Play, replace  # noqa: E402
from server import PASSWORD, Refused, Server, open_to_all  # noqa: E402

PROGRAM = sys.argv[1]


def command(directory, *words):
    """Runs a command of the program on the database, and returns what it prints."""
    options = ["--data-dir", str(directory)]
    # What follows the name of PostgreSQL's program belongs to that.
    line = [PROGRAM, words[0], *options, *words[1:]] if words[0] == "database" else [PROGRAM, *words, *options]
    return subprocess.run([str(word) for word in line], check=True, capture_output=True, text=True).stdout


def refused(act, status, code):
    try:
        act()
    except Refused as problem:
        assert (problem.status, problem.code) == (status, code), problem
        return
    raise AssertionError(f"{code} was expected")


def log_in(server, name):
    return server.send("POST", "/v1/sessions", {"username": name, "password": PASSWORD})[0]


def lock(server, judge):
    """An account in trouble: it is reported, locked with a reason and an end, and unlocked."""
    eve, bob = server.player("eve"), log_in(server, "bob")["access_token"]
    target = {"type": "account", "id": server.read("/v1/me", eve)["id"]}
    server.send("POST", "/v1/reports", {"target": target, "reason": "Insults at the table"}, bob)
    [report] = server.read("/v1/admin/reports", judge)["items"]
    assert (report["player"]["username"], report["reasons"]) == ("eve", ["Insults at the table"]), report
    act = {"reason": "Insults at the table", "ends_at": "2100-01-01T00:00:00Z"}
    server.send("POST", "/v1/admin/players/eve/lock", act, judge)
    server.send("POST", f"/v1/admin/reports/{report['id']}/decide", {"outcome": "acted", "reason": "Locked"}, judge)
    assert not server.read("/v1/admin/reports", judge)["items"]
    assert server.read("/v1/me/audit", bob)["items"][0]["kind"] == "report_answered"
    refused(lambda: log_in(server, "eve"), 403, "account_locked")
    refused(lambda: server.send("GET", "/v1/me", token=eve), 401, "unauthenticated")
    server.send("POST", "/v1/admin/players/eve/unlock", {"reason": "Apologies"}, judge)
    acts = server.send("GET", "/v1/me/audit", token=log_in(server, "eve")["access_token"])[0]["items"]
    assert [act["note"] for act in acts] == ["Apologies", "Locked", "Insults at the table"], acts
    assert all(act["by"] is None for act in acts), acts


def take_down(server, judge, directory):
    """A text that others must not see, by a request and by a command."""
    bob = log_in(server, "bob")["access_token"]
    club = server.send("POST", "/v1/clubs", {"name": "Insult", "description": ["Insult"], "joining": "open"}, bob)[0]["id"]
    target = {"type": "club_description", "id": club}
    server.send("POST", "/v1/admin/take-downs", {"target": target, "reason": "It insults others"}, judge)
    command(directory, "admin", "take-down", "club_name", club, "--reason", "It insults others")
    assert "Insult" not in json.dumps(server.read(f"/v1/clubs/{club}"))
    told = server.read("/v1/me/audit", bob)["items"]
    assert [act["target"]["type"] for act in told[:2]] == ["club_name", "club_description"], told


def export(directory):
    """What is stored about an account, for its owner."""
    rows = [json.loads(line) for line in command(directory, "admin", "export", "bob").splitlines()]
    names = {row["row"].get("username") for row in rows if row["table"] == "players"}
    assert names == {"bob"} and any(row["table"] == "game_seats" for row in rows), names
    assert not any("password_hash" in row["row"] for row in rows)


def restored(directory, backup, erased, play, before):
    """Restores the backup on another machine, to which the list of erased accounts is copied."""
    elsewhere = directory / "elsewhere"
    elsewhere.mkdir()
    open_to_all(elsewhere)
    (elsewhere / "data").mkdir()
    shutil.copy(directory / "data" / "erased.txt", elsewhere / "data" / "erased.txt")
    command(elsewhere / "data", "database", "pg_restore", "--no-owner", "--exit-on-error", "--dbname=lapidary", backup)
    server = Server(PROGRAM, elsewhere)
    try:
        refused(lambda: log_in(server, erased), 401, "invalid_credentials")
        assert log_in(server, "ada")
        play.are_kept(server.read, before)
    finally:
        server.stop()


def main():
    with tempfile.TemporaryDirectory(prefix="lapidary-operator-", ignore_cleanup_errors=True) as scratch:
        directory = open_to_all(Path(scratch))
        one = Server(PROGRAM, directory)
        other = Server(PROGRAM, directory)
        data = directory / "data"
        tokens, judge = [one.player("ada"), one.player("bob")], one.player("judge")
        dora = one.player("dora")
        command(data, "admin", "grant", "judge")
        play = Play([one, other], tokens)
        try:
            for act in (lambda: lock(other, judge), lambda: take_down(one, judge, data), lambda: export(data)):
                act()
                play.goes_on()
            before, backup = list(play.turns), directory / "lapidary.dump"
            command(data, "database", "pg_dump", "--format=custom", f"--file={backup}")
            command(data, "admin", "erase", "dora", "--reason", "On request")
            refused(lambda: one.send("GET", "/v1/me", token=dora), 401, "unauthenticated")
            for server in (one, other):
                replace(server)
                play.goes_on()
            play.stop()
            play.are_kept(one.read, play.turns)
            acts = [line.split()[1] for line in command(data, "admin", "log").splitlines()]
            assert len(acts) == 6, acts
            restored(directory, backup, "dora", play, before)
        finally:
            for server in (other, one):
                server.stop()
        print(f"an operator's day: {len(play.turns)} turns, {len(before)} before the backup, none lost; audit: {', '.join(reversed(acts))}")


if __name__ == "__main__":
    main()
