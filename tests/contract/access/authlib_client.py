#!/usr/bin/env python3
"""`authlib_client.py SERVER`: Authlib gets access with a code and PKCE, and as a device, and a call with each token succeeds."""

import json
import sys
import urllib.request
import uuid

from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session

from browser import allow

PASSWORD = "correct horse battery"
BACK = "http://127.0.0.1:4711/back"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


def get(url):
    with urllib.request.urlopen(url, timeout=30) as answer:
        return json.load(answer)


def sign_up(server):
    name = f"authlib-{uuid.uuid4().hex[:12]}"
    body = json.dumps({"username": name, "password": PASSWORD}).encode()
    headers = {"content-type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(server + "/v1/accounts", data=body, headers=headers), timeout=30).close()
    return name


def hello(server, session, name):
    answer = session.get(server + "/v1/me")
    answer.raise_for_status()
    assert answer.json()["username"] == name, answer.text


def code_flow(server, metadata, name):
    session = OAuth2Session("authlib", scope="read play", redirect_uri=BACK, code_challenge_method="S256",
                            token_endpoint_auth_method="none", token_endpoint=metadata["token_endpoint"])
    verifier = generate_token(48)
    url, state = session.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)
    back = allow(url, name, PASSWORD)
    token = session.fetch_token(metadata["token_endpoint"], authorization_response=back, state=state, code_verifier=verifier)
    assert token["scope"] == "read play", token
    hello(server, session, name)
    session.refresh_token(metadata["token_endpoint"], refresh_token=token["refresh_token"])
    hello(server, session, name)
    session.revoke_token(metadata["revocation_endpoint"], token=session.token["refresh_token"], token_type_hint="refresh_token")
    assert session.get(server + "/v1/me").status_code == 401, "the grant has ended"


def device_flow(server, metadata, name):
    session = OAuth2Session("authlib", token_endpoint_auth_method="none")
    answer = session.post(metadata["device_authorization_endpoint"], data={"client_id": "authlib", "scope": "read"}, withhold_token=True)
    answer.raise_for_status()
    device = answer.json()
    allow(device["verification_uri_complete"], name, PASSWORD)
    token = session.fetch_token(metadata["token_endpoint"], grant_type=DEVICE, device_code=device["device_code"])
    assert token["scope"] == "read", token
    hello(server, session, name)


def main():
    server = sys.argv[1]
    metadata = get(server + "/.well-known/oauth-authorization-server")
    name = sign_up(server)
    code_flow(server, metadata, name)
    device_flow(server, metadata, name)
    print("Authlib has got access twice")


if __name__ == "__main__":
    main()
