"""One tournament, organized through the API while the server dies in the middle of acts."""

import collections
import itertools
import random
import time
import uuid

from ledger import SLIP, Ledger
from server import SECONDS_MAX, Lost, Refused

# How often the server is killed during an act.
CHANCE = {"start": 0.5, "next": 0.4, "round close": 0.3, "close": 0.6, "correct": 0.5, "result": 0.15, "report": 0.15, "entries": 0.5,
          "enter": 0.02, "turn": 0.004}
# How many of these deaths happen when the response has come.
LAST_WORDS = 0.3
TURNS_MAX = 2_000
POLL_SECONDS = 0.1


class Done(Lost):
    """The server has answered, then it died, and nobody remembers the response."""


class Event:
    """A tournament. `chance` makes the deaths rarer, for events with many acts."""

    usual = collections.defaultdict(lambda: 0.05)
    # For each kind of act: how often its response was lost, and it was there, or it was not.
    lost = collections.defaultdict(collections.Counter)

    def __init__(self, server, organizer, tokens, seed, settings, chance=1.0):
        self.server, self.organizer, self.tokens, self.chance = server, organizer, tokens, chance
        self.seed, self.dice = seed, random.Random(seed)
        self.numbers = itertools.count(1)
        self.settings = {"open": True, **settings}
        made = server.until_answered("POST", "/v1/tournaments", self.settings, organizer, key=str(uuid.UUID(int=self.dice.getrandbits(128))))
        self.path = f"/v1/tournaments/{made['id']}"
        self.ledger = Ledger(server, self.path, organizer)
        server.remember = self.ledger.remember
        self.on_server = settings.get("play") != "over_the_board"
        # Who was active when each round was paired.
        self.active, self.turns = {}, 0

    def read(self, rest=""):
        return self.server.read(self.path + rest, self.organizer)

    def rest(self, done, what):
        """Waits until `done` returns something, which is returned."""
        deadline = time.monotonic() + SECONDS_MAX
        while not (found := done()):
            self.server.well()
            assert time.monotonic() < deadline, f"{self.settings['name']}: {what}"
            time.sleep(POLL_SECONDS)
        return found

    def may_strike(self, kind):
        if self.dice.random() < CHANCE[kind] * self.chance:
            self.server.strike(self.dice.uniform(0, 1.3 * self.usual[kind]))

    def send(self, kind, path, body, token):
        """Sends a request during which the server may die; sometimes it dies when the response is there, and then the response is lost."""
        is_last_word = self.dice.random() < CHANCE[kind] * self.chance * LAST_WORDS
        if not is_last_word:
            self.may_strike(kind)
        began = time.monotonic()
        answer = self.server.send("POST", path, body, token)
        self.usual[kind] = time.monotonic() - began
        if is_last_word:
            self.server.kill()
            raise Done(path)
        return answer

    def settled(self, signs):
        """Returns whether an act has happened. All signs of it must say the same, at once or as soon as the server has looked."""
        deadline = time.monotonic() + SECONDS_MAX
        while len(set(found := signs())) > 1:
            assert time.monotonic() < deadline, f"{self.settings['name']}: an act is there in part: {found}"
            time.sleep(POLL_SECONDS)
        return found[0]

    def act(self, kind, path, body, signs, token=None):
        """Does something exactly once, though the server may die. Returns the response, or None if it was lost and the act was not."""
        path, token = self.path + path, token or self.organizer
        while True:
            self.server.well()
            try:
                return self.send(kind, path, body, token)[0]
            except Lost as lost:
                is_there = self.settled(signs)
                self.count(kind, lost, is_there, path)
                if is_there:
                    return None

    def count(self, kind, lost, is_there, path):
        self.lost[kind]["whole" if is_there else "not at all"] += 1
        assert is_there or not isinstance(lost, Done), f"{path} was answered and is not there after the death"

    def happened(self, kind, **about):
        return any(item["kind"] == kind and all(item[name] == value for name, value in about.items()) for item in self.ledger.audit())

    # Entries

    def entries(self):
        items, cursor = [], ""
        while cursor is not None:
            page = self.read(f"/entries?limit=100{cursor}")
            items += page["items"]
            cursor = f"&cursor={page['next_cursor']}" if page["next_cursor"] else None
        return items

    def enter(self, names):
        for name in names:
            self.may_strike("enter")
            try:
                self.server.until_answered("POST", f"{self.path}/enter", token=self.tokens[name])
            except Refused as refused:  # The lost one was there.
                if refused.code != "already_entered":
                    raise

    def add_guests(self, count):
        lines = "\n".join(["guest", *(f"Guest {number}" for number in range(1, count + 1))])

        def signs():
            guests = [entry for entry in self.entries() if "guest" in entry]
            assert len(guests) in (0, count), f"{len(guests)} of {count} guests are there"
            return [len(guests) == count, self.happened("entry_added", entry=count)]

        self.act("entries", "/entries", lines, signs)

    def withdraw(self, name):
        try:
            self.server.until_answered("POST", f"{self.path}/withdraw", {}, self.tokens[name])
        except Refused as refused:  # The lost one was there.
            if refused.code != "not_entered":
                raise

    def request_bye(self, name, number):
        self.server.until_answered("POST", f"{self.path}/byes", {"round": number}, self.tokens[name])

    def forbid(self, pairs):
        pairs = [{"a": one, "b": other} for one, other in pairs]
        self.server.until_answered("PATCH", self.path, {"forbidden_pairs": pairs}, self.organizer)

    # Acts of the organizer

    def start(self):
        self.act("start", "/start", None, lambda: [self.read()["status"] == "running", self.happened("started")])

    def round(self, number):
        try:
            return self.read(f"/rounds/{number}")
        except Refused as refused:
            if refused.status != 404:
                raise
            return None

    def next_round(self, number):
        """Pairs a round; returns None if there is none to pair."""
        try:
            planned = self.server.until_answered("POST", f"{self.path}/rounds/next?dry_run=true", None, self.organizer)
        except Refused as refused:
            if refused.code != "no_more_rounds":
                raise
            return None
        self.active[number] = {entry["entry"] for entry in self.entries() if entry["status"] == "active"}
        opens = not self.settings.get("ready_check_ms")

        def signs():
            there = self.round(number)
            found = [bool(there), self.happened("round_paired", round=number)]
            if opens:
                found += [self.happened("round_opened", round=number), bool(there) and there["status"] != "paired"]
                found += [bool(there) and (not self.on_server or all(table["game"] for table in there["tables"]))]
            return found

        self.act("next", "/rounds/next", None, signs)
        made = self.round(number)
        seated = lambda round_: [[seat["entry"] for seat in table["seats"]] for table in round_["tables"]]
        assert seated(planned) == [table["paired"] for table in made["tables"]], f"round {number} is not paired as the dry run showed"
        self.ledger.note_round(made)
        return made

    def slip(self):
        return f"slip {next(self.numbers)}"

    def decide(self, kind, table, places):
        """Sets the result of a table (`result`), or corrects it (`correct`)."""
        number, slip = table["table"], self.slip()
        before = [seat["place"] for seat in table["seats"]]
        with self.ledger.lock:
            self.ledger.sent[number] = [*self.ledger.sent[number], places]

        def signs():
            now = next(found for found in self.round_of(number)["tables"] if found["table"] == number)
            # A correction may give the places that were there.
            placed = [[seat["place"] for seat in now["seats"]] == places] if places != before else []
            over = [now["status"] == "done"] if kind == "result" else []
            # Organizers do not see games with a duplicate deal.
            has_game = kind == "result" and now["game"] and not self.settings.get("duplicate")
            ended = [self.server.read(f"/v1/games/{now['game']}", self.organizer)["status"] != "active"] if has_game else []
            return [any(slip in SLIP.findall(item["note"] or "") for item in self.ledger.audit()), *placed, *over, *ended]

        self.act(kind, f"/tables/{number}/{kind}", {"places": places, "reason": slip}, signs)
        self.ledger.note_result(number, places, slip)

    def round_of(self, table):
        for number in sorted(self.ledger.paired, reverse=True):
            found = self.read(f"/rounds/{number}")
            if any(table == other["table"] for other in found["tables"]):
                return found
        raise AssertionError(f"table {table} is in no round")

    def close_round(self, number):
        """Closes a round that is played; returns False if a match goes on."""
        signs = lambda: [self.read(f"/rounds/{number}")["status"] == "closed", self.happened("round_closed", round=number)]
        try:
            self.act("round close", "/rounds/close", None, signs)
        except Refused as refused:
            if refused.code != "round_unfinished" or self.settings.get("best_of", 1) == 1:
                raise
            return False
        self.ledger.forget_games()
        self.ledger.note_trail()
        return True

    def close(self):
        signs = lambda: [self.read()["status"] == "finished", self.happened("finished"), bool(self.read("/export")["seed"])]
        self.act("close", "/close", None, signs)
        self.ledger.is_finished = True
        self.ledger.note_trail()

    def places(self, seats, may_share, dice):
        places = dice.sample(range(1, seats + 1), seats)
        if may_share and dice.random() < 0.15:
            # The first two share the place.
            places = [1 if place == 2 else place for place in places]
        return places

    # Tables

    def play_table(self, table, decisions, organizer_decides):
        """Plays some decisions; then the organizer decides the table, or the others resign until one is left."""
        dice = random.Random(f"{self.seed} {table['table']}")
        # The seat to act resigns, and that must not always be the same one.
        decisions += dice.randrange(2) if decisions else 0
        game = f"/v1/games/{table['game']}"
        tokens = [self.tokens[seat["player"]["username"]] for seat in table["seats"]]
        view = self.server.read(game, tokens[0])
        for done in range(TURNS_MAX):
            if not view["to_act"]:
                return
            token = tokens[view["to_act"]["seat"]]
            if done >= decisions:
                if organizer_decides:
                    return self.decide("result", table, self.places(len(tokens), organizer_decides == "any", dice))
                self.server.until_answered("POST", f"{game}/resign", None, token)
            else:
                self.turn(game, view["version"], token, dice)
            view = self.server.read(game, token)
            self.ledger.note_version(table["game"], view["version"], token)
        raise AssertionError(f"{game} does not end")

    def turn(self, game, version, token, dice):
        legal = self.server.read(f"{game}/legal-actions", token)
        assert legal["version"] == version, f"{game} is at {legal['version']} and was at {version}"
        moves = [listed for listed in legal["actions"] if listed["action"]["type"] == "move"]
        body = {"version": version, "actions": [dice.choice(moves or legal["actions"])["action"]]}
        is_there = None
        while True:
            try:
                answer, is_repeated = self.send("turn", f"{game}/actions", body, token)
                break
            except Lost as lost:
                is_there = self.server.read(game, token)["version"] > version
                self.count("turn", lost, is_there, game)
        assert is_there is None or is_there == is_repeated, f"{game}: the turn {version} was there: {is_there}, and repeated: {is_repeated}"
        self.turns += 1
        self.ledger.note_version(game.rsplit("/", 1)[-1], answer["game"]["version"], token)

    def report_table(self, table):
        """All players report the same, or the organizer sets the result, if somebody at the table has no account."""
        dice = random.Random(f"{self.seed} {table['table']}")
        number, places = table["table"], self.places(len(table["seats"]), True, dice)
        players = [seat["player"]["username"] for seat in table["seats"] if not seat.get("guest")]
        if len(players) < len(table["seats"]):
            return self.decide("result", table, places)
        now = lambda: next(found for found in self.round_of(number)["tables"] if found["table"] == number)
        with self.ledger.lock:
            self.ledger.sent[number] = [places]
        reported = lambda count: lambda: [len(now().get("reports", [])) >= count]
        decided = lambda: [now()["status"] == "done", now()["decided_by"] == "players", self.happened("result_confirmed", table=number)]
        for count, name in enumerate(players, 1):
            signs = decided if count == len(players) else reported(count)
            self.act("report", f"/tables/{number}/report", {"places": places}, signs, self.tokens[name])
        self.ledger.note_result(number, places)
