"""What the server has acknowledged of one tournament. All of it must still hold after each death of the server."""

import collections
import re
import threading

# Each act of an organizer with a reason has one of its own, so that the audit shows whether it was done, and how often.
SLIP = re.compile(r"slip \d+")


class Ledger:
    """`token` is that of the organizer."""

    def __init__(self, server, path, token):
        self.server, self.path, self.token, self.lock = server, path, token, threading.Lock()
        # The reasons of acts, the entries of each table as they were paired, the version of each game with a token that sees it.
        self.slips, self.paired, self.versions = set(), {}, {}
        # The last result of each table, and those that were sent and have no response yet.
        self.results, self.sent = {}, collections.defaultdict(list)
        self.trail, self.is_finished = [], False

    def audit(self):
        """Returns everything that has happened, the oldest first."""
        items, cursor = [], ""
        while cursor is not None:
            page = self.server.read(f"{self.path}/audit?limit=100{cursor}", self.token)
            items += page["items"]
            cursor = f"&cursor={page['next_cursor']}" if page["next_cursor"] else None
        return items[::-1]

    def note_round(self, round_):
        with self.lock:
            self.paired[round_["round"]] = {table["table"]: table["paired"] for table in round_["tables"]}

    def note_version(self, game, version, token):
        with self.lock:
            self.versions[game] = (max(version, self.versions.get(game, (0, None))[0]), token)

    def note_result(self, table, places, slip=None):
        with self.lock:
            self.results[table] = places
            self.sent[table] = [places]
            self.slips |= {slip} if slip else set()

    def note_trail(self):
        """Reads the audit; nothing of it may ever change."""
        trail = self.audit()
        with self.lock:
            if len(trail) >= len(self.trail):
                assert trail[: len(self.trail)] == self.trail, "the audit has changed"
                self.trail = trail

    def remember(self):
        """Returns what checks that all that is known now still holds."""
        with self.lock:
            slips, paired, versions, results = set(self.slips), dict(self.paired), dict(self.versions), dict(self.results)
            trail, is_finished = list(self.trail), self.is_finished

        def still_holds():
            now = self.audit()
            assert now[: len(trail)] == trail, "the audit has lost something that it had"
            missing = slips - {slip for item in now for slip in SLIP.findall(item["note"] or "")}
            assert not missing, f"acknowledged acts are lost: {sorted(missing)}"
            for number, tables in paired.items():
                self.holds_round(number, tables, results)
            for game, (version, token) in versions.items():
                found = self.server.read(f"/v1/games/{game}", token)["version"]
                assert found >= version, f"game {game}: version {version} was acknowledged, {found} is left"
            status = self.server.read(self.path, self.token)["status"]
            assert not is_finished or status == "finished", f"the tournament was closed, and is {status}"

        return still_holds

    def holds_round(self, number, tables, results):
        found = {table["table"]: table for table in self.server.read(f"{self.path}/rounds/{number}", self.token)["tables"]}
        for table, entries in tables.items():
            assert found[table]["paired"] == entries, f"round {number}, table {table}: the pairing has changed"
            if table in results:
                places = [seat["place"] for seat in found[table]["seats"]]
                may_be = [results[table], *self.sent[table]]
                assert places in may_be, f"table {table}: {results[table]} was acknowledged, {places} is left"

    def forget_games(self):
        """The games of a round that is over are read again by the final check only."""
        with self.lock:
            self.versions = {}
