"""`calls.py SERVER STUB NAME GAME PASSWORD`: what a game does not show. Logs in as an app and as a device, whose addresses it prints for a person,
and reads lists, streams and problems; `STUB` is a server that refuses and loses requests. Prints what it has found as JSON. calls.ts does the
same."""

import json
import sys
import time
import urllib.parse
import urllib.request

from lapidary_client import Authorization, Client, Login, Refusal, Unreachable, device_login, log_in


def show(address: str, code: str = "") -> None:
    print(json.dumps({"address": address, "code": code}), flush=True)


def ended(login: Login, server: str) -> str:
    """Ends a login and returns how it is refused then."""
    login.end()
    return refused(server, login)


def refused(server: str, access: Login | str) -> str:
    try:
        return str(Client(server, access).get_me()["username"])
    except Refusal as refusal:
        return refusal.code


def lost(stub: Client) -> str:
    """Asks for a secret, whose response is lost: nobody may ask twice for it."""
    try:
        return stub.create_token({"name": "lost", "scopes": ["read"]})["token"]
    except Unreachable:
        return "unreachable"


def strange(begun: Authorization) -> str:
    """Returns how an answer to another login is refused."""
    try:
        begun.finish(begun.redirect_uri + "?" + urllib.parse.urlencode({"state": "größe", "iss": begun.server, "code": "x"}))
    except ValueError as error:
        return str(error)
    return "taken"


def main() -> None:
    server, stub_server, name, game, password = sys.argv[1:]
    begun = Authorization.begin(server + "/", "calls", "http://127.0.0.1:4711/back", ["read", "play"])
    show(begun.address)
    found: dict[str, object] = {"strange": strange(begun)}
    kept: list[str] = []
    app = begun.finish(input(), keep=lambda tokens: kept.append(tokens["refresh_token"]))
    client = Client(server, app)
    app.tokens["expires_at"] = time.time()
    found |= {"app": client.get_me()["username"], "kept": len(set(kept))}
    # An access token that the server does not accept is renewed, too.
    app.tokens["access_token"] += "x"
    found["renewed"] = client.get_me()["username"]
    device = device_login(server, "calls", ["read"], show)
    found["device"] = Client(server, device).get_me()["username"]
    found["games"] = [item["id"] for item in client.list_games(player=name, limit=1)]
    found["own"] = next(client.follow_own_events())["type"]
    found["several"] = [told["frame"]["type"] for told in client.follow_merged_events(games=game)]
    with urllib.request.urlopen(urllib.request.Request(client.ticket(f"/v1/games/{game}/events"), headers={"accept": "text/event-stream"})) as events:
        found["ticket"] = "snapshot" in events.read().decode()
    try:
        Client(server, language="de").get_game(game.replace("0", "1"))
    except Refusal as refusal:
        found["problem"] = [refusal.status, refusal.code, refusal.problem["title"]]
    try:
        client.create_game({"ruleset": "splendor", "seats": 9})
    except Refusal as refusal:
        found["field"] = "; /seats: " in str(refusal)
    found["picture"] = client.get_board(game)[:4]
    found["notation"] = client.request("GET", f"/v1/games/{game}/export", accept="text/plain").splitlines()[0]
    # The address of a server may end with a slash.
    tokens = log_in(server + "/", name, password).tokens
    Login(server + "/", tokens).end()
    found["ended"] = [ended(app, server), ended(device, server), refused(server, tokens["access_token"])]
    stub, began = Client(stub_server, "lap_"), time.monotonic()
    found["busy"], found["waited"] = stub.get_me()["username"], time.monotonic() - began >= 2
    found["created"] = stub.create_game({"ruleset": "splendor", "seats": 2})["id"]
    found["lost"] = lost(stub)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
