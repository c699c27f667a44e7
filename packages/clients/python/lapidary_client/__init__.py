"""A client of Lapidary, the open game server for Splendor and its family. The types of the contract are in `lapidary_client.schemas`."""

from .client import Client
from .login import Authorization, Login, Tokens, device_login, log_in
from .problems import Refusal, Unreachable

__all__ = ["Authorization", "Client", "Login", "Refusal", "Tokens", "Unreachable", "device_login", "log_in"]
