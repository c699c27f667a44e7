#!/usr/bin/env python3
"""`tests/contract/mail/play.py PROGRAM`: a player resets a forgotten password with the mail that an SMTP server receives.

The SMTP servers are aiosmtpd, behind STARTTLS and behind TLS with a certificate made here; they refuse for a while, refuse for
good, do not answer, or are not who they say. The program must send the mail, or say why not without naming an address.
"""

import contextlib
import email
import email.policy
import html
import json
import logging
import os
import queue
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

PROGRAM = sys.argv[1]
FROM = "Lapidary <games@games.example>"
USER, SMTP_PASSWORD = "post@games.example", "s3cret/of:smtp@x"
OLD, NEW = "correct horse battery", "staple horse battery"
ADDRESS = "ada.lovelace@players.example"
START_SECONDS_MAX = 120
MAIL_SECONDS_MAX = 30
LOG_SECONDS_MAX = 30
STOP_SECONDS_MAX = 20
ANSWER_SECONDS_MAX = 2
# Failed handshakes are part of the test.
logging.getLogger("mail.log").setLevel(logging.CRITICAL)


class Postbox:
    """Takes mails, after refusing some; `refusals` are the replies to the first."""

    def __init__(self, refusals=()):
        self.mails = queue.Queue()
        self.refusals = list(refusals)
        self.logins = []

    async def handle_DATA(self, server, session, envelope):
        if self.refusals:
            return self.refusals.pop(0)
        parsed = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.mails.put((envelope.rcpt_tos, parsed))
        return "250 OK"

    def authenticate(self, server, session, envelope, mechanism, data):
        self.logins.append((data.login.decode(), data.password.decode()))
        return AuthResult(success=self.logins[-1] == (USER, SMTP_PASSWORD), auth_data=data)

    def receive(self):
        return self.mails.get(timeout=MAIL_SECONDS_MAX)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def certificate(directory, name):
    """Makes a certificate for this machine, and returns its file and that of its key."""
    files = directory / f"{name}.pem", directory / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE",
                    "-out", files[0], "-keyout", files[1]], check=True, capture_output=True)
    return files


def context(files):
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(*files)
    return server


@contextlib.contextmanager
def smtp(postbox, **options):
    """Runs an SMTP server and gives its port."""
    controller = Controller(postbox, hostname="127.0.0.1", port=free_port(), **options)
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


class Server:
    """The program with these settings for mail."""

    def __init__(self, directory, log, *options):
        self.log = log
        self.address = f"http://127.0.0.1:{free_port()}"
        command = [PROGRAM, "serve", "--data-dir", directory / "data", "--listen", self.address.removeprefix("http://"), "--public-url",
                   self.address, "--mail-from", FROM, "--rate-limits", "off", "--password-memory-kib", "8",
                   "--password-passes", "1", "--stop-delay", "0", "--log", "info,lapidary=trace", *options]
        with open(log, "w", encoding="utf-8") as file:
            self.process = subprocess.Popen([str(word) for word in command], stdout=file, stderr=file)

    def __enter__(self):
        deadline = time.monotonic() + START_SECONDS_MAX
        while time.monotonic() < deadline and self.process.poll() is None:
            with contextlib.suppress(OSError):
                if urllib.request.urlopen(self.address + "/readyz", timeout=5).status == 200:
                    return self
            time.sleep(0.1)
        self.__exit__()
        raise AssertionError(f"the server does not start:\n{self.log.read_text()}")

    def __exit__(self, *_):
        """Stops it, and checks that its log has no secret."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("the server does not stop") from None
        text = self.log.read_text()
        for secret in (ADDRESS, ADDRESS.upper(), SMTP_PASSWORD, OLD, NEW, "token="):
            assert secret not in text, f"the log has {secret}"

    def ask(self, method, path, body=None):
        """Sends a request and returns its status and its body."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"content-type": "application/json"}, method=method)
        return self.answer(request)

    def answer(self, request):
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()

    def sign_up(self, name, address=ADDRESS):
        status, text = self.ask("POST", "/v1/accounts", {"username": name, "password": OLD, "email": address})
        assert status in (201, 409), text

    def forget(self, address):
        """Asks for links; the response must not wait for the mail."""
        began = time.monotonic()
        status, text = self.ask("POST", "/v1/password-resets", {"email": address})
        assert (status, text) == (202, ""), text
        assert time.monotonic() - began < ANSWER_SECONDS_MAX, "the response waited"

    def log_in(self, name, password):
        return self.ask("POST", "/v1/sessions", {"username": name, "password": password})[0]

    def wait_for_log(self, text):
        deadline = time.monotonic() + LOG_SECONDS_MAX
        while text not in self.log.read_text():
            assert time.monotonic() < deadline, f"the log does not say {text!r}:\n{self.log.read_text()}"
            time.sleep(0.1)


def links(mail):
    return dict(re.findall(r"Account (\S+):\s+(\S+)\s", mail.get_content()))


def check_headers(mail):
    assert mail["From"] == FROM and mail["Auto-Submitted"] == "auto-generated", mail
    assert re.fullmatch(r"<\S+@games\.example>", mail["Message-ID"]), mail["Message-ID"]
    assert mail["Date"].datetime is not None and mail.get_content_type() == "text/plain", mail


def open_link(server, link, password):
    """Opens the link as a browser does, and sends its form."""
    status, page = server.answer(urllib.request.Request(link))
    assert status == 200 and "<script" not in page, page
    token = html.unescape(re.search(r'name="token" value="([^"]+)"', page)[1])
    fields = {"token": token, "new_password": password, "repeated": password}
    form = urllib.parse.urlencode(fields).encode()
    return server.answer(urllib.request.Request(server.address + "/account/reset", form))


def whole_way(directory, files):
    """STARTTLS with a login: from the forgotten password to the new one."""
    postbox = Postbox()
    options = {"tls_context": context(files), "require_starttls": True, "authenticator": postbox.authenticate,
               "auth_required": True}
    with smtp(postbox, **options) as port:
        password = urllib.parse.quote(SMTP_PASSWORD, safe="")
        url = f"smtp://{urllib.parse.quote(USER)}:{password}@127.0.0.1:{port}"
        with Server(directory, directory / "log", "--mail-url", url, "--mail-ca", files[0]) as server:
            server.sign_up("ada")
            server.sign_up("ada2", ADDRESS)
            server.forget("nobody@players.example")
            server.forget(ADDRESS.upper())
            to, mail = postbox.receive()
            assert to == [ADDRESS], to
            check_headers(mail)
            known = links(mail)
            assert set(known) == {"ada", "ada2"} and all(link.startswith(server.address) for link in known.values()), known
            assert open_link(server, known["ada"], NEW)[0] == 200
            assert server.log_in("ada", OLD) == 401 and server.log_in("ada", NEW) == 200
            assert server.answer(urllib.request.Request(known["ada"]))[0] == 410, "a link works once"
            token = known["ada2"].split("token=")[1]
            confirm = {"token": token, "new_password": NEW}
            assert server.ask("POST", "/v1/password-resets/confirm", confirm)[0] == 204
            assert server.log_in("ada2", NEW) == 200
            assert postbox.logins == [(USER, SMTP_PASSWORD)] and postbox.mails.empty(), "one mail to one address"


def tls_from_the_start(directory, files):
    """TLS from the first byte, to an address with a name of its own."""
    postbox = Postbox()
    with smtp(postbox, ssl_context=context(files)) as port:
        with Server(directory, directory / "log", "--mail-url", f"smtps://127.0.0.1:{port}", "--mail-ca", files[0]) as server:
            server.sign_up("bob", "bob@players.example")
            server.forget("bob@players.example")
            assert set(links(postbox.receive()[1])) == {"bob"}


def refused_for_a_while(directory, _):
    """A server that refuses twice gets the mail at the third try."""
    postbox = Postbox(["451 try later, ada.lovelace@players.example", "452 no room"])
    with smtp(postbox) as port:
        with Server(directory, directory / "log", "--mail-url", f"smtp://127.0.0.1:{port}?tls=off") as server:
            server.sign_up("cid", "cid@players.example")
            server.forget("cid@players.example")
            assert set(links(postbox.receive()[1])) == {"cid"}
            assert server.log.read_text().count("tried again") == 2


def refused_for_good(directory, _):
    """A mail that is refused for good is not tried again."""
    postbox = Postbox([f"550 no such user: {ADDRESS}"] * 9)
    with smtp(postbox) as port:
        with Server(directory, directory / "log", "--mail-url", f"smtp://127.0.0.1:{port}?tls=off") as server:
            server.sign_up("dee", ADDRESS)
            server.forget(ADDRESS)
            server.wait_for_log("a mail could not be sent")
            assert "550" in server.log.read_text() and len(postbox.refusals) == 8


def silent(directory, _):
    """A server that says nothing delays neither responses nor the end."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"smtp://127.0.0.1:{listener.getsockname()[1]}?tls=off"
        with Server(directory, directory / "log", "--mail-url", url) as server:
            server.sign_up("eve", "eve@players.example")
            for _ in range(5):
                server.forget("eve@players.example")
            listener.settimeout(MAIL_SECONDS_MAX)
            connection, _ = listener.accept()
            began = time.monotonic()
        assert time.monotonic() - began < 10, "the end waited for the mail"
        connection.close()


def not_who_it_says(directory, files):
    """The password does not reach a server whose certificate is not trusted, or that offers no encryption."""
    postbox = Postbox()
    others = certificate(directory, "others")
    options = {"authenticator": postbox.authenticate, "auth_require_tls": False}
    for tls in ({"tls_context": context(others)}, {}):
        with smtp(postbox, **tls, **options) as port:
            url = f"smtp://{urllib.parse.quote(USER)}:{urllib.parse.quote(SMTP_PASSWORD, safe='')}@127.0.0.1:{port}"
            with Server(directory, directory / "log", "--mail-url", url, "--mail-ca", files[0]) as server:
                name = f"fay{len(tls)}"
                server.sign_up(name, f"{name}@players.example")
                server.forget(f"{name}@players.example")
                server.wait_for_log("a mail was not sent")
    assert postbox.logins == [] and postbox.mails.empty()


def turns_by_mail(directory, _):
    """A player agrees to mails about turns, gets one for two games, none for the same turns, and ends them as a mail program does."""
    postbox = Postbox(["451 try later"])
    with smtp(postbox) as port:
        url = f"smtp://127.0.0.1:{port}?tls=off"
        with Server(directory, directory / "log", "--mail-url", url, "--digest-wait", "3000", "--alert-window", "100",
                    "--alert-interval", "100") as server:
            tokens = {}
            for name in ("gil", "hal"):
                server.sign_up(name, f"{name}@players.example")
                status, text = server.ask("POST", "/v1/sessions", {"username": name, "password": OLD})
                assert status == 200, text
                tokens[name] = json.loads(text)["access_token"]

            def call(name, method, path, body=None):
                headers = {"content-type": "application/json", "authorization": f"Bearer {tokens[name]}"}
                data = None if body is None else json.dumps(body).encode()
                status, text = server.answer(urllib.request.Request(server.address + path, data, headers, method=method))
                assert status in (200, 201), (path, status, text)
                return json.loads(text)

            assert call("gil", "PUT", "/v1/me/mail-digest", {"every_hours": 1})["confirmed"] is False
            to, asked = postbox.receive()
            check_headers(asked)
            assert to == ["gil@players.example"] and asked["List-Unsubscribe"] is None, asked
            link = re.search(r"http\S+/account/mail\?token=\S+", asked.get_content())[0]
            assert server.answer(urllib.request.Request(link))[0] == 200
            assert call("gil", "GET", "/v1/me/mail-digest")["confirmed"] is False, "opening the page changes nothing"
            assert server.answer(urllib.request.Request(link, b""))[0] == 200
            assert call("gil", "GET", "/v1/me/mail-digest")["confirmed"] is True
            terms = {"ruleset": "splendor", "seats": 2, "seating": "join_order"}
            games = [call("gil", "POST", "/v1/games", terms)["id"] for _ in range(2)]
            for game in games:
                call("hal", "POST", f"/v1/games/{game}/join")
            to, mail = postbox.receive()
            check_headers(mail)
            assert to == ["gil@players.example"] and "2 games" in mail["Subject"], mail
            text = mail.get_content()
            assert all(f"{server.address}/g/{game}" in text for game in games) and "splendor with hal" in text, text
            end = mail["List-Unsubscribe"].strip("<>")
            assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click" and end in text, mail
            form = {"content-type": "application/x-www-form-urlencoded"}
            one_click = urllib.request.Request(end, b"List-Unsubscribe=One-Click", form)
            assert server.answer(one_click)[0] == 200
            assert call("gil", "GET", "/v1/me/mail-digest")["every_hours"] is None
            # The same turns are not told again, also to who wants mails again.
            assert call("gil", "PUT", "/v1/me/mail-digest", {"every_hours": 1})["confirmed"] is True
            time.sleep(6)
            assert postbox.mails.empty(), "a turn was told twice"


def main():
    with tempfile.TemporaryDirectory(prefix="lapidary-mail-", ignore_cleanup_errors=True) as directory:
        # If this runs as root, the database runs as another user, who needs access to this directory.
        os.chmod(directory, 0o755)
        directory = Path(directory)
        files = certificate(directory, "post")
        for step in (whole_way, tls_from_the_start, refused_for_a_while, refused_for_good, silent, not_who_it_says,
                     turns_by_mail):
            step(directory, files)
            print(f"mail: {step.__doc__.splitlines()[0]}", flush=True)


if __name__ == "__main__":
    main()
