#!/usr/bin/env python3
"""A bot with an endpoint: the server asks it for each decision. LAPIDARY_SECRET is the secret of the response that set the endpoint.

    LAPIDARY_SECRET=whsec_… python3 examples/bots/endpoint_bot.py 9000

It needs only Python's standard library. Put it behind something that speaks TLS."""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from line_bot import liking

KEY = base64.b64decode(os.environ["LAPIDARY_SECRET"].removeprefix("whsec_"))


class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        signed = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + body
        signature = "v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256)).decode()
        is_new = abs(time.time() - int(self.headers["webhook-timestamp"])) < 300
        if not (is_new and hmac.compare_digest(signature, self.headers["webhook-signature"])):
            return self.send_error(401)
        question = json.loads(body)
        likings = [liking(legal["action"]) for legal in question["legal_actions"]]
        answer = json.dumps({"version": question["version"], "action": likings.index(max(likings))}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Endpoint).serve_forever()
