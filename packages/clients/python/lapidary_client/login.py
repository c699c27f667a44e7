"""How a program gets access: with a password, in a browser (OAuth 2.1 with PKCE), or with a code that the player types on another device
(docs/access.md). An API token needs none of this: give it to `Client`."""

import base64
import hashlib
import hmac
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypedDict
from urllib.parse import parse_qs, urlencode, urlsplit

from .patience import persist
from .problems import Refusal, problem_of
from .transport import Transport

# A token is renewed this long before it expires.
EARLY = 30.0
PATIENCE = 60.0
AGENT = "lapidary-client-python"


class Tokens(TypedDict):
    """What a login consists of: store it where only its player can read it. `client_id` is that of an app; null for a password."""

    access_token: str
    refresh_token: str
    expires_at: float
    client_id: str | None


class Login:
    """A login that renews itself. `keep` is called with each new pair of tokens, before it is used: whoever stores them can go on
    with `Login(server, tokens)` after a restart. Several threads can share it."""

    def __init__(self, server: str, tokens: Tokens, keep: Callable[[Tokens], None] = lambda _: None) -> None:
        self.tokens, self.keep = tokens, keep
        self._transport = Transport(server, 30, AGENT)
        self._lock = threading.Lock()

    def access_token(self, refused: str | None = None) -> str:
        """Returns a valid access token. `refused` is one that the server did not accept."""
        with self._lock:
            if self.tokens["expires_at"] - EARLY < time.time() or self.tokens["access_token"] == refused:
                self._refresh()
            return self.tokens["access_token"]

    def _refresh(self) -> None:
        # If the response is lost, the same refresh token returns the same next pair.
        token, app = self.tokens["refresh_token"], self.tokens["client_id"]
        if app is None:
            path, body = "/v1/sessions/refresh", {"refresh_token": token}
        else:
            path, body = "/oauth/token", {"grant_type": "refresh_token", "client_id": app, "refresh_token": token}
        self.tokens = _tokens(_post(self._transport, path, body), app)
        self.keep(self.tokens)

    def end(self) -> None:
        """Ends the login on the server."""
        app = self.tokens["client_id"]
        if app is None:
            headers = {"authorization": f"Bearer {self.access_token()}"}
            persist(lambda: self._transport.request("DELETE", "/v1/sessions/current", {}, None, headers), PATIENCE)
        else:
            _post(self._transport, "/oauth/revoke", {"client_id": app, "token": self.tokens["refresh_token"]})


def _post(transport: Transport, path: str, fields: dict[str, str]) -> Any:
    """Posts fields, as OAuth has them or as JSON, until there is a response."""
    is_form = path.startswith("/oauth/")
    body = (urlencode(fields) if is_form else json.dumps(fields)).encode()
    headers = {"content-type": "application/x-www-form-urlencoded" if is_form else "application/json"}
    return persist(lambda: transport.request("POST", path, {}, body, headers), PATIENCE)


def _tokens(issued: Any, client_id: str | None) -> Tokens:
    return {"access_token": issued["access_token"], "refresh_token": issued["refresh_token"],
            "expires_at": time.time() + issued["expires_in"], "client_id": client_id}


def log_in(server: str, username: str, password: str, keep: Callable[[Tokens], None] = lambda _: None) -> Login:
    """Logs in with the password of a player: for a front end of the server itself, or a script of the player."""
    issued = _post(Transport(server, 30, AGENT), "/v1/sessions", {"username": username, "password": password})
    return _begun(server, issued, None, keep)


def _begun(server: str, issued: Any, client_id: str | None, keep: Callable[[Tokens], None]) -> Login:
    login = Login(server, _tokens(issued, client_id), keep)
    keep(login.tokens)
    return login


@dataclass(frozen=True)
class Authorization:
    """A login in a browser that has begun: send the player to `address`; what comes back to the redirect address goes to `finish`."""

    server: str
    client_id: str
    redirect_uri: str
    scopes: tuple[str, ...]
    state: str
    verifier: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "server", self.server.rstrip("/"))

    @classmethod
    def begin(cls, server: str, client_id: str, redirect_uri: str, scopes: Iterable[str]) -> "Authorization":
        """Begins a login. `server` is its public address, which it also calls itself."""
        return cls(server, client_id, redirect_uri, tuple(scopes), secrets.token_urlsafe(32), secrets.token_urlsafe(32))

    @property
    def address(self) -> str:
        """The address for the browser of the player."""
        digest = hashlib.sha256(self.verifier.encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        return f"{self.server}/oauth/authorize?" + urlencode({
            "response_type": "code", "client_id": self.client_id, "redirect_uri": self.redirect_uri, "scope": " ".join(self.scopes),
            "state": self.state, "code_challenge": challenge, "code_challenge_method": "S256"})

    def finish(self, back: str, keep: Callable[[Tokens], None] = lambda _: None) -> Login:
        """Exchanges the code in the address to which the browser came back."""
        answer = {name: values[0] for name, values in parse_qs(urlsplit(back).query).items()}
        # Texts beyond ASCII can only be compared as bytes.
        if not hmac.compare_digest(answer.get("state", "").encode(), self.state.encode()) or answer.get("iss") != self.server:
            raise ValueError("this is not the answer to this login: its `state` or its `iss` differs")
        if "error" in answer:
            raise Refusal(400, problem_of(400, answer))
        fields = {"grant_type": "authorization_code", "client_id": self.client_id, "redirect_uri": self.redirect_uri,
                  "code": answer.get("code", ""), "code_verifier": self.verifier}
        return _begun(self.server, _post(Transport(self.server, 30, AGENT), "/oauth/token", fields), self.client_id, keep)


def device_login(server: str, client_id: str, scopes: Iterable[str], show: Callable[[str, str], None],
                 keep: Callable[[Tokens], None] = lambda _: None) -> Login:
    """Logs in without a browser: `show` is called with an address and a code, which the player types there on any device. Returns when the
    player has decided."""
    transport = Transport(server, 30, AGENT)
    device = _post(transport, "/oauth/device", {"client_id": client_id, "scope": " ".join(scopes)})
    show(device["verification_uri"], device["user_code"])
    fields = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": client_id, "device_code": device["device_code"]}
    interval: float = device["interval"]
    while True:
        time.sleep(interval)
        try:
            return _begun(server, _post(transport, "/oauth/token", fields), client_id, keep)
        except Refusal as refusal:
            if refusal.code not in ("authorization_pending", "slow_down"):
                raise
            interval += 5 * (refusal.code == "slow_down")
