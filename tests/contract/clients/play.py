#!/usr/bin/env python3
"""`play.py SERVER`: the clients for Python and TypeScript play through a proxy that cuts connections by the hundred, log in, meet a server that
refuses and loses requests, and run the examples of their READMEs and of docs/bots.md. Checkers of types find nothing in all of that.
CLIENTS_SEED=5 draws other cuts."""

import contextlib
import http.server
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

from proxy import Proxy

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CLIENTS, TOOLS = ROOT / "packages/clients", ROOT / "target/clients"
BUILD, MODULES = TOOLS / "build", TOOLS / "node/node_modules"
sys.path.append(str(HERE.parent / "access"))
from browser import allow  # noqa: E402

PASSWORD = "correct horse battery"
README_SERVER, README_NAME = "http://127.0.0.1:8080", "ada"
SECONDS_MAX = 240
CUTS_MIN = 100
# How much a connection carries on average until it is cut. `fetch` asks for compressed responses.
BYTES_MEAN = {"python": 7_000, "typescript": 3_200}
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(CLIENTS / "python"), "MYPYPATH": str(CLIENTS / "python"), "PYTHONDONTWRITEBYTECODE": "1"}


def call(server, path, body=None, token=None):
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(server + path, data, headers)) as answer:
        return json.load(answer)


def player(server):
    """Returns the name of a new player."""
    name = f"client-{secrets.token_hex(4)}"
    call(server, "/v1/accounts", {"username": name, "password": PASSWORD})
    return name


def run(command, **options):
    return subprocess.run([str(word) for word in command], check=True, env=ENVIRONMENT, **options)


def build():
    """Checks the types of everything, and compiles the TypeScript. Returns what a program of each language is run with."""
    shutil.rmtree(BUILD, ignore_errors=True)
    package = BUILD / "node_modules/lapidary-client"
    package.mkdir(parents=True)
    shutil.copy(CLIENTS / "typescript/package.json", package)
    run([MODULES / ".bin/tsc", "--project", CLIENTS / "typescript", "--outDir", package / "dist"])
    (BUILD / "node_modules/@types").symlink_to(MODULES / "@types")
    (BUILD / "package.json").write_text('{"type": "module"}')
    settings = json.loads((CLIENTS / "typescript/tsconfig.json").read_text())["compilerOptions"]
    own = {"types": ["node"], "declaration": False, "rootDir": ".", "outDir": "build", "noUnusedLocals": False}
    (BUILD / "tsconfig.json").write_text(json.dumps({"compilerOptions": settings | own, "include": ["*.ts"]}))
    for source in (*HERE.glob("game.*"), *HERE.glob("calls.*"), *(ROOT / "examples/bots").glob("online_bot.*")):
        shutil.copy(source, BUILD)
    (BUILD / "readme.ts").write_text(of_readme("typescript", "ts"))
    (BUILD / "readme.py").write_text(of_readme("python", "python"))
    run([MODULES / ".bin/tsc"], cwd=BUILD)
    typed = [CLIENTS / "python/lapidary_client", *(BUILD / name for name in ("game.py", "calls.py", "readme.py", "online_bot.py"))]
    run([TOOLS / "python/bin/mypy", "--strict", "--cache-dir", TOOLS / "mypy", *typed])
    (BUILD / "pyrightconfig.json").write_text(json.dumps(
        {"typeCheckingMode": "strict", "pythonVersion": "3.11", "extraPaths": [os.path.relpath(CLIENTS / "python", BUILD)],
         "include": [os.path.relpath(path, BUILD) for path in typed]}))
    run([MODULES / ".bin/pyright", "--project", BUILD])
    return {"python": lambda name: [sys.executable, BUILD / f"{name}.py"], "typescript": lambda name: ["node", BUILD / f"build/{name}.js"]}


def of_readme(language, mark):
    """Returns the example in the README of a client."""
    return re.search(rf"^```{mark}\n(.*?)^```$", (CLIENTS / language / "README.md").read_text(), re.DOTALL | re.MULTILINE)[1]


def game(server, language, command, proxy):
    """Lets a client play a game through the proxy, compares what it tells with the log, and returns a player and the id of the game."""
    began = time.monotonic()
    names = [player(server), player(server)]
    told = json.loads(run([*command("game"), proxy.address, PASSWORD, *names], stdout=subprocess.PIPE, timeout=SECONDS_MAX).stdout)
    log = call(server, f"/v1/games/{told['game']}/events")["events"]
    assert log[-1]["type"] == "finished", log[-1]
    assert told["log"] == log, "the log that the client reads differs"
    assert told["followed"] == log, "the entries that the client has followed differ"
    # What the engine plays by itself is no turn.
    turns = [entry for entry in log if entry["type"] == "action" and entry["data"]["by"] == "player"]
    assert sum(told["turns"]) == len(turns), (told["turns"], len(turns))
    assert len(call(server, f"/v1/games?player={names[0]}")["items"]) == 1, "a request that creates a game takes effect once"
    print(f"{language}: {len(turns)} turns, {proxy.cuts} cuts, {proxy.refusals} refusals, {time.monotonic() - began:.0f} s", flush=True)
    return names[0], told["game"]


class Stub(http.server.BaseHTTPRequestHandler):
    """A server that is busy twice, loses the response to a new game once, and always loses the response to a new token."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        count = self.noted()
        self.respond([429, 503, 200][min(count, 2)], {"username": "stub"}, {"retry-after": "1"} if count < 2 else {})

    def do_POST(self):
        count = self.noted()
        self.rfile.read(int(self.headers["content-length"]))
        if self.path == "/v1/games" and count:
            self.respond(201, {"id": "created"}, {})
        else:
            self.close_connection = True

    def noted(self):
        self.server.seen.append((self.path, self.headers["idempotency-key"]))
        return sum(path == self.path for path, _ in self.server.seen) - 1

    def respond(self, status, value, headers):
        body = json.dumps(value).encode()
        self.send_response(status)
        for name, text in ({"content-type": "application/json", "content-length": str(len(body))} | headers).items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def calls(server, language, command, name, id):
    """Lets a client log in and make the calls that a game does not show."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stub) as stub:
        stub.seen = []
        threading.Thread(target=stub.serve_forever, daemon=True).start()
        words = [*map(str, command("calls")), server, f"http://127.0.0.1:{stub.server_address[1]}", name, id, PASSWORD]
        client = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
        try:
            asked = json.loads(client.stdout.readline())
            client.stdin.write(allow(asked["address"], name, PASSWORD) + "\n")
            client.stdin.flush()
            asked = json.loads(client.stdout.readline())
            allow(f"{asked['address']}?{urllib.parse.urlencode({'user_code': asked['code']})}", name, PASSWORD)
            found = json.loads(client.communicate(timeout=SECONDS_MAX)[0])
        finally:
            client.kill()
        stub.shutdown()
    assert client.returncode == 0
    expected = {"app": name, "kept": 2, "renewed": name, "device": name, "games": [id], "own": "snapshot", "several": ["snapshot", "stream_end"],
                "ticket": True, "problem": [404, "not_found", "Nicht gefunden"], "field": True, "picture": "<svg", "busy": "stub", "waited": True,
                "created": "created", "lost": "unreachable",
                "strange": "this is not the answer to this login: its `state` or its `iss` differs"}
    assert found | expected == found, {key: found.get(key) for key in expected if found.get(key) != expected[key]}
    assert len(found["ended"]) == 3, found["ended"]
    assert all(code in ("unauthenticated", "invalid_grant") for code in found["ended"]), found["ended"]
    keys = [key for path, key in stub.seen if path == "/v1/games"]
    assert len(keys) == 2 and keys[0] and keys[0] == keys[1], keys
    assert [path for path, _ in stub.seen].count("/v1/me/tokens") == 1, "a secret is asked for once"
    print(f"{language}: {found['notation']}", flush=True)


def readme(server, language, command):
    """Runs the example of a README, with another server and another name."""
    source = Path(command("readme")[1])
    source.write_text(source.read_text().replace(README_SERVER, server).replace(f'"{README_NAME}"', json.dumps(player(server))))
    printed = run(command("readme"), stdout=subprocess.PIPE, timeout=SECONDS_MAX).stdout.decode()
    assert "ranks" in printed, printed
    print(f"{language}: README {printed.splitlines()[0]}", flush=True)


def bots(server, commands, seed):
    """Two online bots behind the proxy, one of each language, are invited and challenged by a person, who leaves them alone with each other."""
    began, person = time.monotonic(), player(server)
    token = call(server, "/v1/sessions", {"username": person, "password": PASSWORD})["access_token"]
    proxy, names, running = Proxy(server, seed, 20_000), [], []
    with contextlib.ExitStack() as stack:
        for language, command in commands.items():
            names.append(f"bot-{secrets.token_hex(4)}")
            call(server, "/v1/me/bots", {"username": names[-1]}, token)
            issued = call(server, f"/v1/me/bots/{names[-1]}/tokens", {"name": language, "scopes": ["read", "play"]}, token)
            process = subprocess.Popen([*map(str, command("online_bot")), proxy.address], env=ENVIRONMENT | {"LAPIDARY_TOKEN": issued["token"]})
            running.append(process)
            stack.callback(process.wait)
            stack.callback(process.kill)
        challenge = call(server, "/v1/challenges", {"to": names, "ruleset": "splendor", "seats": 3}, token)["id"]
        invited = call(server, "/v1/games", {"ruleset": "splendor", "seats": 3}, token)["id"]
        for name in names:
            call(server, f"/v1/games/{invited}/invitations", {"username": name}, token)
        games = {challenge, invited}
        while games:
            assert time.monotonic() - began < SECONDS_MAX, f"the bots do not finish {games}"
            assert all(process.poll() is None for process in running), "a bot has ended"
            for game in list(games):
                view = call(server, f"/v1/games/{game}", token=token)
                if view["status"] == "active" and not view["seats"][view["viewer_seat"]]["out"]:
                    call(server, f"/v1/games/{game}/resign", {}, token)
                elif view["status"] == "finished":
                    games.remove(game)
            time.sleep(0.3)
    print(f"online bots: two games, {proxy.cuts} cuts, {time.monotonic() - began:.0f} s", flush=True)


def main():
    server, seed = sys.argv[1].rstrip("/"), int(os.environ.get("CLIENTS_SEED") or secrets.randbelow(2**32))
    print(f"CLIENTS_SEED={seed}", flush=True)
    run([CLIENTS / "generate", "--check"])
    commands = build()
    for language, command in commands.items():
        proxy = Proxy(server, seed, BYTES_MEAN[language])
        while proxy.cuts < CUTS_MIN:
            name, id = game(server, language, command, proxy)
        calls(server, language, command, name, id)
        readme(server, language, command)
    bots(server, commands, seed)


if __name__ == "__main__":
    main()
