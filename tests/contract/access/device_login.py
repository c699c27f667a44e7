#!/usr/bin/env python3
"""`device_login.py SERVER`: a person follows what examples/device_login.py prints, and it greets them."""

import re
import subprocess
import sys
import urllib.parse
from pathlib import Path

from authlib_client import PASSWORD, sign_up
from browser import allow

EXAMPLE = Path(__file__).resolve().parents[3] / "examples/device_login.py"
TIMEOUT = 60


def main():
    server = sys.argv[1]
    name = sign_up(server)
    example = subprocess.Popen([sys.executable, EXAMPLE, server, "read"], stdout=subprocess.PIPE, text=True)
    try:
        line = example.stdout.readline()
        told = re.fullmatch(r"Open (\S+) and type (\S+)\n", line)
        assert told, line
        allow(f"{told[1]}?{urllib.parse.urlencode({'user_code': told[2]})}", name, PASSWORD)
        rest, _ = example.communicate(timeout=TIMEOUT)
    finally:
        example.kill()
    assert rest == f"Logged in as {name}, with the scopes read\n", rest
    assert example.returncode == 0
    print(rest, end="")


if __name__ == "__main__":
    main()
