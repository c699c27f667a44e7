"""The secrets: what is changed between two worlds, and which viewers must not notice."""

import json
import secrets
from dataclasses import dataclass, field

from positions import CARDS, Kids, Splendor
from world import SINK, until

EVERYBODY = ("nobody", "stranger", "member", "ada", "grace", "olga", "petra", "judge", "adabot")
TABLE = {"ruleset": "splendor"}
EVENT = {"ruleset": "splendor", "format": "swiss", "seats": 2, "rounds": 2, "open": True}


@dataclass
class Secret:
    name: str
    # Changes the world. It returns the things that are new and hidden: the kind and the id of each.
    change: object
    # Who may know of it.
    knows: tuple = ()
    # The change is of stored bytes: `back` undoes it, and servers are asked that have not seen the other world.
    back: object = None
    # Somebody who may know, with a path that shows them the change, if any does.
    shows: list = field(default_factory=list)
    # All games are read, not only some.
    whole: bool = False
    # Requests beside the usual ones.
    asks: list = field(default_factory=list)

    @property
    def blind(self):
        return [name for name in EVERYBODY if name not in self.knows]


def together(group):
    """One change of all these secrets, which the same viewers may know: they are looked for at once."""
    def change(world):
        return [thing for secret in group for thing in secret.change(world)]

    return Secret("; ".join(secret.name for secret in group), change, group[0].knows, shows=[show for secret in group for show in secret.shows],
                  asks=[ask for secret in group for ask in secret.asks])


# Hidden pieces.


class Deal:
    """Other hidden pieces in all games that are played; `player` None for the order of decks, else for the hand of a player."""

    def __init__(self, world, player=None):
        self.world, self.player, self.kept = world, player, {}
    
    def change(self, world):
        rows = world.sql("SELECT g.id, g.ruleset, g.options, encode(g.snapshot, 'hex'), encode(s.opening, 'hex') "
                         "FROM games g JOIN game_secrets s ON s.game_id = g.id WHERE g.status = 'active' ORDER BY g.id")
        there = {}
        for game, ruleset, options, *stored in rows:
            here = tuple(map(bytes.fromhex, stored))
            if game in world.games.values() and (ruleset.startswith("splendor") or self.player is None):
                other = self.cards(game, *here) if ruleset.startswith("splendor") else self.tiles(ruleset, options, *here)
                if other and other != here:
                    self.kept[game], there[game] = here, other
        assert len(there) > (6 if self.player is None else 0), f"only {len(there)} games have other hidden pieces"
        self.put(there)
        return []

    def back(self, world):
        self.put(self.kept)
        self.kept = {}

    def put(self, games):
        self.world.sql("".join(f"UPDATE games SET snapshot = '\\x{snapshot.hex()}' WHERE id = '{game}'; "
                               f"UPDATE game_secrets SET opening = '\\x{opening.hex()}' WHERE game_id = '{game}'; "
                               for game, (snapshot, opening) in games.items()))

    def seen(self, game):
        """All that any seat has been told."""
        names = [name for name in self.world.seats(game) if self.player is None or name != self.player]
        return "".join(json.dumps(self.world.get(name, f"/v1/games/{game}/events")) for name in names)

    def cards(self, game, snapshot, opening):
        if self.player not in [None, *self.world.seats(game)]:
            return None
        here, seen, dice = Splendor(snapshot), self.seen(game), self.world.dice
        exchange = {}
        for deck in here.decks:
            free = [here.data[at] for at in deck if f'"{CARDS[here.data[at]]}"' not in seen]
            if self.player is None:
                exchange |= dict(zip(free, dice.sample(free, len(free)), strict=True))
                continue
            names = self.world.seats(game)
            held = [here.data[at] for seat, places in enumerate(here.hands) if names[seat] == self.player for at in places]
            kept = {row[0] for row in self.world.sql(f"SELECT action FROM game_log WHERE game_id = '{game}' AND action LIKE 'keep %'")}
            for card in held:
                same = card_deck(card)
                if free and card_deck(free[0]) == same and f"keep {CARDS[card]}" not in kept and len(free) > 1:
                    other = free.pop(dice.randrange(len(free)))
                    exchange |= {card: other, other: card}
        if not exchange:
            return None
        return Splendor(snapshot).exchange(exchange), Splendor(opening).exchange(exchange)

    def tiles(self, ruleset, options, snapshot, opening):
        board, mysteries = ("short" if "short" in options else "full"), "mysteries" in ruleset
        here, there = Kids(snapshot, board, mysteries), Kids(opening, board, mysteries)
        for places, begun in ((here.stack, there.stack[len(there.stack) - len(here.stack):]), (here.villages, self.same(here, there))):
            tiles = [here.data[at] for at in places]
            mixed = self.world.dice.sample(tiles, len(tiles))
            for at, other, tile in zip(places, begun, mixed, strict=True):
                assert here.data[at] == there.data[other], "the opening has other tiles than the position"
                here.data[at] = there.data[other] = tile
        return bytes(here.data), bytes(there.data)

    @staticmethod
    def same(here, there):
        """The places in the opening of the villages that nobody has seen."""
        if not here.villages:
            return []
        shift = there.villages[0] - here.all_villages[0]
        return [at + shift for at in here.villages]


def card_deck(number):
    return CARDS[number].split("-")[:2]


class Seeds:
    """Other secrets of all deals and events that are not over."""

    TABLES = [("game_secrets", "server_seed", "game_id", "game_id IN (SELECT id FROM games WHERE status IN ('active', 'waiting'))"),
              ("seek_secrets", "server_seed", "seek_id", "true"), ("bot_matches", "secret", "id", "true"),
              # Standings show the lots of two entries and more, which follow from the seed: the coming event has one.
              ("tournament_secrets", "seed", "tournament_id", "tournament_id IN (SELECT id FROM tournaments WHERE status = 'registration')")]

    def __init__(self):
        self.kept = []

    def change(self, world):
        for table, column, key, which in self.TABLES:
            rows = world.sql(f"SELECT {key}, encode({column}, 'hex') FROM {table} WHERE {which}")
            assert rows, f"{table} has no secrets"
            self.kept += [(table, column, key, row, seed) for row, seed in rows]
        self.put(world, [(*row, secrets.token_hex(len(seed) // 2)) for *row, seed in self.kept])
        return []

    def back(self, world):
        self.put(world, self.kept)
        self.kept = []

    @staticmethod
    def put(world, rows):
        world.sql("".join(f"UPDATE {table} SET {column} = '\\x{seed}' WHERE {key} = '{row}'; " for table, column, key, row, seed in rows))


# Acts of others.


def private_game(world):
    made = world.post("keeper", "/v1/games", {**TABLE, "seats": 2, "seating": "join_order", "visibility": "private", "label": "quiet"})["id"]
    world.post("keeper", f"/v1/games/{made}/invitations", {"username": "partner"})
    world.post("partner", f"/v1/games/{made}/join", {"entropy": "dd"})
    world.play(made, 6)
    return [("game", made)]


def private_game_ends(world):
    [(kind, made)] = private_game(world)
    world.post("keeper", f"/v1/games/{made}/resign")
    world.post("partner", f"/v1/games/{made}/analysis")
    until(lambda: world.get("keeper", f"/v1/games/{made}/analysis")["status"] == "finished")
    return [(kind, made)]


def unlisted_game(world):
    made = world.post("keeper", "/v1/games", {**TABLE, "seats": 2, "visibility": "unlisted", "label": "quiet"})["id"]
    world.post("partner", f"/v1/games/{made}/join")
    world.play(made, 3)
    return []


def organized_game(world):
    made = world.post("olga", "/v1/games", {**TABLE, "seats": 2, "seated": ["keeper", "partner"], "visibility": "private", "label": "quiet"})["id"]
    world.post("keeper", f"/v1/games/{made}/join")
    return [("game", made)]


def challenges(world):
    terms = {**TABLE, "seats": 2, "to": "partner", "visibility": "private"}
    open_one = world.post("keeper", "/v1/challenges", terms)["id"]
    declined = world.post("keeper", "/v1/challenges", terms)["id"]
    world.post("partner", f"/v1/challenges/{declined}/decline", {"reason": "later"})
    return [("challenge", open_one), ("game", open_one), ("challenge", declined)]


def private_club(world):
    club = world.post("keeper", "/v1/clubs", {"name": "Quiet Circle", "visibility": "private"})["id"]
    for name in ("partner", "hugo"):
        world.ask("keeper", "PUT", f"/v1/clubs/{club}/invitations/{name}")
    world.post("partner", f"/v1/clubs/{club}/join")
    world.post("keeper", f"/v1/clubs/{club}/join-code")
    return [("club", club)]


def private_event(world):
    event = world.post("keeper", "/v1/tournaments", {**EVENT, "name": "Quiet Event", "visibility": "private", "invited": ["partner", "hugo"]})["id"]
    for name in ("keeper", "partner"):
        world.post(name, f"/v1/tournaments/{event}/enter")
    world.post("keeper", f"/v1/tournaments/{event}/start")
    [table] = world.post("keeper", f"/v1/tournaments/{event}/rounds/next")["tables"]
    world.play(table["game"], 3)
    world.post("keeper", f"/v1/games/{table['game']}/resign")
    return [("tournament", event), ("game", table["game"])]


def draft(world):
    made = world.post("keeper", "/v1/tournaments", {**EVENT, "name": "Quiet Draft", "open": False, "organizers": ["partner"]})["id"]
    return [("tournament", made)]


def unlisted_series(world):
    world.post("keeper", "/v1/series", {"name": "Quiet Series", "visibility": "unlisted"})
    return []


ADDRESS = "keeper@example.org"


def settings(world):
    """All that an account has for itself."""
    world.ask("keeper", "PATCH", "/v1/me", {"email": ADDRESS, "password": "correct horse battery"})
    made = world.post("keeper", "/v1/me/tokens", {"name": "quiet", "scopes": ["read"]})
    hook = world.post("keeper", "/v1/webhooks", {"url": SINK, "events": ["game.started"]})["id"]
    world.ask("keeper", "PUT", "/v1/me/quiet-hours", {"hours": {"from": "22:00", "until": "07:30", "utc_offset_minutes": 60}})
    for name in ("hugo", "stranger"):
        world.ask("keeper", "PUT", f"/v1/me/blocks/{name}")
    return [("hook", hook), ("own", made["id"])]


def report(world):
    for target in ({"type": "club_name", "id": world.things["club"]}, {"type": "account", "id": world.ids["ada"]}):
        world.post("keeper", "/v1/reports", {"target": target, "reason": "quiet"})
    return []


def contribution(world):
    world.post("ada", f"/v1/games/{world.things['waiting']}/join", {"entropy": secrets.token_hex(16)})
    return []


def late_turn(world):
    """Turns within the delay of spectators, and an end."""
    world.play(world.games["late by time"], 2)
    return []


def late_end(world):
    for name in ("late by time", "late at its end"):
        world.post("ada", f"/v1/games/{world.games[name]}/resign")
    return []


def turn_of(kind):
    def change(world):
        world.play(world.games[kind], 1)
        return []
    return change


def club_requests(world):
    club = world.things["club"]
    world.ask("olga", "PUT", f"/v1/clubs/{club}/invitations/hugo")
    world.post("keeper", f"/v1/clubs/{club}/join")
    return []


class Asked:
    """Others are asked to organize the coming tournament, and to enter it."""

    @staticmethod
    def put(world, here, there):
        rows = world.sql(f"UPDATE tournament_members SET player_id = '{world.ids[there]}' WHERE tournament_id = '{world.things['coming']}' "
                         f"AND player_id = '{world.ids[here]}' RETURNING role")
        assert rows, f"{here} is not asked"
        return []

    def change(self, world):
        return [*self.put(world, "hugo", "idle"), *self.put(world, "partner", "keeper")]

    def back(self, world):
        self.put(world, "idle", "hugo")
        self.put(world, "keeper", "partner")


def entropy_of_entry(world):
    world.sql(f"UPDATE tournament_entries SET entropy = '\\x{secrets.token_hex(16)}' WHERE tournament_id = '{world.things['coming']}'")
    return []


def comment(world):
    game = world.games["of a bot"]
    world.sql(f"INSERT INTO bot_comments (game_id, version, bot_id, comment) VALUES ('{game}', 2, '{world.ids['adabot']}', 'I hold a fine card')")
    return []


def locked(world):
    world.post("judge", "/v1/admin/players/idle/lock", {"reason": "quiet"})
    return []


def all_secrets(world):
    decks, hands = Deal(world), {name: Deal(world, name) for name in ("ada", "grace", "adabot")}
    seeds, asked, things = Seeds(), Asked(), world.things
    coming = f"/v1/tournaments/{things['coming']}"
    players = {kind: tuple(world.seats(world.games[kind])) for kind in ("twin 1", "match 1")}
    return [
        Secret("the order of decks, stacks and villages", decks.change, (), decks.back, whole=True),
        *(Secret(f"blind cards in the hands of {name}", hand.change, (name,), hand.back) for name, hand in hands.items()),
        Secret("seeds of deals and events", seeds.change, (), seeds.back),
        Secret("a private game", private_game, shows=[("keeper", "/v1/me/games")]),
        Secret("a private game that ends, with its analysis", private_game_ends, shows=[("keeper", "/v1/me/games")]),
        Secret("an unlisted game", unlisted_game, shows=[("keeper", "/v1/me/games")]),
        Secret("a private game that somebody organizes", organized_game, ("olga",), shows=[("olga", "/v1/me/organized-games")]),
        Secret("challenges, with a reason to decline", challenges, shows=[("keeper", "/v1/challenges")]),
        Secret("a private club", private_club, shows=[("keeper", "/v1/me/clubs")]),
        Secret("a private tournament, with its round and its game", private_event, ("judge",), shows=[("keeper", "/v1/me/tournaments")]),
        Secret("a draft of a tournament", draft, ("judge",), shows=[("partner", "/v1/me/tournaments")]),
        Secret("an unlisted series", unlisted_series),
        Secret("settings of an account: address, tokens, webhooks, blocks", settings, shows=[("keeper", "/v1/me")]),
        Secret("who has reported what", report, ("judge",), shows=[("judge", "/v1/admin/reports")]),
        Secret("entropy of a player before the start", contribution, ("ada",)),
        Secret("turns within the delay of spectators", late_turn, ("ada", "grace"), shows=[("ada", f"/v1/games/{world.games['late by time']}")]),
        Secret("ends within the delay of spectators", late_end, ("ada", "grace"), shows=[("ada", f"/v1/games/{world.games['late by time']}")]),
        Secret("a turn at one table of a duplicate deal", turn_of("twin 1"), players["twin 1"], shows=[(players["twin 1"][0], f"/v1/games/{world.games['twin 1']}")]),
        Secret("a turn in a bot match", turn_of("match 1"), players["match 1"], shows=[("adabot", f"/v1/games/{world.games['match 1']}")]),
        Secret("invitations and applications of a public club", club_requests, ("olga",), shows=[("olga", f"/v1/clubs/{things['club']}/applications")]),
        Secret("who is asked to organize and to enter", asked.change, ("olga", "judge"), asked.back, shows=[("olga", coming)]),
        Secret("entropy of an entry before the start", entropy_of_entry, ("stranger",)),
        Secret("a comment of a bot", comment, ("adabot", "ada"), shows=[("ada", f"/v1/games/{world.games['of a bot']}/comments")]),
        Secret("a lock of an account", locked, ("judge",), shows=[("judge", "/v1/admin/audit")]),
    ]
