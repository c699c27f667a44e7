#!/usr/bin/env python3
"""`device_login.py SERVER [SCOPES]`: logs a terminal in without a password (RFC 8628), and prints the player's name.

It prints an address and a code. Open the address on any device, type the code, log in and allow access.
"""

import argparse
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

CLIENT = "device_login.py"
GRANT = "urn:ietf:params:oauth:grant-type:device_code"
TIMEOUT = 30


def post(url, **fields):
    """Sends a form, and returns the status and the JSON of the response."""
    request = urllib.request.Request(url, data=urllib.parse.urlencode(fields).encode())
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)


def get(url, token=None):
    headers = {"authorization": f"Bearer {token}"} if token else {}
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=TIMEOUT) as answer:
        return json.load(answer)


def wait_for_tokens(url, device):
    """Asks for tokens until the player has decided."""
    interval = device["interval"]
    while True:
        time.sleep(interval)
        status, told = post(url, grant_type=GRANT, client_id=CLIENT, device_code=device["device_code"])
        if status == 200:
            return told
        if told.get("error") == "slow_down":
            interval += 5
        elif told.get("error") != "authorization_pending":
            sys.exit(f"no access: {told.get('error_description') or told.get('detail')}")


def main():
    parser = argparse.ArgumentParser(description="Logs a terminal in without a password (RFC 8628).")
    parser.add_argument("server", help="the address of the server, such as http://127.0.0.1:8080")
    parser.add_argument("scopes", nargs="*", default=["read", "play"], help="what the terminal may do [default: read play]")
    told = parser.parse_args()
    server, scopes = told.server.rstrip("/"), " ".join(told.scopes)
    metadata = get(server + "/.well-known/oauth-authorization-server")
    status, device = post(metadata["device_authorization_endpoint"], client_id=CLIENT, scope=scopes)
    if status != 200:
        sys.exit(f"refused: {device.get('error_description') or device.get('detail')}")
    print(f"Open {device['verification_uri']} and type {device['user_code']}", flush=True)
    tokens = wait_for_tokens(metadata["token_endpoint"], device)
    player = get(server + "/v1/me", tokens["access_token"])
    print(f"Logged in as {player['username']}, with the scopes {tokens['scope']}")
    # Keep both tokens where only the user can read them; refresh with `grant_type=refresh_token`. This example ends here:
    post_revocation(metadata["revocation_endpoint"], tokens["refresh_token"])


def post_revocation(url, token):
    """Ends the grant. The response has no body."""
    body = urllib.parse.urlencode({"token": token, "client_id": CLIENT}).encode()
    urllib.request.urlopen(urllib.request.Request(url, data=body), timeout=TIMEOUT).close()


if __name__ == "__main__":
    main()
