"""From the contract to requests: each operation that reads, with each value of each parameter and each form of its response; each one
that writes, sent to what a viewer must not know of. What is in neither stands on a list here, with the reason."""

import itertools
import json
import re
from dataclasses import dataclass
from urllib.parse import urlencode

STREAMS = ("application/x-ndjson", "text/event-stream")
# Operations that the worlds do not visit, each with the reason.
OWN = "is about the caller's own account, session or settings alone, and reads nothing of others"
MAKES = "makes something of the caller's own; what it names of others is in MENTIONS"
FORM = "is a step of a login or of an app, for whoever has the password or a code"
ACTS = "acts on an account by its public name"
SEEN = "acts on something that everybody with its id sees"
UNVISITED = {
    "create_account": OWN, "refresh_session": OWN, "log_out": OWN, "end_other_sessions": OWN, "end_session": OWN,
    "confirm_password_reset": OWN, "erase_me": OWN, "update_me": OWN, "change_password": OWN, "create_token": OWN, "revoke_token": OWN,
    "create_bot": OWN, "erase_bot": OWN, "update_bot": OWN, "create_bot_token": OWN, "revoke_bot_token": OWN, "set_endpoint": OWN,
    "delete_endpoint": OWN, "end_grant": OWN, "set_quiet_hours": OWN, "set_mail_digest": OWN, "create_push": OWN,
    "delete_session_push": OWN, "delete_push": OWN,
    "create_game": MAKES, "create_challenge": MAKES, "create_bot_match": MAKES, "create_club": MAKES,
    "authorize": FORM, "log_in_to_decide": FORM, "decide_access": FORM, "enter_user_code": FORM, "authorize_device": FORM,
    "issue_tokens": FORM, "revoke_access": FORM,
    "block_player": ACTS, "unblock_player": ACTS, "lock_account": ACTS, "unlock_account": ACTS, "end_sessions_of": ACTS, "erase_account": ACTS,
    "answer_puzzle": SEEN, "withdraw_seek": SEEN, "accept_bot_match": SEEN, "cancel_bot_match": SEEN, "delete_series": SEEN, "update_series": SEEN,
    "start_league_season": SEEN, "start_next_league_season": SEEN,
    "decide_report": "is for administrators, who see all reports",
    "metrics": "counts all that happens, for the operator, whose proxy keeps it from others (docs/monitoring.md)",
    "livez": "says of the process that it runs", "readyz": "says of the process whether it is ready",
    "explain_problem": "is a page of the documentation",
}
# Operations that no viewer is answered with success in this world, each with the reason. They are asked all the same.
REFUSED = {
    "get_endpoint": "no bot has an address here",
}
# Bodies that name something of others, for each operation that has them.
MENTIONS = [
    ("create_tournament", {"name": "Of it", "ruleset": "splendor", "format": "swiss", "seats": 2, "rounds": 2, "club": "{id}"}),
    ("create_tournament", {"name": "Of it", "ruleset": "splendor", "format": "swiss", "seats": 2, "rounds": 2, "series": "{id}"}),
    ("create_series", {"name": "Of it", "club": "{id}"}),
    ("create_seek", {"ruleset": "splendor", "seats": 2, "rated": True, "ladder": "{id}"}),
    ("create_stream_ticket", {"path": "/v1/games/{id}/events"}),
    ("create_stream_ticket", {"path": "/v1/tournaments/{id}/events"}),
    ("create_webhook", {"url": "http://127.0.0.1:9/", "events": ["game.started"], "filter": {"game": "{id}"}}),
    ("create_webhook", {"url": "http://127.0.0.1:9/", "events": ["tournament.started"], "filter": {"tournament": "{id}"}}),
    *(("send_report", {"target": {"type": kind, "id": "{id}"}, "reason": "probe"})
      for kind in ("game_label", "club_name", "club_description", "tournament_name", "tournament_description", "series_name")),
    ("take_text_down", {"target": {"type": "club_name", "id": "{id}"}, "reason": "probe"}),
]
# Pages for people, which are not in the contract.
PAGES = ["/g/{game}", "/t/{tournament}", "/t/{tournament}/pairings", "/t/{tournament}/pairings/1", "/t/{tournament}/slips", "/t/{tournament}/slips/1",
         "/t/{tournament}/standings", "/l/splendor.duel.live.human", "/p/ada", "/p/keeper", "/c/{club}", "/s/{series}"]
# Which thing the `{id}` of a path is, by what stands before it.
KINDS = {"games": "game", "tournaments": "tournament", "clubs": "club", "series": "series", "seeks": "seek", "challenges": "challenge",
         "bot-matches": "match", "webhooks": "hook", "rulesets": "ruleset", "puzzles": "puzzle", "sessions": "own", "tokens": "own", "grants": "own",
         "push": "own", "reports": "report"}


class Unknown(AssertionError):
    """The contract has something for which there is no request here."""


@dataclass(frozen=True)
class Request:
    operation: str
    method: str
    path: str
    accept: str = "application/json"
    body: str = None

    def __str__(self):
        return f"{self.operation}: {self.method} {self.path} as {self.accept}" + (f" with {self.body}" if self.body else "")


@dataclass(frozen=True)
class Operation:
    name: str
    method: str
    path: str
    described: str

    @property
    def parts(self):
        return json.loads(self.described)

    @property
    def kind(self):
        """What the first `{id}` of the path is."""
        found = re.search(r"/([a-z-]+)/\{id\}", self.path)
        return KINDS.get(found[1]) if found else None


def operations(contract):
    methods = ("get", "post", "put", "patch", "delete")
    return [Operation(parts["operationId"], method.upper(), path, json.dumps(parts))
            for path, item in contract["paths"].items() for method, parts in item.items() if method in methods]


class Routes:
    """`values` has the values of each parameter: of one operation, or of all."""

    def __init__(self, contract, values, ids, dice):
        self.contract, self.values, self.ids, self.dice = contract, values, ids, dice
        self.operations = operations(contract)
        self.known = {operation.name: operation for operation in self.operations}
        self.check()

    def check(self):
        """Each operation is visited or left out for a reason."""
        names = set(self.known)
        for name, of in (("UNVISITED", UNVISITED), ("REFUSED", REFUSED)):
            if gone := set(of) - names:
                raise Unknown(f"{name} has operations that the contract has not: {gone}")
        if gone := {name for name, _ in MENTIONS} - names:
            raise Unknown(f"MENTIONS has operations that the contract has not: {gone}")
        asked = {name for name, _ in MENTIONS} | DRY | ASKED
        for operation in self.visited():
            if operation.method != "GET" and "{id}" not in operation.path and operation.name not in asked:
                raise Unknown(f"{operation.name} ({operation.method} {operation.path}) is not visited, and UNVISITED has no reason for that")
            if operation.kind is None and "{id}" in operation.path:
                raise Unknown(f"{operation.path} has an id of something that KINDS does not know")

    def visited(self):
        return [operation for operation in self.operations if operation.name not in UNVISITED]

    # Reads.

    def fill(self, operation, ids):
        """The path with each value of its parameters."""
        names = re.findall(r"\{(\w+)\}", operation.path)
        choices = [self.ids[operation.kind] if ids is None and name == "id" else ids if name == "id" else self.value(operation, name) for name in names]
        for chosen in itertools.product(*choices):
            path = operation.path
            for name, value in zip(names, chosen, strict=True):
                path = path.replace("{" + name + "}", str(value))
            yield path

    def value(self, operation, name, schema=None):
        values = self.values.get((operation.name, name), self.values.get(name))
        if values is None and schema:
            values = schema.get("enum") or ([True, False] if schema.get("type") == "boolean" else None)
        if values is None:
            raise Unknown(f"{operation.name} has a parameter {name} without values")
        return values

    def queries(self, operation):
        """One query with what is required, and one for each value of each other parameter."""
        parameters = [each for each in operation.parts.get("parameters", []) if each["in"] == "query"]
        required = {each["name"]: self.value(operation, each["name"], self.schema(each))[0] for each in parameters if each.get("required")}
        yield required
        names = {each["name"] for each in parameters}
        for each in parameters:
            for value in self.value(operation, each["name"], self.schema(each)):
                with_it = {**required, each["name"]: value}
                # Modules are those of a ruleset.
                if each["name"] == "modules":
                    with_it.setdefault("ruleset", "splendor")
                if each["name"] == "opponent" and "player" in names:
                    with_it.setdefault("player", "ada")
                if with_it != required:
                    yield {key: value for key, value in with_it.items() if not (key in ("ruleset", "player") and "{" + key + "}" in operation.path)}

    def schema(self, parameter):
        schema = parameter["schema"]
        while "$ref" in schema:
            schema = self.contract["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def forms(self, operation):
        """What the response can be, with those of an earlier name of the same."""
        content = [form for status, answer in operation.parts["responses"].items() if status == "200" for form in answer.get("content", {})]
        return content or ["application/json"]

    def reads(self, games=None, streams=False):
        """The requests of all operations that read. With `games`, those about a game are for these games, without other themes and languages."""
        found = list(self.all_reads(games, streams))
        slow = [request for request in found if request.operation in SLOW]
        looks = [request for request in found if "/v1/games/" in request.path and any(f"{name}=" in request.path for name in LOOKS)]
        left_out = {request for some, most in ((slow, SLOW_MAX), (looks, LOOKS_MAX)) for request in self.dice.sample(some, max(0, len(some) - most))}
        return [request for request in found if request not in left_out]

    def all_reads(self, games, streams):
        for operation in self.visited():
            if operation.method != "GET":
                continue
            brief = games is not None and operation.kind == "game"
            for path in self.fill(operation, games if brief else None):
                for query in self.queries(operation):
                    if (brief and set(query) & LOOKS) or (streams and not set(query) <= FROM):
                        continue
                    for form in self.forms(operation):
                        if (form in STREAMS and operation.name.endswith("_events")) == streams:
                            yield Request(operation.name, "GET", self.address(path, query), form)
        for page in PAGES if not streams else []:
            [kind] = re.findall(r"\{(\w+)\}", page) or [None]
            for thing in (games if games and kind == "game" else self.ids[kind]) if kind else [None]:
                yield Request("page " + page, "GET", page.replace("{%s}" % kind, str(thing)), "text/html")

    def address(self, path, query):
        words = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()}
        return path + ("?" + urlencode(words) if words else "")

    # Writes.

    def probes(self, kind, thing):
        """Each operation on a thing of this kind, and each path and each body that names it."""
        for operation in self.visited():
            if operation.kind == kind:
                of = self.values_of_probe(operation)
                path = operation.path.replace("{id}", thing)
                for name in re.findall(r"\{(\w+)\}", path):
                    path = path.replace("{" + name + "}", str(of[name]))
                if operation.method == "GET":
                    required = next(iter(self.queries(operation)))
                    yield Request(operation.name, "GET", self.address(path, required), self.forms(operation)[0])
                else:
                    query = {each["name"]: self.value(operation, each["name"])[0] for each in operation.parts.get("parameters", [])
                             if each["in"] == "query" and each.get("required")}
                    yield Request(operation.name, operation.method, self.address(path, query), body=self.example(operation))
            elif "{" + kind + "_id}" in operation.path:
                path = operation.path.replace("{id}", self.ids[operation.kind][0]).replace("{" + kind + "_id}", thing)
                yield Request(operation.name, operation.method, path, body=self.example(operation))
        for name, body in MENTIONS:
            operation = self.known[name]
            yield Request(name, operation.method, operation.path, body=json.dumps(body).replace("{id}", thing))
        for page in PAGES:
            if "{" + kind + "}" in page:
                yield Request("page " + page, "GET", page.replace("{" + kind + "}", thing), "text/html")

    def values_of_probe(self, operation):
        return {name: self.value(operation, name)[0] for name in re.findall(r"\{(\w+)\}", operation.path) if name != "id"}

    def example(self, operation):
        """The body of the contract's example."""
        body = operation.parts.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        return json.dumps(self.made(body)) if body else None

    def made(self, schema):
        """The smallest value of a schema."""
        while "$ref" in schema:
            schema = self.contract["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        for name in ("example", "default", "const"):
            if name in schema:
                return schema[name]
        if schema.get("examples"):
            return schema["examples"][0]
        if "enum" in schema:
            return schema["enum"][0]
        for name in ("oneOf", "anyOf", "allOf"):
            if name in schema:
                return self.made(schema[name][0])
        kind = schema.get("type", "object")
        kind = kind[0] if isinstance(kind, list) else kind
        if kind == "object":
            fields = schema.get("properties", {})
            return {name: self.made(fields[name]) for name in schema.get("required", [])}
        if kind == "array":
            return [self.made(schema["items"])] * schema.get("minItems", 1)
        return {"string": "x" * max(1, schema.get("minLength", 1)), "integer": max(1, schema.get("minimum", 1)), "number": 1, "boolean": False}.get(kind)


# Operations of the seats of a game that change nothing with `dry_run`, and those without an id that every viewer asks.
DRY = {"play_turn", "resign_game", "abort_game"}
ASKED = {"request_password_reset", "log_in"}
# Pictures as PNG take a quarter of a second each, and show what those as SVG show: so many are drawn, by the seed.
SLOW = {"get_board_as_png"}
SLOW_MAX = 2
# Parameters that only change how a game looks, with the number of requests that have them, and parameters with which streams are opened.
LOOKS_MAX = 60
LOOKS = {"theme", "lang", "layout", "pictures"}
FROM = {"since", "games", "me", "lobby", "rematch"}
