#!/usr/bin/env python3
"""`tests/contract/access/people.py PROGRAM CHROMIUM NODE`: a person with a real browser on the pages of the server.

An app of somebody else sends the person there: they create an account, allow the app, forget the password and set a new one with the mail
that an SMTP server receives, and end the access of the app. `people.mjs`, in the folder NODE, is the person and the app. The mails are
given to it under an address of this program.
"""

import http.server
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

CHROMIUM, NODE = sys.argv[2:4]
sys.path.insert(0, str(Path(__file__).parents[1] / "mail"))
import play  # noqa: E402


class Mailbox(http.server.ThreadingHTTPServer):
    """Gives the text of the next mail to each GET."""

    def __init__(self, postbox):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = postbox.receive()[1].get_content().encode()
                self.send_response(200)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


def main():
    with tempfile.TemporaryDirectory(prefix="lapidary-people-", ignore_cleanup_errors=True) as directory:
        # If this runs as root, the database runs as another user, who needs access to this directory.
        os.chmod(directory, 0o755)
        directory, postbox = Path(directory), play.Postbox()
        with play.smtp(postbox) as port:
            url = f"smtp://127.0.0.1:{port}?tls=off"
            with play.Server(directory, directory / "log", "--mail-url", url) as server:
                mailbox = f"http://127.0.0.1:{Mailbox(postbox).server_address[1]}"
                command = ["node", Path(NODE) / "people.mjs", server.address, CHROMIUM, mailbox]
                subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
