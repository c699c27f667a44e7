#!/usr/bin/env python3
"""`LAPIDARY_CITUS_BIN=/usr/lib/postgresql/15/bin tests/citus/play.py PROGRAM`: the cluster's part of an operator's day, with the statements and settings of docs/cluster.md.

Players play all day through two servers. Meanwhile their database is distributed over two workers, a third worker gets a part of each shard,
a worker dies and its synchronous standby takes its place, and both servers are replaced one after another. Each turn that was acknowledged is there, no response is
500, and 503 comes only while a node is down. At the end an entry is removed by hand: the check must miss it.

PostgreSQL with Citus is taken from the directory LAPIDARY_CITUS_BIN. Each node has an address of its own, 127.0.0.1 for the 10.0.0.1 of the page and so on, so it needs Linux.
"""

import contextlib
import os
import pwd
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/contract/operator"), str(ROOT / "tests/contract/tournament")]
from playing import SECONDS_MAX, Play, halt, replace  # noqa: E402
from server import Refused, Server, free_port, open_to_all  # noqa: E402

PROGRAM = sys.argv[1]
PROGRAMS = Path(os.environ.pop("LAPIDARY_CITUS_BIN", ""))
NO_CITUS = f"LAPIDARY_CITUS_BIN must name the directory of the programs of a PostgreSQL that has Citus, such as /usr/lib/postgresql/15/bin; it is '{PROGRAMS}'"
PORT = free_port()
DATABASE = f"postgres://lapidary@127.0.0.1:{PORT}/lapidary"
# Pairs of players: so many games are played at once.
PLAYS = 4
# What a test needs instead of the page's settings: nodes beside each other, which need not outlive the machine.
OWN_SETTINGS = "listen_addresses = '{host}'\nport = {port}\nunix_socket_directories = ''\nshared_buffers = 32MB\nfsync = off\n"
# PostgreSQL refuses root.
USER = next((user for name in ("postgres", "nobody") for user in pwd.getpwall() if user.pw_name == name), None) if os.geteuid() == 0 else None
OTHER = {"user": USER.pw_uid, "group": USER.pw_gid, "extra_groups": []} if USER else {}


def here(text):
    """Returns a text of the page with the addresses of this machine."""
    return text.replace("10.0.0.", "127.0.0.").replace("5432", str(PORT))


def blocks(heading):
    """Returns the fenced blocks of a section of the page."""
    page = (ROOT / "docs/cluster.md").read_text(encoding="utf-8")
    section = page.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return [here(textwrap.dedent(found[2])) for found in re.finditer(r"^( *)```\w+\n(.*?)^\1```$", section, re.MULTILINE | re.DOTALL)]


def pg(program, *words, host="127.0.0.1", stdin=None):
    """Runs a program of PostgreSQL on a node, as its superuser."""
    environment = os.environ | {"PGHOST": host, "PGPORT": str(PORT), "PGUSER": "postgres"}
    done = subprocess.run([PROGRAMS / program, *map(str, words)], input=stdin, env=environment, cwd="/", capture_output=True, text=True, **OTHER)
    assert done.returncode == 0, f"{program} {words} {stdin}: {done.stderr}"
    return done.stdout


def psql(text, host="127.0.0.1"):
    return pg("psql", "--no-psqlrc", "-qtAv", "ON_ERROR_STOP=1", "lapidary", host=host, stdin=text).splitlines()


def obey(block, host="127.0.0.1"):
    """Runs the commands of PostgreSQL in a block of the page, which are for a node."""
    for command in re.split(r"^runuser -u postgres -- ", block.replace("\\\n", " "), flags=re.MULTILINE)[1:]:
        line, _, text = command.partition("\n")
        program, *words = [word for word in shlex.split(line) if word != "<<SQL"]
        strictly = ["-v", "ON_ERROR_STOP=1"] if program == "psql" else []
        pg(program, *strictly, *words, host=host, stdin=text.partition("\nSQL")[0])


def migrate():
    done = subprocess.run([PROGRAM, "migrate", "--citus", "--database-url", DATABASE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


class Node:
    """A PostgreSQL with the last part of its address."""

    def __init__(self, directory, last):
        self.host, self.data, self.log = f"127.0.0.{last}", directory / f"node-{last}", directory / f"node-{last}.log"
        self.process = None

    def make(self):
        """Prepares the node as step 1 of the page does."""
        [first, *_] = blocks("From one machine to a Citus cluster")
        self.own()
        pg("initdb", "--pgdata", self.data, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
        settings = re.search(r"<<'CONF'\n(.*?)\nCONF", first, re.DOTALL)[1]
        self.begin(settings)
        obey(first, self.host)

    def make_standby(self, of):
        self.own()
        pg("pg_basebackup", "--pgdata", self.data, "--write-recovery-conf", "--checkpoint=fast", "--no-sync", host=of.host)
        self.begin("")
        psql("ALTER SYSTEM SET synchronous_standby_names = '*'", of.host)
        psql("SELECT pg_reload_conf()", of.host)
        until(lambda: psql("SELECT sync_state FROM pg_stat_replication", of.host) == ["sync"], "the standby is not synchronous")

    def own(self):
        self.data.mkdir(mode=0o700)
        if USER:
            os.chown(self.data, USER.pw_uid, USER.pw_gid)

    def begin(self, settings):
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as file:
            file.write(f"\n{settings}\n{OWN_SETTINGS.format(host=self.host, port=PORT)}")
        with open(self.log, "a", encoding="utf-8") as log:
            words = [PROGRAMS / "postgres", "-D", self.data]
            self.process = subprocess.Popen(words, stdout=log, stderr=log, cwd="/", start_new_session=True, **OTHER)
        until(self.answers, "a node does not start")

    def answers(self):
        log = self.log.read_text(encoding="utf-8")
        if self.process.poll() is not None:
            sys.exit(NO_CITUS if 'could not access file "citus"' in log else log)
        return subprocess.run([PROGRAMS / "pg_isready", "-q", "-h", self.host, "-p", str(PORT)]).returncode == 0

    def kill(self):
        """Kills every process of the node at once."""
        own = [self.process.pid]
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if int(stat.read_text().rsplit(")", 1)[1].split()[1]) == own[0]:
                    own.append(int(stat.parent.name))
        for pid in own:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()


def until(holds, what):
    deadline = time.monotonic() + SECONDS_MAX
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


class Day:
    def __init__(self, directory):
        self.nodes = {last: Node(directory, last) for last in (1, 2, 3, 4, 5)}
        self.directory, self.servers, self.plays, self.down = directory, [], [], []

    def begin(self):
        """The database of one node in which games are in play is distributed over two workers."""
        for last in (1, 2, 3):
            self.nodes[last].make()
        [_, second, *_] = blocks("From one machine to a Citus cluster")
        obey(second)
        self.servers = [Server(PROGRAM, self.directory, database=DATABASE) for _ in range(2)]
        for number in range(PLAYS):
            tokens = [self.servers[0].player(f"{name}{number}") for name in ("ada", "bob")]
            self.plays.append(Play(self.servers[:: 1 if number % 2 else -1], tokens))
        self.goes_on()
        for server in self.servers:
            halt(server)
        migrate()
        for server in self.servers:
            server.begin()
        assert len(self.shards()) == 2

    def grow(self):
        """A third worker gets a third of each shard."""
        grow, move = blocks("Adding a worker while games are played")
        self.nodes[4].make()
        migrate()
        before = self.shards()
        obey(grow)
        for shard, host, least in self.shards():
            back = [old for _, old, same in before if same == least]
            if back:
                psql(re.sub(r"\(\d+", f"({shard}", move, count=1).replace("'127.0.0.2'", f"'{back[0]}'"))
        assert [host for _, host, _ in self.shards()] == ["127.0.0.2", "127.0.0.4", "127.0.0.3", "127.0.0.4"], self.shards()
        migrate()

    def fail_over(self):
        """A worker dies, and its synchronous standby takes its place."""
        worker, standby = self.nodes[2], self.nodes[5]
        standby.make_standby(worker)
        self.goes_on()
        games = ",".join({game for play in self.plays for game, _ in play.turns})
        used = psql(f"SELECT DISTINCT get_shard_id_for_distribution_column('games', id) FROM unnest('{{{games}}}'::uuid[]) AS id")
        assert any(shard in used for shard, host, _ in self.shards() if host == worker.host), "no game is on the worker that is to die"
        [update] = blocks("When a worker has a fault")
        began = time.monotonic()
        self.down.append([began, began + SECONDS_MAX])
        worker.kill()
        self.faults_are([f"127.0.0.2:{PORT}: cannot be reached"])
        # Other tables are on the coordinator.
        self.servers[0].send("GET", "/v1/players/ada0")
        psql("SELECT pg_promote()", standby.host)
        psql(update)
        self.faults_are([])
        self.goes_on()
        self.down[-1][1] = time.monotonic()

    def upgrade(self):
        migrate()
        for server in self.servers:
            replace(server)
            self.goes_on()

    def shards(self):
        """Returns the shards of the games in the order of their hashes: each with its worker and its least hash."""
        rows = psql("SELECT shardid, nodename, shardminvalue FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid) "
                    "WHERE logicalrelid = 'games'::regclass ORDER BY shardminvalue::integer")
        return [tuple(row.split("|")) for row in rows]

    def faults_are(self, faults):
        for server in self.servers:
            until(lambda: server.read("/readyz")["workers_at_fault"] == faults, f"/readyz does not say {faults}")

    def goes_on(self):
        for play in self.plays:
            play.goes_on()

    def are_kept(self):
        for play in self.plays:
            play.are_kept(self.servers[0].read, play.turns)

    def answered_well(self):
        """Checks that 503 came only while a node was down. Returns how often."""
        unavailable = [refusal for server in self.servers for refusal in server.unavailable]
        wrong = [request for at, request in unavailable if not any(since <= at <= back for since, back in self.down)]
        assert not wrong, f"503 although no node was down: {wrong}"
        return len(unavailable)

    def is_missed(self):
        """Removes an entry by hand: the check must find that."""
        game, version = self.plays[0].turns[0]
        [removed] = psql(f"DELETE FROM game_log WHERE game_id = '{game}' AND seq = {version} RETURNING seq")
        try:
            self.are_kept()
        except (AssertionError, Refused):
            return
        raise SystemExit(f"entry {removed} of {game} was removed, and the check does not see it")

    def stop(self):
        for play in self.plays:
            play.ends.set()
        for server in self.servers:
            if server.process.poll() is None:
                server.process.kill()
                server.process.wait()
        for node in self.nodes.values():
            node.stop()


def main():
    if not (PROGRAMS / "postgres").is_file():
        sys.exit(NO_CITUS)
    with tempfile.TemporaryDirectory(prefix="lapidary-cluster-", ignore_cleanup_errors=True) as scratch:
        day = Day(open_to_all(Path(scratch)))
        try:
            for act in (day.begin, day.grow, day.fail_over, day.upgrade):
                began = time.monotonic()
                act()
                day.goes_on()
                print(f"{act.__name__}: {time.monotonic() - began:.0f} s", flush=True)
            for play in day.plays:
                play.stop()
            day.are_kept()
            refused = day.answered_well()
            day.faults_are([])
            # Both servers write one log.
            day.servers.pop().stop()
            day.is_missed()
        except BaseException:
            # What is below is deleted.
            print(*day.servers[0].log.read_text(encoding="utf-8").splitlines()[-30:], sep="\n")
            raise
        finally:
            day.stop()
        turns = [turn for play in day.plays for turn in play.turns]
        print(f"a cluster's day: {len(turns)} turns in {len({game for game, _ in turns})} games, none lost; {refused} times 503 while a node was down")


if __name__ == "__main__":
    main()
