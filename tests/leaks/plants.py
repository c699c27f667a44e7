"""Planted leaks: each tells a viewer something of a secret, in another way, and must be found."""

import contextlib
import json
from dataclasses import dataclass

from hidden import ADDRESS, Secret, late_turn, private_game, report, settings
from positions import CARDS, Splendor
from routes import Routes, Unknown


@dataclass
class Plant:
    """Changes answers of one operation to one viewer. `tell` gets the truth, and what is answered: status, headers and body."""

    name: str
    viewer: str
    operation: str
    tell: object
    truth: object
    of: object = lambda request: True

    def __call__(self, viewer, request, status, headers, body):
        if request.operation != self.operation or not self.of(request):
            return None
        return self.tell(self.truth(), status, headers, body)


@dataclass
class Frame:
    """Sends one more frame on a stream of a viewer when the truth changes."""

    name: str
    viewer: str
    path: str
    truth: object


def more(name):
    """One more field of a JSON object, for successes."""
    def tell(truth, status, headers, body):
        if status == 200 and ("content-type", "application/json") in headers:
            body = json.dumps({**json.loads(body), name: truth}).encode()
        return status, headers, body
    return tell


def behind(mark):
    """Some more bytes at the end."""
    return lambda truth, status, headers, body: (status, headers, body + mark % str(truth).encode())


def header(name):
    return lambda truth, status, headers, body: (status, [*((key, value) for key, value in headers if key != name), (name, f'W/"{truth}"')], body)


def becomes(code):
    """Another status if it is true."""
    return lambda truth, status, headers, body: (code if truth else status, headers, body)


def planted(world):
    """The planted leaks of each secret, with the secret."""
    def count(sql):
        return lambda: world.sql(sql)[0][0]

    base, late = world.games["splendor"], world.games["late by time"]
    at = lambda game: lambda request: request.path.startswith(f"/v1/games/{game}")
    plain = lambda ending: lambda request: request.path == f"/v1/games/{base}{ending}"
    position = lambda: Splendor(world.bytes("games", "snapshot", "id", base))

    def top():
        here = position()
        return CARDS[here.data[here.decks[0][0]]]

    def hand():
        here = position()
        return [CARDS[here.data[at]] for at in here.hands[0]]

    seed = count(f"SELECT encode(server_seed, 'hex') FROM game_secrets WHERE game_id = '{base}'")
    private = count("SELECT count(*) FROM games WHERE visibility = 'private'")
    version = count(f"SELECT version FROM games WHERE id = '{late}'")
    address = count("SELECT coalesce(email, 'none') FROM players WHERE username = 'keeper'")
    reports = count("SELECT count(*) FROM reporters")
    newest = lambda: world.sql("SELECT id FROM games WHERE visibility = 'private' ORDER BY created_at DESC LIMIT 1")[0][0]
    known = {secret.name: secret for secret in world.secrets}
    decks, blind, seeds = (known[name] for name in (
        "the order of decks, stacks and villages", "blind cards in the hands of ada", "seeds of deals and events"))

    def another_address(world):
        world.ask("keeper", "PATCH", "/v1/me", {"email": "other" + ADDRESS, "password": "correct horse battery"})
        return []

    def another_report(world):
        world.post("partner", "/v1/reports", {"target": {"type": "club_name", "id": world.things["club"]}, "reason": "quiet"})
        return []

    return [
        (decks, [
            Plant("the next card in a view", "nobody", "get_game", more("next"), top, plain("")),
            Plant("the next card behind a picture as SVG", "ada", "get_board", behind(b"<!-- %s -->"), top, plain("/board.svg")),
            Plant("the next card behind a picture as PNG", "ada", "get_board_as_png", behind(b"%s"), top),
            Plant("a tag of an export made of the hidden position", "grace", "export_game", header("etag"), top, plain("/export")),
            Plant("the next card in a refusal of a dry run", "grace", "play_turn", behind(b"%s"), top, at(base)),
        ]),
        (blind, [
            Plant("the hand of another in the lines of a game", "grace", "get_lines", more("hand"), hand, plain("/lines")),
            Plant("the hand of another in the legal actions", "grace", "get_legal_actions", more("hand"), hand, plain("/legal-actions")),
        ]),
        (seeds, [
            Plant("a seed in a stream", "nobody", "get_events", behind(b'data: {"seed":"%s"}\n\n'), seed,
                  lambda request: request.accept == "text/event-stream"),
            Plant("a seed in a round", "olga", "get_round", more("seed"), seed, lambda request: "?" not in request.path),
        ]),
        (Secret("a private game", private_game), [
            Plant("a list that counts private games", "stranger", "list_games", more("total"), private, lambda request: "?" not in request.path),
            Plant("a number of bytes that depends on a private game", "nobody", "list_bots", behind(b"%s"), lambda: " " * int(private())),
            Plant("403 in place of 404 for a private game", "member", "join_game", lambda truth, status, headers, body: (status, headers, body), newest),
            Frame("a frame of the lobby for a private game", "stranger", "/v1/lobby/events", private),
        ]),
        (Secret("an address", another_address), [
            Plant("an address in the page of a player", "ada", "get_player", more("email"), address, lambda request: "keeper" in request.path),
            Plant("a reset of a password that knows an address", "nobody", "request_password_reset", becomes(404), lambda: address().startswith("other")),
        ]),
        (Secret("a report", another_report), [
            Plant("a club that says how often it was reported", "olga", "get_club", more("reports"), reports),
        ]),
        (Secret("turns within the delay of spectators", late_turn), [
            Plant("a late game in a list as it is now", "olga", "list_organized_games", more("version"), version),
            Plant("one entry too early in the log", "nobody", "get_events", behind(b" %s"), version, at(late)),
            Frame("a frame of a late game", "olga", f"/v1/games/{late}/events", version),
        ]),
    ]


def exists(world):
    """403 in place of 404 for a private game that exists."""
    def change(viewer, request, status, headers, body):
        if request.operation == "join_game" and status == 404:
            thing = request.path.split("/")[3]
            if world.sql(f"SELECT count(*) FROM games WHERE id = '{thing}'")[0][0] == "1":
                return 403, headers, body
        return None
    return change


def prove_routes(routes):
    """A new operation, parameter or kind of thing without an entry here, and an entry without its operation, each fail."""
    def new(change):
        contract = json.loads(json.dumps(routes.contract))
        change(contract["paths"])
        return contract

    def operation(method, path, name, **more):
        return lambda paths: paths.setdefault(path, {}).update({method: {"operationId": name, "responses": {"200": {}}, **more}})

    changes = [
        operation("post", "/v1/new", "do_new"), operation("get", "/v1/new/{id}", "get_new"),
        operation("get", "/v1/new", "get_new", parameters=[{"name": "whose", "in": "query", "schema": {"type": "string"}}]),
        lambda paths: paths.pop("/metrics"),
    ]
    for change in changes:
        with contextlib.suppress(Unknown):
            list(Routes(new(change), routes.values, routes.ids, routes.dice).reads())
            raise AssertionError("a change of the contract is not noticed")
    return len(changes)
