"""A world with secrets: players, games of every ruleset and module, tournaments, clubs, and what belongs to them."""

import contextlib
import itertools
import json
import os
import secrets
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/contract/tournament")]
import server as process  # noqa: E402
from server import Refused, Server  # noqa: E402

# Messages of webhooks go to a port of this machine where nobody listens.
os.environ["LAPIDARY_WEBHOOK_NETWORKS"] = "127.0.0.0/8"
process.SETTINGS += ["--waiting-games-per-account", "1000", "--listed-rd-max", "120", "--listed-opponents-min", "1", "--bot-ladder-games", "0",
                     "--access-lifetime", "86400000", "--aborts-per-day", "1000",
                     # No mail arrives, and what is asked for is answered all the same.
                     "--mail-url", "smtp://127.0.0.1:9?tls=off", "--mail-from", "games@games.example", "--public-url", "http://127.0.0.1:8080"]
# Tokens last longer than a run, and no player logs in again.
process.TOKEN_SECONDS_MAX = 86_400
SINK = "http://127.0.0.1:9/"
LIVE = {"kind": "live", "initial_ms": 10_800_000, "increment_ms": 0}
DAYS = {"kind": "correspondence", "per_turn_ms": 864_000_000}
PEOPLE = ["ada", "grace", "hugo", "petra", "olga", "keeper", "partner", "stranger", "member", "judge", "idle"]
BOTS = {"adabot": "ada", "gracebot": "grace"}
SCOPES = ["read", "play", "challenge", "bots", "tournaments", "organize"]
# Turns that each game of cards has before its secrets are changed.
TURNS = 14


class World:
    """`one` is the server through which everything happens."""

    def __init__(self, program, directory, one, dice):
        self.program, self.directory, self.one, self.dice = program, directory, one, dice
        self.tokens, self.ids = {}, {}
        # The games with hidden pieces by their kinds; ids of the other things by their names.
        self.games, self.things, self.seated = {}, {}, {}
        self.keys = itertools.count()

    # Access.

    def ask(self, name, method, path, body=None):
        key = f"leaks-{next(self.keys)}" if method == "POST" else None
        return self.one.until_answered(method, path, body, self.tokens.get(name), key)

    def post(self, name, path, body=None):
        return self.ask(name, "POST", path, body)

    def get(self, name, path):
        return self.ask(name, "GET", path)

    def command(self, *words):
        done = subprocess.run([str(word) for word in (self.program, *words)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    def sql(self, text):
        """Runs SQL, and returns the rows as lists of texts."""
        options = ["--quiet", "--tuples-only", "--no-align", "--field-separator", "|", "--set", "ON_ERROR_STOP=1", "--command"]
        rows = self.command("database", "--data-dir", self.directory / "data", "psql", *options, text)
        return [row.split("|") for row in rows.splitlines() if row]

    def bytes(self, table, column, key, game):
        [[text]] = self.sql(f"SELECT encode({column}, 'hex') FROM {table} WHERE {key} = '{game}'")
        return bytes.fromhex(text)

    # What there is.

    def make(self):
        self.make_people()
        self.make_games()
        self.make_tournaments()
        self.make_clubs()
        self.make_rest()

    def make_people(self):
        for name in PEOPLE:
            self.tokens[name] = self.one.player(name)
        self.command("admin", "grant", "judge", "--data-dir", self.directory / "data")
        # The role is in the next token.
        account = {"username": "judge", "password": process.PASSWORD}
        self.tokens["judge"] = self.one.until_answered("POST", "/v1/sessions", account)["access_token"]
        for bot, owner in BOTS.items():
            self.post(owner, "/v1/me/bots", {"username": bot, "accepts": {"rulesets": ["splendor", "kids"]}})
            made = self.post(owner, f"/v1/me/bots/{bot}/tokens", {"name": "plays", "scopes": SCOPES})
            self.tokens[bot] = made["token"]
        for name in [*PEOPLE, *BOTS]:
            self.ids[name] = self.get(name, "/v1/me")["id"]

    def begin(self, players, terms, creator=None):
        """Begins a game of these players, who sit in this order."""
        seated = {"seated": players} if creator else {}
        made = self.post(creator or players[0], "/v1/games", {"seats": len(players), "seating": "join_order", **seated, **terms})["id"]
        for name in players if creator else players[1:]:
            self.post(name, f"/v1/games/{made}/join", {"entropy": secrets.token_hex(8)})
        return made

    def play(self, game, turns):
        """Plays random turns, first of all a blind reservation. Nobody passes: a pass tells what a hand is not (B12)."""
        names = {self.ids[name]: name for name in self.ids}
        creator = next(iter(self.seats(game)))
        blind = set()
        for _ in range(turns):
            view = self.get(creator, f"/v1/games/{game}?include=legal_actions")
            if not view["to_act"]:
                return
            name = names[view["seats"][view["to_act"]["seat"]]["player"]["id"]]
            legal = self.get(name, f"/v1/games/{game}/legal-actions")
            actions = [listed["action"] for listed in legal["actions"] if listed["action"]["type"] != "pass"]
            hidden = [action for action in actions if action["type"] == "reserve_blind"]
            if not actions:
                return
            wants = hidden and name not in blind
            action = self.dice.choice(hidden if wants else [each for each in actions if each not in hidden] or actions)
            self.post(name, f"/v1/games/{game}/actions", {"version": legal["version"], "actions": [action]})
            blind |= {name} if action["type"] == "reserve_blind" else set()

    def seats(self, game):
        """The names of the players of a game, by their seats."""
        if game not in self.seated:
            rows = self.sql(f"SELECT p.username FROM game_seats s JOIN players p ON p.id = s.player_id WHERE s.game_id = '{game}' ORDER BY s.seat")
            self.seated[game] = [row[0] for row in rows]
        return self.seated[game]

    def make_games(self):
        for ruleset in self.get("ada", "/v1/rulesets")["items"]:
            modules = ruleset["modules"]
            kinds = [[], *([module] for module in modules), *([modules] if len(modules) > 1 else [])]
            for chosen in kinds:
                choices = [[(option, value) for value in values] for option, values in ruleset["options"].items()]
                for options in map(dict, itertools.product(*choices)):
                    name = "+".join([ruleset["id"], *chosen, *options.values()])
                    clock = {"clock": DAYS} if name == "splendor" else {}
                    # Some choices exclude each other, by `constraints` of the ruleset.
                    with contextlib.suppress(Refused):
                        self.games[name] = self.begin(["ada", "grace"], {"ruleset": ruleset["id"], "modules": chosen, "options": options, **clock})
        self.games["of a bot"] = self.begin(["adabot", "grace"], {"ruleset": "splendor"})
        for name, delay in (("late by turns", {"turns": 2}), ("late by time", {"ms": 3_600_000}), ("late at its end", {"turns": 20})):
            self.games[name] = self.begin(["ada", "grace"], {"ruleset": "splendor", "spectator_delay": delay, "label": name}, "olga")
        for game in self.games.values():
            self.play(game, TURNS)
        over = self.things["over"] = self.begin(["ada", "grace"], {"ruleset": "splendor"})
        self.play(over, 6)
        self.post("grace", f"/v1/games/{over}/resign")
        self.post("ada", f"/v1/games/{over}/analysis")
        for name in ("ada", "grace"):
            made = self.post(name, "/v1/seeks", {"ruleset": "splendor", "seats": 2, "rated": True, "clock": LIVE})
        rated = self.things["rated"] = made["game"]
        self.play(rated, 8)
        self.post("ada", f"/v1/games/{rated}/resign")
        self.things["waiting"] = self.post("ada", "/v1/games", {"ruleset": "splendor", "seats": 3, "entropy": "aa"})["id"]

    def make_tournaments(self):
        event = {"ruleset": "splendor", "format": "swiss", "seats": 2, "rounds": 2, "open": True}
        twins = self.post("olga", "/v1/tournaments", {**event, "name": "Twins", "duplicate": True, "organizers": ["petra"]})["id"]
        self.post("petra", f"/v1/tournaments/{twins}/organizers/accept")
        for name in ("ada", "grace", "hugo", "petra"):
            self.post(name, f"/v1/tournaments/{twins}/enter", {"entropy": secrets.token_hex(8)})
        self.things["twins"] = twins
        self.post("olga", f"/v1/tournaments/{twins}/start")
        for number, table in enumerate(self.post("olga", f"/v1/tournaments/{twins}/rounds/next")["tables"], 1):
            self.games[f"twin {number}"] = table["game"]
            self.play(table["game"], TURNS)
        past = self.things["past"] = self.post("olga", "/v1/tournaments", {**event, "name": "Past", "rounds": 1})["id"]
        for name in ("ada", "grace"):
            self.post(name, f"/v1/tournaments/{past}/enter")
        self.post("olga", f"/v1/tournaments/{past}/start")
        [table] = self.post("olga", f"/v1/tournaments/{past}/rounds/next")["tables"]
        self.play(table["game"], 4)
        self.post("ada", f"/v1/games/{table['game']}/resign")
        self.post("olga", f"/v1/tournaments/{past}/close")
        teams = self.things["teams"] = self.post("olga", "/v1/tournaments", {
            **event, "name": "Teams", "play": "over_the_board", "teams": {"size_max": 2}})["id"]
        for number in range(4):
            self.post("olga", f"/v1/tournaments/{teams}/entries", {"guest": f"Guest {number}", "team": "AB"[number % 2]})
        self.post("olga", f"/v1/tournaments/{teams}/start")
        [first, *_] = self.post("olga", f"/v1/tournaments/{teams}/rounds/next")["tables"]
        self.post("olga", f"/v1/tournaments/{teams}/tables/{first['table']}/result", {"places": [1, 2], "reason": "seen"})
        # Who is asked is a secret; the audit says that the settings have changed.
        self.things["coming"] = self.post("olga", "/v1/tournaments", {**event, "name": "Coming", "organizers": ["hugo"], "invited": ["partner"]})["id"]
        self.post("stranger", f"/v1/tournaments/{self.things['coming']}/enter", {"entropy": "bb"})

    def make_clubs(self):
        club = self.things["club"] = self.post("olga", "/v1/clubs", {"name": "Open Circle", "joining": "application"})["id"]
        self.ask("olga", "PUT", f"/v1/clubs/{club}/invitations/member")
        self.post("member", f"/v1/clubs/{club}/join")
        ladder = self.things["ladder"] = self.post("olga", f"/v1/clubs/{club}/ladders", {"name": "Duels", "base_pool": "splendor.duel.live.human"})["id"]
        self.things["season"] = self.post("olga", f"/v1/clubs/{club}/seasons", {"ladder": ladder, "name": "Spring"})["id"]
        series = self.things["series"] = self.post("olga", "/v1/series", {"name": "Open Series"})["id"]
        self.ask("olga", "PUT", f"/v1/series/{series}/events/{self.things['past']}")

    def make_rest(self):
        self.things["seek"] = self.post("grace", "/v1/seeks", {"ruleset": "kids", "seats": 4, "entropy": "cc"})["id"]
        self.things["challenge"] = self.post("ada", "/v1/challenges", {"ruleset": "kids", "seats": 2, "to": "grace"})["id"]
        match = self.things["match"] = self.post("ada", "/v1/bot-matches", {
            "ruleset": "splendor", "games": 2, "bots": [{"bot": "adabot"}, {"bot": "gracebot"}]})["id"]
        self.post("grace", f"/v1/bot-matches/{match}/accept")
        until(lambda: len(self.get("ada", f"/v1/bot-matches/{match}/games")["items"]) == 2)
        for number, item in enumerate(self.get("adabot", f"/v1/bot-matches/{match}/games")["items"], 1):
            self.games[f"match {number}"] = item["game"]
            self.play(item["game"], TURNS)
        for name in ("olga", "ada", "stranger"):
            events = ["game.started", "game.finished", "game.aborted", "tournament.table_finished"]
            self.things[f"hook of {name}"] = self.post(name, "/v1/webhooks", {"url": SINK, "events": events})["id"]
        self.post("grace", "/v1/reports", {"target": {"type": "club_name", "id": self.things["club"]}, "reason": "first"})
        until(lambda: self.get("ada", f"/v1/games/{self.things['over']}/analysis")["status"] == "finished")


def until(holds, seconds=60):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.1)


def parameters(world):
    """Values of the parameters of operations. Cursors follow from the pages; tickets and waits show what is there without them, and who is online changes by itself."""
    things = world.things
    pool = "splendor.duel.live.human"
    return {
        "username": ["ada", "grace", "adabot", "keeper"], "n": [1, 2], "ladder_id": [things["ladder"]], "season_id": [things["season"]],
        "tournament_id": [things["past"]], "game_id": [things["rated"]], "pool": [pool], "ruleset": ["splendor", "kids"], "delivery_id": [things["hook of olga"]],
        "limit": [1, 100], "cursor": [], "ticket": [], "at": [1, 3, 9], "wait": [], "since": [0, 1, 5], "seats": [2, 3], "seat": [0, 1], "modules": ["orient", ""],
        "prefix": ["ke", "gr"], "name": ["Open", "Quiet"], "player": ["ada", "keeper"], "opponent": ["grace", "partner"], "organizer": ["olga", "keeper"],
        "label": ["late by turns", "quiet"], "tournament": [things["twins"]], "club": [things["club"]], "until": ["2099-01-01T00:00:00Z"], "after": [0, 1],
        "around": ["ada"], "first": ["base-1-1"], "ladder": [things["ladder"]], "skip": [1], "stalled_for_ms": [86_400_000],
        "variant": [0, 7], "online": [], "hash": ["0" * 64],
        ("get_statistics", "ruleset"): ["splendor", "kids"], ("get_openings", "ruleset"): ["splendor"],
        ("list_games", "since"): ["2020-01-01T00:00:00Z"], ("export_games", "since"): ["2020-01-01T00:00:00Z"], ("list_my_games", "since"): ["2020-01-01T00:00:00Z"],
        ("find_players", "cursor"): ["grace"], ("list_entries", "cursor"): [1], ("list_teams", "cursor"): [1],
        ("get_words", "lang"): ["de"], ("get_next_puzzle", "theme"): ["race"], ("get_admin_audit", "username"): ["ada", "keeper"],
    }


def ids(world):
    """The ids of the things of each kind."""
    things = world.things
    return {
        "game": [*world.games.values(), things["over"], things["rated"], things["waiting"]],
        "tournament": [things[name] for name in ("twins", "past", "teams", "coming")],
        "club": [things["club"]], "series": [things["series"]], "seek": [things["seek"]], "challenge": [things["challenge"]],
        "match": [things["match"]], "hook": [things["hook of olga"], things["hook of stranger"]], "ruleset": ["splendor", "kids"],
        "puzzle": [world.get("ada", "/v1/puzzles/next")["id"]], "own": [things["seek"]], "report": [things["seek"]],
    }
