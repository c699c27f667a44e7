"""What can go wrong, as exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from . import schemas


class Refusal(Exception):
    """The server refused a request. `problem` has everything that it said (docs/problems.md)."""

    def __init__(self, status: int, problem: schemas.Problem, retry_after: float | None = None) -> None:
        fields = "".join(f"; {fault['pointer']}: {fault['detail']}" for fault in problem.get("errors") or [])
        super().__init__(f"{problem['code']}: {problem['detail']}{fields}")
        self.status = status
        self.problem = problem
        self.code: str = problem["code"]
        self.retry_after = retry_after


class Unreachable(Exception):
    """The server could not be reached, or its response was lost: whether the request took effect is not known."""


def problem_of(status: int, body: object) -> schemas.Problem:
    """Returns the problem in a body: that of the server, that of OAuth, or one in the place of a page of a proxy."""
    told = cast(dict[str, str], body) if isinstance(body, dict) else {}
    if "code" in told and "detail" in told:
        return cast("schemas.Problem", told)
    code = told.get("error", "unknown")
    return {"type": "about:blank", "title": code, "status": status, "code": code,
            "detail": told.get("error_description", f"The response has the status {status}.")}
