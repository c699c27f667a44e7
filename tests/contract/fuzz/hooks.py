"""Accounts and games for schemathesis, so that its requests pass the first checks.

The fuzzer has its own account, and a new one for each request that ends the account or its session. It also has a seat in a
game of each kind, where it is its turn. With generated ids no game would be found, and with generated versions every turn
would be refused before its actions are checked.
"""

import contextlib
import random
import time
import unicodedata
import uuid

import requests
import schemathesis
from hypothesis import strategies

PASSWORD = "a password of the fuzzer"
PASSWORD_LENGTH_MAX = 128
VERSION_MAX = 2**31 - 1
TIMEOUT = 10
# How long the fuzzer uses a token before it asks for it again.
TOKEN_KEPT_SECONDS = 10
WAIT_MS_MAX = 60_000
# The hooks log in from this address, because the failed logins of the fuzzer delay logins from its own.
HONEST = {"x-forwarded-for": "192.0.2.1"}
# Operations that end the fuzzer's account or session.
ENDS_ITSELF = {"erase_me", "log_out", "change_password"}
# Operations that ask for the current password, with the field of their body.
PASSWORD_FIELD = {"change_password": "current", "update_me": "password", "erase_me": "password"}
# Operations of a running game: the turn and all reads.
AT_A_TABLE = {"play_turn", "get_game", "get_legal_actions", "get_events", "export_game"}
KINDS = [("splendor", []), ("splendor", ["orient", "strongholds", "trading_posts", "cities"]), ("kids", ["mysteries"])]
UNKNOWN_HEADER = "x-schemathesis-unknown-property"
EVERYTHING_ELSE = "everything else"

# How long a response may take, in seconds.
RESPONSE_MAX = 20

dice = random.Random(1)
players = {}
tables = {}

# What people may show to each other: letters, marks, numbers, punctuation and symbols of any script, trimmed and in the form NFC.
# The words of the guide, "Texts", in the terms of Unicode; the program has its own spelling of them.
TEXT = (
    strategies.text(strategies.characters(categories=["L", "N", "P", "S"], max_codepoint=0xFFFF), min_size=1, max_size=40)
    .map(lambda text: unicodedata.normalize("NFC", text))
    .filter(lambda text: text.strip("\u2800"))
    .filter(lambda text: not set(text) & set("\u115f\u1160\u3164\uffa0"))
)
schemathesis.openapi.format("text", TEXT)


@schemathesis.check
def answers_in_time(_, response, case):
    """A request that takes long takes long again: a machine that stood still meanwhile does not stand still twice."""
    if response.elapsed > RESPONSE_MAX and (again := case.call().elapsed) > RESPONSE_MAX:
        raise AssertionError(f"the response took {response.elapsed:.1f} s, and {again:.1f} s when it was asked for again")


def send(method, url, token=None, **options):
    """Sends a request that must succeed."""
    headers = {**HONEST, **({"authorization": "Bearer " + token} if token else {})}
    answer = requests.request(method, url, headers=headers, timeout=TIMEOUT, **options)
    if not answer.ok:
        raise RuntimeError(f"{method} {url}: {answer.status_code} {answer.text}")
    return answer.json() if answer.content else None


def server(case):
    return case.operation.base_url.rstrip("/")


def operation(case):
    return case.operation.definition.raw.get("operationId")


def sign_up(server):
    account = {"username": f"fuzz-{dice.getrandbits(48):x}", "password": PASSWORD}
    send("POST", server + "/v1/accounts", json=account)
    return Session(server, send("POST", server + "/v1/sessions", json=account))


class Session:
    """The session of an account. It outlives its access tokens: on a busy machine the fuzzer takes longer than one is valid."""

    def __init__(self, server, grant):
        self.server = server
        self.keep(grant)

    def keep(self, grant):
        self.grant = grant
        self.renew_at = time.monotonic() + grant["expires_in"] / 2

    def token(self):
        if time.monotonic() >= self.renew_at:
            refresh = {"refresh_token": self.grant["refresh_token"]}
            self.keep(send("POST", self.server + "/v1/sessions/refresh", json=refresh))
        return self.grant["access_token"]


def who(case, context):
    """Returns the name of the account: a new one for operations that end the account or its session, otherwise a shared one."""
    return f"{dice.getrandbits(64):x}" if operation(case) in ENDS_ITSELF else EVERYTHING_ELSE


@schemathesis.auth(cache_by_key=who, refresh_interval=TOKEN_KEPT_SECONDS)
class Account:
    def get(self, case, context):
        return sign_up(server(case)).token() if operation(case) in ENDS_ITSELF else player(server(case), 0)

    def set(self, case, token, context):
        case.headers["authorization"] = "Bearer " + token


def player(server, number):
    if number not in players:
        players[number] = sign_up(server)
    return players[number].token()


def new_table(server, kind):
    ruleset, modules = kind
    wanted = {"ruleset": ruleset, "modules": modules, "seats": 2, "seating": "join_order"}
    # The fuzzer knows the name of the other player from views, and may have blocked that player.
    other = send("GET", server + "/v1/me", player(server, 1))["username"]
    send("DELETE", f"{server}/v1/me/blocks/{other}", player(server, 0))
    game = send("POST", server + "/v1/games", player(server, 0), json=wanted)["id"]
    send("POST", f"{server}/v1/games/{game}/join", player(server, 1))
    return game


def my_turn(server, kind):
    """Returns the view of a game of this kind in which it is the fuzzer's turn."""
    name = "+".join([kind[0], *kind[1]])
    game = tables.get(name) or new_table(server, kind)
    url = f"{server}/v1/games/{game}"
    view = send("GET", url)
    while view["to_act"] and view["to_act"]["seat"] != 0:
        actions = send("GET", url + "/legal-actions", player(server, 1))["actions"]
        turn = {"version": view["version"], "actions": [dice.choice(actions)["action"]]}
        view = send("POST", url + "/actions", player(server, 1), json=turn)["game"]
    tables[name] = game if view["to_act"] else None
    return view


def is_game(text):
    with contextlib.suppress(ValueError, TypeError, AttributeError):
        return str(uuid.UUID(text)) == text.lower()
    return False


@schemathesis.hook
def filter_case(context, case):
    """Allows unknown headers, because proxies add them, and null for a body that may be left out, which clients in Go send."""
    may_be_left_out = not case.operation.definition.raw.get("requestBody", {}).get("required", False)
    return UNKNOWN_HEADER not in (case.headers or {}) and not (may_be_left_out and case.body is None)


def is_wait(value):
    """Returns whether a query parameter makes the server wait."""
    return value == "my_turn" or str(value).isdigit() and 0 < int(value) <= WAIT_MS_MAX


@schemathesis.hook
def before_call(context, case, kwargs):
    if operation(case) in AT_A_TABLE and is_game(case.path_parameters.get("id")):
        sit_down(case)
    if operation(case) in PASSWORD_FIELD:
        tell_password(case, PASSWORD_FIELD[operation(case)])
    if is_wait((case.query or {}).get("wait")):
        # Otherwise the wait would last its full minute, because nobody else plays.
        del case.query["wait"]
    if operation(case) == "get_merged_events":
        follow_nothing(case)


def follow_nothing(case):
    """Lets requests for merged streams name nothing to follow, because such a stream has no end. Wrong values stay."""
    for name in ("me", "lobby"):
        if str((case.query or {}).get(name)).lower() == "true":
            case.query[name] = "false"


def sit_down(case):
    """Replaces half of the generated game ids with a running game, and generated versions and cards with those of the game."""
    if uuid.UUID(case.path_parameters["id"]).int % 2:
        return
    view = my_turn(server(case), dice.choice(KINDS))
    case.path_parameters["id"] = view["id"]
    if not isinstance(case.body, dict):
        return
    sent = case.body.get("version")
    if type(sent) is int and 0 <= sent <= VERSION_MAX:
        case.body["version"] = view["version"]
    actions = case.body.get("actions")
    for action in actions if isinstance(actions, list) and view["ruleset"] == "splendor" else []:
        if isinstance(action, dict) and isinstance(action.get("card"), str):
            action["card"] = dice.choice([card for row in view["market"].values() for card in row["cards"] if card])


def tell_password(case, field):
    """Replaces the current password with the right one, if the generated text is a valid password."""
    current = case.body.get(field) if isinstance(case.body, dict) else None
    if isinstance(current, str) and "\0" not in current and len(current) <= PASSWORD_LENGTH_MAX:
        case.body[field] = PASSWORD
