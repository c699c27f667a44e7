"""A method for each operation. Written by `make clients` from openapi/openapi.json."""

# What a response has is the word of the contract.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

if TYPE_CHECKING:
    from . import schemas


def _part(value: object) -> str:
    return quote(str(value), safe="")


class Operations:
    """What a client can ask; `Client` says how."""

    def _call(self, method: str, path: str, query: Mapping[str, Any] = {}, body: Any = None, *, keyed: bool = False, once: bool = False) -> Any:
        raise NotImplementedError

    def _items(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        raise NotImplementedError

    def _follow(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        raise NotImplementedError

    def create_account(self, body: schemas.CreateAccount) -> schemas.Me:
        """Create an account: `POST /v1/accounts`."""
        return self._call("POST", "/v1/accounts", {}, body, once=True)

    def log_in(self, body: schemas.LogIn) -> schemas.Session:
        """Log in: `POST /v1/sessions`."""
        return self._call("POST", "/v1/sessions", {}, body)

    def refresh_session(self, body: schemas.Refresh) -> schemas.Session:
        """Get a new access token: `POST /v1/sessions/refresh`."""
        return self._call("POST", "/v1/sessions/refresh", {}, body)

    def log_out(self) -> None:
        """Log out: `DELETE /v1/sessions/current`. Needs a login."""
        return self._call("DELETE", "/v1/sessions/current")

    def list_sessions(self) -> Iterator[schemas.OpenLogin]:
        """List my logins: `GET /v1/me/sessions`. Needs a login."""
        return self._items("/v1/me/sessions", {})

    def end_other_sessions(self) -> None:
        """End all other logins: `DELETE /v1/me/sessions`. Needs a login."""
        return self._call("DELETE", "/v1/me/sessions")

    def end_session(self, id: str) -> None:
        """End a login: `DELETE /v1/me/sessions/{id}`. Needs a login."""
        return self._call("DELETE", f"/v1/me/sessions/{_part(id)}")

    def request_password_reset(self, body: schemas.RequestPasswordReset) -> None:
        """Ask for a link that sets a new password: `POST /v1/password-resets`."""
        return self._call("POST", "/v1/password-resets", {}, body, once=True)

    def confirm_password_reset(self, body: schemas.ConfirmPasswordReset) -> None:
        """Set a new password with the token of a link: `POST /v1/password-resets/confirm`."""
        return self._call("POST", "/v1/password-resets/confirm", {}, body)

    def get_me(self) -> schemas.Me:
        """Get my account: `GET /v1/me`. Needs the scope `read`."""
        return self._call("GET", "/v1/me")

    def erase_me(self, body: schemas.EraseMe) -> None:
        """Erase my account: `DELETE /v1/me`. Needs a login."""
        return self._call("DELETE", "/v1/me", {}, body)

    def update_me(self, body: schemas.UpdateMe) -> schemas.Me:
        """Change my account: `PATCH /v1/me`. Needs a login."""
        return self._call("PATCH", "/v1/me", {}, body)

    def change_password(self, body: schemas.ChangePassword) -> None:
        """Change my password: `PUT /v1/me/password`. Needs a login."""
        return self._call("PUT", "/v1/me/password", {}, body)

    def list_blocks(self) -> Iterator[schemas.Block]:
        """List blocked players: `GET /v1/me/blocks`. Needs the scope `read`."""
        return self._items("/v1/me/blocks", {})

    def block_player(self, username: str) -> None:
        """Block a player: `PUT /v1/me/blocks/{username}`. Needs the scope `play`."""
        return self._call("PUT", f"/v1/me/blocks/{_part(username)}")

    def unblock_player(self, username: str) -> None:
        """Unblock a player: `DELETE /v1/me/blocks/{username}`. Needs the scope `play`."""
        return self._call("DELETE", f"/v1/me/blocks/{_part(username)}")

    def find_players(self, *, prefix: str, limit: int | None = None) -> Iterator[schemas.Player]:
        """Find players by the beginning of their names: `GET /v1/players`."""
        return self._items("/v1/players", {"prefix": prefix, "limit": limit})

    def get_player(self, username: str) -> schemas.PlayerProfile:
        """Get the profile of a player: `GET /v1/players/{username}`."""
        return self._call("GET", f"/v1/players/{_part(username)}")

    def get_avatar(self, username: str, *, variant: int | None = None) -> str:
        """Get a picture of a player: `GET /v1/players/{username}/avatar.svg`."""
        return self._call("GET", f"/v1/players/{_part(username)}/avatar.svg", {"variant": variant})

    def lock_account(self, username: str, body: schemas.LockAccount) -> None:
        """Lock an account: `POST /v1/admin/players/{username}/lock`. Needs a login."""
        return self._call("POST", f"/v1/admin/players/{_part(username)}/lock", {}, body)

    def unlock_account(self, username: str, body: schemas.ModerateAccount) -> None:
        """Unlock an account: `POST /v1/admin/players/{username}/unlock`. Needs a login."""
        return self._call("POST", f"/v1/admin/players/{_part(username)}/unlock", {}, body)

    def end_sessions_of(self, username: str, body: schemas.ModerateAccount) -> None:
        """End all sessions of an account: `POST /v1/admin/players/{username}/end-sessions`. Needs a login."""
        return self._call("POST", f"/v1/admin/players/{_part(username)}/end-sessions", {}, body)

    def erase_account(self, username: str, body: schemas.ModerateAccount) -> None:
        """Erase an account of somebody else: `POST /v1/admin/players/{username}/erase`. Needs a login."""
        return self._call("POST", f"/v1/admin/players/{_part(username)}/erase", {}, body)

    def take_text_down(self, body: schemas.TakeTextDown) -> None:
        """Take a text down: `POST /v1/admin/take-downs`. Needs a login."""
        return self._call("POST", "/v1/admin/take-downs", {}, body)

    def send_report(self, body: schemas.SendReport) -> schemas.SentReport:
        """Report a text or an account: `POST /v1/reports`. Needs a login."""
        return self._call("POST", "/v1/reports", {}, body)

    def list_reports(self, *, outcome: Literal["dismissed", "acted"] | None = None, limit: int | None = None) -> Iterator[schemas.PlayerReport]:
        """List reports: `GET /v1/admin/reports`. Needs a login."""
        return self._items("/v1/admin/reports", {"outcome": outcome, "limit": limit})

    def decide_report(self, id: str, body: schemas.DecideReport) -> schemas.PlayerReport:
        """Decide a report: `POST /v1/admin/reports/{id}/decide`. Needs a login."""
        return self._call("POST", f"/v1/admin/reports/{_part(id)}/decide", {}, body)

    def get_admin_audit(self, *, username: str | None = None, limit: int | None = None) -> Iterator[schemas.TournamentEvent]:
        """Read the audit of accounts: `GET /v1/admin/audit`. Needs a login."""
        return self._items("/v1/admin/audit", {"username": username, "limit": limit})

    def get_own_audit(self, *, limit: int | None = None) -> Iterator[schemas.TournamentEvent]:
        """Read what was done to my account: `GET /v1/me/audit`. Needs a login."""
        return self._items("/v1/me/audit", {"limit": limit})

    def list_tokens(self) -> Iterator[schemas.ApiToken]:
        """List my API tokens: `GET /v1/me/tokens`. Needs a login."""
        return self._items("/v1/me/tokens", {})

    def create_token(self, body: schemas.CreateToken) -> schemas.IssuedToken:
        """Create an API token: `POST /v1/me/tokens`. Needs a login."""
        return self._call("POST", "/v1/me/tokens", {}, body, once=True)

    def revoke_token(self, id: str) -> None:
        """Revoke an API token: `DELETE /v1/me/tokens/{id}`. Needs a login."""
        return self._call("DELETE", f"/v1/me/tokens/{_part(id)}")

    def list_own_bots(self) -> Iterator[schemas.Bot]:
        """List my bots: `GET /v1/me/bots`. Needs the scope `read`."""
        return self._items("/v1/me/bots", {})

    def create_bot(self, body: schemas.CreateBot) -> schemas.Bot:
        """Create a bot: `POST /v1/me/bots`. Needs a login."""
        return self._call("POST", "/v1/me/bots", {}, body, once=True)

    def erase_bot(self, username: str) -> None:
        """Erase a bot: `DELETE /v1/me/bots/{username}`. Needs a login."""
        return self._call("DELETE", f"/v1/me/bots/{_part(username)}")

    def update_bot(self, username: str, body: schemas.UpdateBot) -> schemas.Bot:
        """Change a bot: `PATCH /v1/me/bots/{username}`. Needs the scope `bots`."""
        return self._call("PATCH", f"/v1/me/bots/{_part(username)}", {}, body)

    def list_bot_tokens(self, username: str) -> Iterator[schemas.ApiToken]:
        """List the API tokens of a bot: `GET /v1/me/bots/{username}/tokens`. Needs a login."""
        return self._items(f"/v1/me/bots/{_part(username)}/tokens", {})

    def create_bot_token(self, username: str, body: schemas.CreateToken) -> schemas.IssuedToken:
        """Create an API token of a bot: `POST /v1/me/bots/{username}/tokens`. Needs a login."""
        return self._call("POST", f"/v1/me/bots/{_part(username)}/tokens", {}, body, once=True)

    def revoke_bot_token(self, username: str, id: str) -> None:
        """Revoke an API token of a bot: `DELETE /v1/me/bots/{username}/tokens/{id}`. Needs a login."""
        return self._call("DELETE", f"/v1/me/bots/{_part(username)}/tokens/{_part(id)}")

    def list_bots(self, *, online: bool | None = None, limit: int | None = None) -> Iterator[schemas.Bot]:
        """List bots: `GET /v1/bots`."""
        return self._items("/v1/bots", {"online": online, "limit": limit})

    def get_endpoint(self, username: str) -> schemas.BotEndpoint:
        """Get the endpoint of a bot: `GET /v1/me/bots/{username}/endpoint`. Needs the scope `bots`."""
        return self._call("GET", f"/v1/me/bots/{_part(username)}/endpoint")

    def set_endpoint(self, username: str, body: schemas.SetEndpoint) -> schemas.BotEndpoint:
        """Set the endpoint of a bot: `PUT /v1/me/bots/{username}/endpoint`. Needs the scopes `read` and `play` and `challenge` and `bots`."""
        return self._call("PUT", f"/v1/me/bots/{_part(username)}/endpoint", {}, body)

    def delete_endpoint(self, username: str) -> None:
        """Delete the endpoint of a bot: `DELETE /v1/me/bots/{username}/endpoint`. Needs the scope `bots`."""
        return self._call("DELETE", f"/v1/me/bots/{_part(username)}/endpoint")

    def get_server_metadata(self) -> schemas.ServerMetadata:
        """Describe the authorization server: `GET /.well-known/oauth-authorization-server`."""
        return self._call("GET", "/.well-known/oauth-authorization-server")

    def list_grants(self) -> Iterator[schemas.Grant]:
        """List the apps with access: `GET /v1/me/grants`. Needs a login."""
        return self._items("/v1/me/grants", {})

    def end_grant(self, id: str) -> None:
        """End the access of an app: `DELETE /v1/me/grants/{id}`. Needs a login."""
        return self._call("DELETE", f"/v1/me/grants/{_part(id)}")

    def list_rulesets(self) -> Iterator[schemas.Ruleset]:
        """List the rulesets: `GET /v1/rulesets`."""
        return self._items("/v1/rulesets", {})

    def get_ruleset(self, id: str) -> schemas.RulesetDetail:
        """Get a ruleset: `GET /v1/rulesets/{id}`."""
        return self._call("GET", f"/v1/rulesets/{_part(id)}")

    def get_catalogue(self, id: str, *, hash: str | None = None) -> schemas.Catalogue:
        """Get the catalogue of a ruleset: `GET /v1/rulesets/{id}/catalogue`."""
        return self._call("GET", f"/v1/rulesets/{_part(id)}/catalogue", {"hash": hash})

    def get_words(self, id: str, *, lang: str | None = None) -> schemas.Words:
        """Get the words of a ruleset: `GET /v1/rulesets/{id}/words`."""
        return self._call("GET", f"/v1/rulesets/{_part(id)}/words", {"lang": lang})

    def list_games(self, *, player: str | None = None, status: Literal["waiting", "active", "finished", "aborted", "frozen"] | None = None, opponent: str | None = None, label: str | None = None, ruleset: str | None = None, modules: str | None = None, seats: int | None = None, rated: bool | None = None, pool: str | None = None, tournament: str | None = None, since: str | None = None, until: str | None = None, sort: Literal["newest", "oldest"] | None = None, limit: int | None = None) -> Iterator[schemas.GameItem]:
        """List games: `GET /v1/games`. Needs the scope `read`."""
        return self._items("/v1/games", {"player": player, "status": status, "opponent": opponent, "label": label, "ruleset": ruleset, "modules": modules, "seats": seats, "rated": rated, "pool": pool, "tournament": tournament, "since": since, "until": until, "sort": sort, "limit": limit})

    def create_game(self, body: schemas.CreateGame) -> schemas.Game:
        """Create a game: `POST /v1/games`. Needs the scope `play`."""
        return self._call("POST", "/v1/games", {}, body, keyed=True)

    def get_game(self, id: str, *, at: int | None = None, wait: Literal["my_turn"] | None = None, include: Literal["legal_actions"] | None = None) -> schemas.Game:
        """Get a game: `GET /v1/games/{id}`. Needs the scope `read`."""
        return self._call("GET", f"/v1/games/{_part(id)}", {"at": at, "wait": wait, "include": include})

    def join_game(self, id: str, body: schemas.JoinGame | None = None) -> schemas.Game:
        """Join a game: `POST /v1/games/{id}/join`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/join", {}, body)

    def leave_game(self, id: str) -> schemas.Game:
        """Leave a game that has not started: `POST /v1/games/{id}/leave`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/leave")

    def kick_player(self, id: str, body: schemas.KickPlayer) -> schemas.Game:
        """Kick a player: `POST /v1/games/{id}/kick`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/kick", {}, body)

    def list_invitations(self, id: str) -> Iterator[schemas.Invitation]:
        """List the invitations of a game: `GET /v1/games/{id}/invitations`. Needs the scope `read`."""
        return self._items(f"/v1/games/{_part(id)}/invitations", {})

    def invite_player(self, id: str, body: schemas.Invite) -> schemas.Invitations:
        """Invite a player to a game: `POST /v1/games/{id}/invitations`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/invitations", {}, body)

    def take_invitation_back(self, id: str, username: str) -> None:
        """Withdraw an invitation: `DELETE /v1/games/{id}/invitations/{username}`. Needs the scope `play`."""
        return self._call("DELETE", f"/v1/games/{_part(id)}/invitations/{_part(username)}")

    def get_legal_actions(self, id: str, *, payments: Literal["canonical", "all"] | None = None, missing: bool | None = None) -> schemas.LegalActions:
        """List the legal actions: `GET /v1/games/{id}/legal-actions`. Needs the scope `read`."""
        return self._call("GET", f"/v1/games/{_part(id)}/legal-actions", {"payments": payments, "missing": missing})

    def play_turn(self, id: str, body: schemas.PlayTurn, *, dry_run: bool | None = None, wait: Literal["my_turn"] | None = None, include: Literal["legal_actions"] | None = None) -> schemas.TurnOrDryRun:
        """Take a turn: `POST /v1/games/{id}/actions`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/actions", {"dry_run": dry_run, "wait": wait, "include": include}, body)

    def resign_game(self, id: str, *, dry_run: bool | None = None) -> schemas.TurnOrDryRun:
        """Resign: `POST /v1/games/{id}/resign`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/resign", {"dry_run": dry_run})

    def abort_game(self, id: str, *, dry_run: bool | None = None) -> schemas.GameOrDryRun:
        """Abort a game: `POST /v1/games/{id}/abort`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/abort", {"dry_run": dry_run})

    def forfeit_seat(self, id: str, body: schemas.Forfeit) -> schemas.Game:
        """Take out a seat of a stalled game: `POST /v1/games/{id}/forfeit`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/forfeit", {}, body)

    def pause_game(self, id: str) -> schemas.Game:
        """Agree to a pause: `POST /v1/games/{id}/pause`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/pause")

    def resume_game(self, id: str) -> schemas.Game:
        """Resume a paused game: `POST /v1/games/{id}/resume`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/resume")

    def take_days_off(self, id: str, body: schemas.TakeDaysOff) -> schemas.Game:
        """Take days off: `POST /v1/games/{id}/days-off`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/days-off", {}, body)

    def get_events(self, id: str, *, since: int | None = None, limit: int | None = None, wait: int | None = None, rematch: bool | None = None) -> schemas.Events:
        """Get the log of a game, or follow it: `GET /v1/games/{id}/events`. Needs the scope `read`."""
        return self._call("GET", f"/v1/games/{_part(id)}/events", {"since": since, "limit": limit, "wait": wait, "rematch": rematch})

    def follow_events(self, id: str, *, since: int | None = None, rematch: bool | None = None) -> Iterator[schemas.Frame]:
        """Get the log of a game, or follow it: `GET /v1/games/{id}/events`. Needs the scope `read`."""
        return self._follow(f"/v1/games/{_part(id)}/events", {"since": since, "rematch": rematch})

    def list_comments(self, id: str, *, limit: int | None = None) -> Iterator[schemas.BotComment]:
        """List the comments of my bots on a game: `GET /v1/games/{id}/comments`. Needs the scope `read`."""
        return self._items(f"/v1/games/{_part(id)}/comments", {"limit": limit})

    def get_lines(self, id: str, *, since: int | None = None, limit: int | None = None) -> schemas.Lines:
        """Get the log of a game in sentences: `GET /v1/games/{id}/lines`. Needs the scope `read`."""
        return self._call("GET", f"/v1/games/{_part(id)}/lines", {"since": since, "limit": limit})

    def get_replay(self, id: str, *, since: int | None = None, limit: int | None = None, pictures: bool | None = None, theme: Literal["light", "dark"] | None = None, lang: Literal["en", "de", "fr", "es"] | None = None, layout: Literal["landscape", "portrait"] | None = None) -> schemas.Replay:
        """Get all views of a game that is over: `GET /v1/games/{id}/replay`. Needs the scope `read`."""
        return self._call("GET", f"/v1/games/{_part(id)}/replay", {"since": since, "limit": limit, "pictures": pictures, "theme": theme, "lang": lang, "layout": layout})

    def export_game(self, id: str, *, analysis: bool | None = None) -> schemas.Export:
        """Export a game: `GET /v1/games/{id}/export`. Needs the scope `read`."""
        return self._call("GET", f"/v1/games/{_part(id)}/export", {"analysis": analysis})

    def export_games(self, *, ruleset: str | None = None, modules: str | None = None, seats: int | None = None, rated: bool | None = None, pool: str | None = None, tournament: str | None = None, since: str | None = None, until: str | None = None, limit: int | None = None, cursor: str | None = None) -> str:
        """Export finished games: `GET /v1/exports/games`."""
        return self._call("GET", "/v1/exports/games", {"ruleset": ruleset, "modules": modules, "seats": seats, "rated": rated, "pool": pool, "tournament": tournament, "since": since, "until": until, "limit": limit, "cursor": cursor})

    def get_board(self, id: str, *, at: int | None = None, seat: int | None = None, theme: Literal["light", "dark"] | None = None, lang: Literal["en", "de", "fr", "es"] | None = None, layout: Literal["landscape", "portrait"] | None = None) -> str:
        """Get a picture of a game: `GET /v1/games/{id}/board.svg`. Needs the scope `read`."""
        return self._call("GET", f"/v1/games/{_part(id)}/board.svg", {"at": at, "seat": seat, "theme": theme, "lang": lang, "layout": layout})

    def get_board_as_png(self, id: str, *, at: int | None = None, seat: int | None = None, theme: Literal["light", "dark"] | None = None, lang: Literal["en", "de", "fr", "es"] | None = None, layout: Literal["landscape", "portrait"] | None = None) -> bytes:
        """Get a picture of a game as PNG: `GET /v1/games/{id}/board.png`. Needs the scope `read`."""
        return self._call("GET", f"/v1/games/{_part(id)}/board.png", {"at": at, "seat": seat, "theme": theme, "lang": lang, "layout": layout})

    def get_analysis(self, id: str) -> schemas.GameAnalysis:
        """Get the analysis of a game: `GET /v1/games/{id}/analysis`. Needs the scope `read`."""
        return self._call("GET", f"/v1/games/{_part(id)}/analysis")

    def analyze_game(self, id: str) -> schemas.GameAnalysis:
        """Ask for the analysis of a game: `POST /v1/games/{id}/analysis`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/analysis")

    def get_analysis_curve(self, id: str, *, theme: Literal["light", "dark"] | None = None) -> str:
        """Get the curve of a game: `GET /v1/games/{id}/analysis.svg`. Needs the scope `read`."""
        return self._call("GET", f"/v1/games/{_part(id)}/analysis.svg", {"theme": theme})

    def get_player_analyses(self, username: str) -> schemas.PlayerAnalyses:
        """Get what analyses say about a player: `GET /v1/players/{username}/analyses`. Needs the scope `read`."""
        return self._call("GET", f"/v1/players/{_part(username)}/analyses")

    def fork_game(self, id: str, body: schemas.ForkGame, *, at: int) -> schemas.Game:
        """Fork a game: `POST /v1/games/{id}/fork`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/fork", {"at": at}, body, keyed=True)

    def get_next_puzzle(self, *, theme: str | None = None, skip: int | None = None) -> schemas.Puzzle:
        """Get the next puzzle: `GET /v1/puzzles/next`. Needs the scope `read`."""
        return self._call("GET", "/v1/puzzles/next", {"theme": theme, "skip": skip})

    def get_daily_puzzle(self) -> schemas.DailyPuzzle:
        """Get the puzzle of the day: `GET /v1/puzzles/daily`. Needs the scope `read`."""
        return self._call("GET", "/v1/puzzles/daily")

    def get_puzzle(self, id: str) -> schemas.Puzzle:
        """Get a puzzle: `GET /v1/puzzles/{id}`. Needs the scope `read`."""
        return self._call("GET", f"/v1/puzzles/{_part(id)}")

    def get_puzzle_board(self, id: str, *, theme: Literal["light", "dark"] | None = None, lang: Literal["en", "de", "fr", "es"] | None = None, layout: Literal["landscape", "portrait"] | None = None) -> str:
        """Get a picture of a puzzle: `GET /v1/puzzles/{id}/board.svg`."""
        return self._call("GET", f"/v1/puzzles/{_part(id)}/board.svg", {"theme": theme, "lang": lang, "layout": layout})

    def answer_puzzle(self, id: str, body: schemas.AnswerPuzzle) -> schemas.Puzzle:
        """Answer a puzzle: `POST /v1/puzzles/{id}/answer`. Needs the scope `play`."""
        return self._call("POST", f"/v1/puzzles/{_part(id)}/answer", {}, body)

    def get_my_puzzles(self) -> schemas.PuzzleRecord:
        """Get my record with puzzles: `GET /v1/me/puzzles`. Needs the scope `read`."""
        return self._call("GET", "/v1/me/puzzles")

    def get_statistics(self, ruleset: str, *, modules: str | None = None, seats: int | None = None, rated: bool | None = None) -> schemas.Statistics:
        """Get the statistics of a ruleset: `GET /v1/statistics/{ruleset}`."""
        return self._call("GET", f"/v1/statistics/{_part(ruleset)}", {"modules": modules, "seats": seats, "rated": rated})

    def get_openings(self, ruleset: str, *, first: str | None = None, modules: str | None = None, seats: int | None = None, rated: bool | None = None) -> schemas.OpeningStatistics:
        """Get the openings of a ruleset: `GET /v1/statistics/{ruleset}/openings`."""
        return self._call("GET", f"/v1/statistics/{_part(ruleset)}/openings", {"first": first, "modules": modules, "seats": seats, "rated": rated})

    def create_stream_ticket(self, body: schemas.CreateStreamTicket) -> schemas.StreamTicket:
        """Create a stream ticket: `POST /v1/stream-tickets`. Needs the scope `read`."""
        return self._call("POST", "/v1/stream-tickets", {}, body)

    def get_own_events(self) -> schemas.Waiting:
        """Follow what waits for me: `GET /v1/me/events`. Needs the scope `read`."""
        return self._call("GET", "/v1/me/events")

    def follow_own_events(self) -> Iterator[schemas.OwnFrame]:
        """Follow what waits for me: `GET /v1/me/events`. Needs the scope `read`."""
        return self._follow("/v1/me/events", {})

    def get_lobby_events(self) -> schemas.Lobby:
        """Follow the lobby: `GET /v1/lobby/events`. Needs the scope `read`."""
        return self._call("GET", "/v1/lobby/events")

    def follow_lobby_events(self) -> Iterator[schemas.LobbyFrame]:
        """Follow the lobby: `GET /v1/lobby/events`. Needs the scope `read`."""
        return self._follow("/v1/lobby/events", {})

    def follow_merged_events(self, *, games: str | None = None, me: bool | None = None, lobby: bool | None = None, rematch: bool | None = None) -> Iterator[schemas.MergedFrame]:
        """Follow several streams: `GET /v1/events`. Needs the scope `read`."""
        return self._follow("/v1/events", {"games": games, "me": me, "lobby": lobby, "rematch": rematch})

    def list_my_games(self, *, to_act: Literal["me"] | None = None, status: Literal["waiting", "active", "finished", "aborted", "frozen"] | None = None, opponent: str | None = None, label: str | None = None, ruleset: str | None = None, modules: str | None = None, seats: int | None = None, rated: bool | None = None, pool: str | None = None, tournament: str | None = None, since: str | None = None, until: str | None = None, sort: Literal["newest", "oldest"] | None = None, limit: int | None = None) -> Iterator[schemas.GameItem]:
        """List my games: `GET /v1/me/games`. Needs the scope `read`."""
        return self._items("/v1/me/games", {"to_act": to_act, "status": status, "opponent": opponent, "label": label, "ruleset": ruleset, "modules": modules, "seats": seats, "rated": rated, "pool": pool, "tournament": tournament, "since": since, "until": until, "sort": sort, "limit": limit})

    def list_organized_games(self, *, status: Literal["waiting", "active", "finished", "aborted", "frozen"] | None = None, label: str | None = None, stalled_for_ms: int | None = None, limit: int | None = None) -> Iterator[schemas.GameItem]:
        """List the games that I organize: `GET /v1/me/organized-games`. Needs the scope `read`."""
        return self._items("/v1/me/organized-games", {"status": status, "label": label, "stalled_for_ms": stalled_for_ms, "limit": limit})

    def list_my_invitations(self, *, limit: int | None = None) -> Iterator[schemas.ReceivedInvitation]:
        """List my invitations: `GET /v1/me/invitations`. Needs the scope `read`."""
        return self._items("/v1/me/invitations", {"limit": limit})

    def list_seeks(self, *, mine: bool | None = None, limit: int | None = None) -> Iterator[schemas.Seek]:
        """List seeks: `GET /v1/seeks`. Needs the scope `read`."""
        return self._items("/v1/seeks", {"mine": mine, "limit": limit})

    def create_seek(self, body: schemas.CreateSeek) -> schemas.Seek:
        """Seek opponents: `POST /v1/seeks`. Needs the scope `play`."""
        return self._call("POST", "/v1/seeks", {}, body, keyed=True)

    def get_seek(self, id: str) -> schemas.Seek:
        """Get a seek: `GET /v1/seeks/{id}`. Needs the scope `read`."""
        return self._call("GET", f"/v1/seeks/{_part(id)}")

    def withdraw_seek(self, id: str) -> None:
        """Withdraw a seek: `DELETE /v1/seeks/{id}`. Needs the scope `play`."""
        return self._call("DELETE", f"/v1/seeks/{_part(id)}")

    def list_challenges(self, *, direction: Literal["in", "out"] | None = None, limit: int | None = None) -> Iterator[schemas.Challenge]:
        """List challenges: `GET /v1/challenges`. Needs the scope `read`."""
        return self._items("/v1/challenges", {"direction": direction, "limit": limit})

    def create_challenge(self, body: schemas.CreateChallenge) -> schemas.Challenge:
        """Challenge players: `POST /v1/challenges`. Needs the scope `challenge`."""
        return self._call("POST", "/v1/challenges", {}, body, keyed=True)

    def get_challenge(self, id: str) -> schemas.Challenge:
        """Get a challenge: `GET /v1/challenges/{id}`. Needs the scope `read`."""
        return self._call("GET", f"/v1/challenges/{_part(id)}")

    def withdraw_challenge(self, id: str) -> None:
        """Withdraw a challenge: `DELETE /v1/challenges/{id}`. Needs the scope `challenge`."""
        return self._call("DELETE", f"/v1/challenges/{_part(id)}")

    def accept_challenge(self, id: str, body: schemas.JoinGame | None = None) -> schemas.Challenge:
        """Accept a challenge: `POST /v1/challenges/{id}/accept`. Needs the scope `challenge`."""
        return self._call("POST", f"/v1/challenges/{_part(id)}/accept", {}, body)

    def decline_challenge(self, id: str, body: schemas.DeclineChallenge | None = None) -> schemas.Challenge:
        """Decline a challenge: `POST /v1/challenges/{id}/decline`. Needs the scope `challenge`."""
        return self._call("POST", f"/v1/challenges/{_part(id)}/decline", {}, body)

    def offer_rematch(self, id: str, body: schemas.JoinGame | None = None) -> schemas.Game:
        """Offer a rematch, or agree to it: `POST /v1/games/{id}/rematch`. Needs the scope `play`."""
        return self._call("POST", f"/v1/games/{_part(id)}/rematch", {}, body)

    def take_rematch_back(self, id: str) -> None:
        """Take back the agreement to a rematch: `DELETE /v1/games/{id}/rematch`. Needs the scope `play`."""
        return self._call("DELETE", f"/v1/games/{_part(id)}/rematch")

    def list_bot_matches(self, *, limit: int | None = None) -> Iterator[schemas.BotMatchItem]:
        """List bot matches: `GET /v1/bot-matches`. Needs the scope `read`."""
        return self._items("/v1/bot-matches", {"limit": limit})

    def create_bot_match(self, body: schemas.CreateBotMatch) -> schemas.BotMatch:
        """Create a bot match: `POST /v1/bot-matches`. Needs the scope `challenge`."""
        return self._call("POST", "/v1/bot-matches", {}, body, keyed=True)

    def get_bot_match(self, id: str) -> schemas.BotMatch:
        """Get a bot match: `GET /v1/bot-matches/{id}`. Needs the scope `read`."""
        return self._call("GET", f"/v1/bot-matches/{_part(id)}")

    def list_bot_match_games(self, id: str, *, limit: int | None = None) -> Iterator[schemas.BotMatchGame]:
        """List the games of a bot match: `GET /v1/bot-matches/{id}/games`. Needs the scope `read`."""
        return self._items(f"/v1/bot-matches/{_part(id)}/games", {"limit": limit})

    def accept_bot_match(self, id: str) -> schemas.BotMatch:
        """Accept a bot match: `POST /v1/bot-matches/{id}/accept`. Needs the scope `challenge`."""
        return self._call("POST", f"/v1/bot-matches/{_part(id)}/accept")

    def cancel_bot_match(self, id: str) -> schemas.BotMatch:
        """Stop a bot match: `POST /v1/bot-matches/{id}/cancel`. Needs the scope `challenge`."""
        return self._call("POST", f"/v1/bot-matches/{_part(id)}/cancel")

    def list_clubs(self, *, name: str | None = None, limit: int | None = None) -> Iterator[schemas.ClubItem]:
        """List clubs: `GET /v1/clubs`."""
        return self._items("/v1/clubs", {"name": name, "limit": limit})

    def create_club(self, body: schemas.CreateClub) -> schemas.Club:
        """Create a club: `POST /v1/clubs`. Needs the scope `organize`."""
        return self._call("POST", "/v1/clubs", {}, body, keyed=True)

    def list_my_clubs(self, *, limit: int | None = None) -> Iterator[schemas.Club]:
        """List my clubs: `GET /v1/me/clubs`. Needs the scope `read`."""
        return self._items("/v1/me/clubs", {"limit": limit})

    def get_club(self, id: str) -> schemas.Club:
        """Get a club: `GET /v1/clubs/{id}`. Needs the scope `read`."""
        return self._call("GET", f"/v1/clubs/{_part(id)}")

    def update_club(self, id: str, body: schemas.UpdateClub) -> schemas.Club:
        """Change a club: `PATCH /v1/clubs/{id}`. Needs the scope `organize`."""
        return self._call("PATCH", f"/v1/clubs/{_part(id)}", {}, body)

    def join_club(self, id: str, body: schemas.JoinClub | None = None) -> schemas.Club:
        """Join a club: `POST /v1/clubs/{id}/join`. Needs the scope `tournaments`."""
        return self._call("POST", f"/v1/clubs/{_part(id)}/join", {}, body)

    def create_join_code(self, id: str) -> schemas.JoinCode:
        """Create a join code: `POST /v1/clubs/{id}/join-code`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/clubs/{_part(id)}/join-code")

    def end_join_code(self, id: str) -> None:
        """End the join code: `DELETE /v1/clubs/{id}/join-code`. Needs the scope `organize`."""
        return self._call("DELETE", f"/v1/clubs/{_part(id)}/join-code")

    def get_club_audit(self, id: str, *, limit: int | None = None) -> Iterator[schemas.TournamentEvent]:
        """Read the audit of a club: `GET /v1/clubs/{id}/audit`. Needs the scope `read`."""
        return self._items(f"/v1/clubs/{_part(id)}/audit", {"limit": limit})

    def list_club_members(self, id: str, *, limit: int | None = None) -> Iterator[schemas.ClubMember]:
        """List members: `GET /v1/clubs/{id}/members`. Needs the scope `read`."""
        return self._items(f"/v1/clubs/{_part(id)}/members", {"limit": limit})

    def accept_application(self, id: str, username: str) -> None:
        """Accept an application: `PUT /v1/clubs/{id}/members/{username}`. Needs the scope `organize`."""
        return self._call("PUT", f"/v1/clubs/{_part(id)}/members/{_part(username)}")

    def remove_club_member(self, id: str, username: str) -> None:
        """Remove a member: `DELETE /v1/clubs/{id}/members/{username}`. Needs the scope `tournaments`."""
        return self._call("DELETE", f"/v1/clubs/{_part(id)}/members/{_part(username)}")

    def set_club_role(self, id: str, username: str, body: schemas.SetRole) -> schemas.Club:
        """Change the role of a member: `PATCH /v1/clubs/{id}/members/{username}`. Needs the scope `organize`."""
        return self._call("PATCH", f"/v1/clubs/{_part(id)}/members/{_part(username)}", {}, body)

    def list_club_invitations(self, id: str, *, limit: int | None = None) -> Iterator[schemas.OpenClubRequest]:
        """List invitations to a club: `GET /v1/clubs/{id}/invitations`. Needs the scope `read`."""
        return self._items(f"/v1/clubs/{_part(id)}/invitations", {"limit": limit})

    def invite_to_club(self, id: str, username: str) -> None:
        """Invite a player to a club: `PUT /v1/clubs/{id}/invitations/{username}`. Needs the scope `organize`."""
        return self._call("PUT", f"/v1/clubs/{_part(id)}/invitations/{_part(username)}")

    def take_club_invitation_back(self, id: str, username: str) -> None:
        """Take an invitation to a club back: `DELETE /v1/clubs/{id}/invitations/{username}`. Needs the scope `tournaments`."""
        return self._call("DELETE", f"/v1/clubs/{_part(id)}/invitations/{_part(username)}")

    def list_applications(self, id: str, *, limit: int | None = None) -> Iterator[schemas.OpenClubRequest]:
        """List applications: `GET /v1/clubs/{id}/applications`. Needs the scope `read`."""
        return self._items(f"/v1/clubs/{_part(id)}/applications", {"limit": limit})

    def decline_application(self, id: str, username: str) -> None:
        """Decline an application: `DELETE /v1/clubs/{id}/applications/{username}`. Needs the scope `tournaments`."""
        return self._call("DELETE", f"/v1/clubs/{_part(id)}/applications/{_part(username)}")

    def list_club_bans(self, id: str, *, limit: int | None = None) -> Iterator[schemas.ClubBan]:
        """List bans: `GET /v1/clubs/{id}/bans`. Needs the scope `read`."""
        return self._items(f"/v1/clubs/{_part(id)}/bans", {"limit": limit})

    def ban_from_club(self, id: str, username: str, body: schemas.BanFromClub | None = None) -> None:
        """Ban a player from a club: `PUT /v1/clubs/{id}/bans/{username}`. Needs the scope `organize`."""
        return self._call("PUT", f"/v1/clubs/{_part(id)}/bans/{_part(username)}", {}, body)

    def lift_club_ban(self, id: str, username: str) -> None:
        """Lift a ban: `DELETE /v1/clubs/{id}/bans/{username}`. Needs the scope `organize`."""
        return self._call("DELETE", f"/v1/clubs/{_part(id)}/bans/{_part(username)}")

    def list_club_ladders(self, id: str) -> Iterator[schemas.ClubLadder]:
        """List the ladders of a club: `GET /v1/clubs/{id}/ladders`. Needs the scope `read`."""
        return self._items(f"/v1/clubs/{_part(id)}/ladders", {})

    def create_ladder(self, id: str, body: schemas.CreateLadder) -> schemas.ClubLadder:
        """Create a ladder: `POST /v1/clubs/{id}/ladders`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/clubs/{_part(id)}/ladders", {}, body, keyed=True)

    def get_ladder(self, id: str, ladder_id: str) -> schemas.ClubLadder:
        """Get a ladder of a club: `GET /v1/clubs/{id}/ladders/{ladder_id}`. Needs the scope `read`."""
        return self._call("GET", f"/v1/clubs/{_part(id)}/ladders/{_part(ladder_id)}")

    def close_ladder(self, id: str, ladder_id: str) -> None:
        """Close a ladder: `DELETE /v1/clubs/{id}/ladders/{ladder_id}`. Needs the scope `organize`."""
        return self._call("DELETE", f"/v1/clubs/{_part(id)}/ladders/{_part(ladder_id)}")

    def update_ladder(self, id: str, ladder_id: str, body: schemas.UpdateLadder) -> schemas.ClubLadder:
        """Change a ladder: `PATCH /v1/clubs/{id}/ladders/{ladder_id}`. Needs the scope `organize`."""
        return self._call("PATCH", f"/v1/clubs/{_part(id)}/ladders/{_part(ladder_id)}", {}, body)

    def annul_club_game(self, id: str, game_id: str, body: schemas.AnnulGame) -> schemas.AnnulledGame:
        """Annul a game in a season of a club: `POST /v1/clubs/{id}/games/{game_id}/annul`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/clubs/{_part(id)}/games/{_part(game_id)}/annul", {}, body)

    def list_seasons(self, id: str, *, ladder: str | None = None, limit: int | None = None) -> Iterator[schemas.ClubSeason]:
        """List the seasons of a club: `GET /v1/clubs/{id}/seasons`. Needs the scope `read`."""
        return self._items(f"/v1/clubs/{_part(id)}/seasons", {"ladder": ladder, "limit": limit})

    def start_season(self, id: str, body: schemas.StartSeason) -> schemas.ClubSeason:
        """Start a season: `POST /v1/clubs/{id}/seasons`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/clubs/{_part(id)}/seasons", {}, body)

    def get_season(self, id: str, season_id: str) -> schemas.ClubSeason:
        """Get a season: `GET /v1/clubs/{id}/seasons/{season_id}`. Needs the scope `read`."""
        return self._call("GET", f"/v1/clubs/{_part(id)}/seasons/{_part(season_id)}")

    def end_season(self, id: str, season_id: str) -> schemas.ClubSeason:
        """End a season: `POST /v1/clubs/{id}/seasons/{season_id}/end`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/clubs/{_part(id)}/seasons/{_part(season_id)}/end")

    def list_series(self, *, club: str | None = None, name: str | None = None, limit: int | None = None) -> Iterator[schemas.SeriesItem]:
        """List series: `GET /v1/series`."""
        return self._items("/v1/series", {"club": club, "name": name, "limit": limit})

    def create_series(self, body: schemas.CreateSeries) -> schemas.Series:
        """Create a series: `POST /v1/series`. Needs the scope `organize`."""
        return self._call("POST", "/v1/series", {}, body, keyed=True)

    def get_series(self, id: str) -> schemas.Series:
        """Get a series: `GET /v1/series/{id}`. Needs the scope `read`."""
        return self._call("GET", f"/v1/series/{_part(id)}")

    def delete_series(self, id: str) -> None:
        """Delete a series: `DELETE /v1/series/{id}`. Needs the scope `organize`."""
        return self._call("DELETE", f"/v1/series/{_part(id)}")

    def update_series(self, id: str, body: schemas.UpdateSeries) -> schemas.Series:
        """Change a series: `PATCH /v1/series/{id}`. Needs the scope `organize`."""
        return self._call("PATCH", f"/v1/series/{_part(id)}", {}, body)

    def get_series_audit(self, id: str, *, limit: int | None = None) -> Iterator[schemas.TournamentEvent]:
        """Read the audit of a series: `GET /v1/series/{id}/audit`."""
        return self._items(f"/v1/series/{_part(id)}/audit", {"limit": limit})

    def get_series_standings(self, id: str, *, format: Literal["json", "csv"] | None = None) -> schemas.SeriesStandings:
        """Get the table of a series: `GET /v1/series/{id}/standings`."""
        return self._call("GET", f"/v1/series/{_part(id)}/standings", {"format": format})

    def add_series_event(self, id: str, tournament_id: str) -> schemas.Series:
        """Add a tournament to a series: `PUT /v1/series/{id}/events/{tournament_id}`. Needs the scope `organize`."""
        return self._call("PUT", f"/v1/series/{_part(id)}/events/{_part(tournament_id)}")

    def remove_series_event(self, id: str, tournament_id: str) -> None:
        """Remove a tournament from a series: `DELETE /v1/series/{id}/events/{tournament_id}`. Needs the scope `organize`."""
        return self._call("DELETE", f"/v1/series/{_part(id)}/events/{_part(tournament_id)}")

    def start_league_season(self, id: str, body: schemas.StartLeagueSeason) -> schemas.LeagueSeason:
        """Start the first season of a league: `POST /v1/series/{id}/seasons`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/series/{_part(id)}/seasons", {}, body)

    def start_next_league_season(self, id: str, body: schemas.NextLeagueSeason | None = None, *, dry_run: bool | None = None) -> schemas.LeagueSeason:
        """Start the next season of a league: `POST /v1/series/{id}/seasons/next`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/series/{_part(id)}/seasons/next", {"dry_run": dry_run}, body)

    def list_tournaments(self, *, status: Literal["registration", "running", "finished", "cancelled"] | None = None, club: str | None = None, name: str | None = None, ruleset: str | None = None, organizer: str | None = None, player: str | None = None, limit: int | None = None) -> Iterator[schemas.TournamentItem]:
        """List tournaments: `GET /v1/tournaments`."""
        return self._items("/v1/tournaments", {"status": status, "club": club, "name": name, "ruleset": ruleset, "organizer": organizer, "player": player, "limit": limit})

    def create_tournament(self, body: schemas.CreateTournament) -> schemas.Tournament:
        """Create a tournament: `POST /v1/tournaments`. Needs the scope `organize`."""
        return self._call("POST", "/v1/tournaments", {}, body, keyed=True)

    def list_my_tournaments(self, *, limit: int | None = None) -> Iterator[schemas.TournamentItem]:
        """List my tournaments: `GET /v1/me/tournaments`. Needs the scope `read`."""
        return self._items("/v1/me/tournaments", {"limit": limit})

    def get_tournament(self, id: str) -> schemas.Tournament:
        """Get a tournament: `GET /v1/tournaments/{id}`. Needs the scope `read`."""
        return self._call("GET", f"/v1/tournaments/{_part(id)}")

    def delete_tournament(self, id: str) -> None:
        """Delete a tournament: `DELETE /v1/tournaments/{id}`. Needs the scope `organize`."""
        return self._call("DELETE", f"/v1/tournaments/{_part(id)}")

    def update_tournament(self, id: str, body: schemas.UpdateTournament) -> schemas.Tournament:
        """Change a tournament: `PATCH /v1/tournaments/{id}`. Needs the scope `organize`."""
        return self._call("PATCH", f"/v1/tournaments/{_part(id)}", {}, body)

    def copy_tournament(self, id: str, body: schemas.UpdateTournament) -> schemas.Tournament:
        """Copy a tournament: `POST /v1/tournaments/{id}/copy`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/copy", {}, body, keyed=True)

    def enter_tournament(self, id: str, body: schemas.EnterTournament | None = None) -> schemas.TournamentEntry:
        """Enter a tournament: `POST /v1/tournaments/{id}/enter`. Needs the scope `tournaments`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/enter", {}, body)

    def create_entry_code(self, id: str) -> schemas.EntryCode:
        """Create an entry code: `POST /v1/tournaments/{id}/entry-code`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/entry-code")

    def withdraw_from_tournament(self, id: str, body: schemas.WithdrawFromTournament | None = None) -> None:
        """Withdraw from a tournament: `POST /v1/tournaments/{id}/withdraw`. Needs the scope `tournaments`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/withdraw", {}, body)

    def confirm_ready(self, id: str) -> None:
        """Confirm that I am ready: `POST /v1/tournaments/{id}/ready`. Needs the scope `tournaments`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/ready")

    def list_entries(self, id: str, *, limit: int | None = None) -> Iterator[schemas.TournamentEntry]:
        """List entries: `GET /v1/tournaments/{id}/entries`. Needs the scope `read`."""
        return self._items(f"/v1/tournaments/{_part(id)}/entries", {"limit": limit})

    def add_entries(self, id: str, body: schemas.AddEntry) -> schemas.AddedEntries:
        """Add entries: `POST /v1/tournaments/{id}/entries`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/entries", {}, body)

    def rename_guest(self, id: str, n: int, body: schemas.RenameGuest) -> schemas.TournamentEntry:
        """Change an entry: `PATCH /v1/tournaments/{id}/entries/{n}`. Needs the scope `organize`."""
        return self._call("PATCH", f"/v1/tournaments/{_part(id)}/entries/{_part(n)}", {}, body)

    def create_claim_code(self, id: str, n: int) -> schemas.ClaimCode:
        """Create a claim code: `POST /v1/tournaments/{id}/entries/{n}/claim-code`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/entries/{_part(n)}/claim-code")

    def claim_entry(self, id: str, body: schemas.ClaimEntry) -> schemas.TournamentEntry:
        """Claim an entry: `POST /v1/tournaments/{id}/claim`. Needs the scope `tournaments`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/claim", {}, body)

    def list_teams(self, id: str, *, limit: int | None = None) -> Iterator[schemas.TournamentTeam]:
        """List teams: `GET /v1/tournaments/{id}/teams`. Needs the scope `read`."""
        return self._items(f"/v1/tournaments/{_part(id)}/teams", {"limit": limit})

    def create_team(self, id: str, body: schemas.CreateTeam) -> schemas.TournamentTeam:
        """Create a team: `POST /v1/tournaments/{id}/teams`. Needs the scope `tournaments`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/teams", {}, body)

    def delete_team(self, id: str, n: int) -> None:
        """Delete a team: `DELETE /v1/tournaments/{id}/teams/{n}`. Needs the scope `tournaments`."""
        return self._call("DELETE", f"/v1/tournaments/{_part(id)}/teams/{_part(n)}")

    def update_team(self, id: str, n: int, body: schemas.UpdateTeam) -> schemas.TournamentTeam:
        """Change a team: `PATCH /v1/tournaments/{id}/teams/{n}`. Needs the scope `tournaments`."""
        return self._call("PATCH", f"/v1/tournaments/{_part(id)}/teams/{_part(n)}", {}, body)

    def create_team_code(self, id: str, n: int) -> schemas.TeamCode:
        """Create a team code: `POST /v1/tournaments/{id}/teams/{n}/code`. Needs the scope `tournaments`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/teams/{_part(n)}/code")

    def set_entry_team(self, id: str, n: int, body: schemas.SetEntryTeam) -> schemas.TournamentEntry:
        """Put an entry into a team: `PUT /v1/tournaments/{id}/entries/{n}/team`. Needs the scope `tournaments`."""
        return self._call("PUT", f"/v1/tournaments/{_part(id)}/entries/{_part(n)}/team", {}, body)

    def leave_team(self, id: str, n: int) -> schemas.TournamentEntry:
        """Take an entry out of its team: `DELETE /v1/tournaments/{id}/entries/{n}/team`. Needs the scope `tournaments`."""
        return self._call("DELETE", f"/v1/tournaments/{_part(id)}/entries/{_part(n)}/team")

    def get_team_standings(self, id: str, *, after: int | None = None, format: Literal["json", "csv"] | None = None) -> schemas.TeamStandings:
        """Get the team standings: `GET /v1/tournaments/{id}/standings/teams`. Needs the scope `read`."""
        return self._call("GET", f"/v1/tournaments/{_part(id)}/standings/teams", {"after": after, "format": format})

    def start_tournament(self, id: str) -> schemas.Tournament:
        """Start a tournament: `POST /v1/tournaments/{id}/start`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/start")

    def announce(self, id: str, body: schemas.Announce) -> schemas.TournamentEvent:
        """Announce something: `POST /v1/tournaments/{id}/announcements`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/announcements", {}, body, keyed=True)

    def request_bye(self, id: str, body: schemas.RequestBye) -> schemas.TournamentEntry:
        """Request a bye: `POST /v1/tournaments/{id}/byes`. Needs the scope `tournaments`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/byes", {}, body)

    def take_back_bye(self, id: str, n: int) -> schemas.TournamentEntry:
        """Take back a bye: `DELETE /v1/tournaments/{id}/byes/{n}`. Needs the scope `tournaments`."""
        return self._call("DELETE", f"/v1/tournaments/{_part(id)}/byes/{_part(n)}")

    def set_entry_byes(self, id: str, n: int, body: schemas.SetEntryByes) -> schemas.TournamentEntry:
        """Set the byes of an entry: `PUT /v1/tournaments/{id}/entries/{n}/byes`. Needs the scope `organize`."""
        return self._call("PUT", f"/v1/tournaments/{_part(id)}/entries/{_part(n)}/byes", {}, body)

    def fix_entry_table(self, id: str, n: int, body: schemas.FixTable) -> schemas.TournamentEntry:
        """Fix the table of an entry: `PUT /v1/tournaments/{id}/entries/{n}/fixed-table`. Needs the scope `organize`."""
        return self._call("PUT", f"/v1/tournaments/{_part(id)}/entries/{_part(n)}/fixed-table", {}, body)

    def close_tournament(self, id: str, body: schemas.CloseTournament | None = None) -> schemas.Tournament:
        """Close a tournament: `POST /v1/tournaments/{id}/close`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/close", {}, body)

    def reopen_tournament(self, id: str, body: schemas.GiveReason) -> schemas.Tournament:
        """Reopen a tournament: `POST /v1/tournaments/{id}/reopen`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/reopen", {}, body)

    def accept_organizing(self, id: str) -> schemas.Tournament:
        """Accept to organize a tournament: `POST /v1/tournaments/{id}/organizers/accept`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/organizers/accept")

    def remove_organizer(self, id: str, username: str) -> None:
        """Remove an organizer: `DELETE /v1/tournaments/{id}/organizers/{username}`. Needs the scope `organize`."""
        return self._call("DELETE", f"/v1/tournaments/{_part(id)}/organizers/{_part(username)}")

    def list_tournament_invitations(self, id: str, *, limit: int | None = None) -> Iterator[schemas.TournamentInvitation]:
        """List invitations to a tournament: `GET /v1/tournaments/{id}/invitations`. Needs the scope `read`."""
        return self._items(f"/v1/tournaments/{_part(id)}/invitations", {"limit": limit})

    def take_tournament_invitation_back(self, id: str, username: str) -> None:
        """Take an invitation to a tournament back: `DELETE /v1/tournaments/{id}/invitations/{username}`. Needs the scope `tournaments`."""
        return self._call("DELETE", f"/v1/tournaments/{_part(id)}/invitations/{_part(username)}")

    def pair_next_round(self, id: str, body: schemas.PairNextRound | None = None, *, dry_run: bool | None = None) -> schemas.PlannedRound | schemas.TournamentRound:
        """Pair the next round: `POST /v1/tournaments/{id}/rounds/next`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/rounds/next", {"dry_run": dry_run}, body)

    def close_round(self, id: str) -> schemas.TournamentRound:
        """Close the last round: `POST /v1/tournaments/{id}/rounds/close`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/rounds/close")

    def unpair_round(self, id: str, n: int, body: schemas.GiveReason) -> schemas.Tournament:
        """Unpair a round: `POST /v1/tournaments/{id}/rounds/{n}/unpair`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/rounds/{_part(n)}/unpair", {}, body)

    def get_round(self, id: str, n: int, *, format: Literal["json", "csv"] | None = None, unfinished: bool | None = None) -> schemas.TournamentRound:
        """Get a round: `GET /v1/tournaments/{id}/rounds/{n}`. Needs the scope `read`."""
        return self._call("GET", f"/v1/tournaments/{_part(id)}/rounds/{_part(n)}", {"format": format, "unfinished": unfinished})

    def get_tournament_standings(self, id: str, *, after: int | None = None, format: Literal["json", "csv"] | None = None) -> schemas.TournamentStandings:
        """Get the standings: `GET /v1/tournaments/{id}/standings`. Needs the scope `read`."""
        return self._call("GET", f"/v1/tournaments/{_part(id)}/standings", {"after": after, "format": format})

    def export_tournament(self, id: str, *, format: Literal["json", "csv", "trf"] | None = None) -> schemas.TournamentExport:
        """Export a tournament: `GET /v1/tournaments/{id}/export`. Needs the scope `read`."""
        return self._call("GET", f"/v1/tournaments/{_part(id)}/export", {"format": format})

    def get_audit(self, id: str, *, limit: int | None = None) -> Iterator[schemas.TournamentEvent]:
        """Read the audit: `GET /v1/tournaments/{id}/audit`. Needs the scope `read`."""
        return self._items(f"/v1/tournaments/{_part(id)}/audit", {"limit": limit})

    def get_tournament_events(self, id: str) -> schemas.FollowedTournament:
        """Follow a tournament: `GET /v1/tournaments/{id}/events`. Needs the scope `read`."""
        return self._call("GET", f"/v1/tournaments/{_part(id)}/events")

    def follow_tournament_events(self, id: str) -> Iterator[schemas.TournamentFrame]:
        """Follow a tournament: `GET /v1/tournaments/{id}/events`. Needs the scope `read`."""
        return self._follow(f"/v1/tournaments/{_part(id)}/events", {})

    def report_result(self, id: str, n: int, body: schemas.ReportResult) -> schemas.TournamentTable:
        """Report the result of my table: `POST /v1/tournaments/{id}/tables/{n}/report`. Needs the scope `tournaments`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/tables/{_part(n)}/report", {}, body)

    def set_table_result(self, id: str, n: int, body: schemas.SetTableResult) -> None:
        """Set the result of a table: `POST /v1/tournaments/{id}/tables/{n}/result`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/tables/{_part(n)}/result", {}, body)

    def set_round_results(self, id: str, n: int, body: schemas.SetRoundResults) -> None:
        """Set the results of a round: `POST /v1/tournaments/{id}/rounds/{n}/results`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/rounds/{_part(n)}/results", {}, body)

    def void_table(self, id: str, n: int, body: schemas.VoidTable) -> None:
        """Void a table: `POST /v1/tournaments/{id}/tables/{n}/void`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/tables/{_part(n)}/void", {}, body)

    def correct_table(self, id: str, n: int, body: schemas.SetTableResult, *, dry_run: bool | None = None) -> schemas.Correction:
        """Correct the result of a table: `POST /v1/tournaments/{id}/tables/{n}/correct`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/tables/{_part(n)}/correct", {"dry_run": dry_run}, body)

    def seat_table(self, id: str, n: int, body: schemas.SeatTable) -> None:
        """Seat other entries at a table: `POST /v1/tournaments/{id}/tables/{n}/substitute`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/tables/{_part(n)}/substitute", {}, body)

    def pause_table(self, id: str, n: int, body: schemas.GiveReason) -> None:
        """Pause a table: `POST /v1/tournaments/{id}/tables/{n}/pause`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/tables/{_part(n)}/pause", {}, body)

    def resume_table(self, id: str, n: int, body: schemas.GiveReason) -> None:
        """Resume a table: `POST /v1/tournaments/{id}/tables/{n}/resume`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/tables/{_part(n)}/resume", {}, body)

    def add_table_time(self, id: str, n: int, body: schemas.AddTime) -> None:
        """Give a seat time: `POST /v1/tournaments/{id}/tables/{n}/clock`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/tables/{_part(n)}/clock", {}, body, once=True)

    def remove_entry(self, id: str, n: int, body: schemas.GiveReason) -> None:
        """Remove an entry: `POST /v1/tournaments/{id}/entries/{n}/remove`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/entries/{_part(n)}/remove", {}, body)

    def withdraw_entry(self, id: str, n: int, body: schemas.WithdrawEntry) -> None:
        """Withdraw an entry: `POST /v1/tournaments/{id}/entries/{n}/withdraw`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/entries/{_part(n)}/withdraw", {}, body)

    def reinstate_entry(self, id: str, n: int, body: schemas.GiveReason) -> None:
        """Reinstate an entry: `POST /v1/tournaments/{id}/entries/{n}/reinstate`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/entries/{_part(n)}/reinstate", {}, body)

    def adjust_points(self, id: str, n: int, body: schemas.AdjustPoints) -> None:
        """Give or take points: `POST /v1/tournaments/{id}/entries/{n}/adjust`. Needs the scope `organize`."""
        return self._call("POST", f"/v1/tournaments/{_part(id)}/entries/{_part(n)}/adjust", {}, body, once=True)

    def list_ladders(self, *, club: str | None = None) -> Iterator[schemas.Ladder]:
        """List ladders: `GET /v1/ladders`."""
        return self._items("/v1/ladders", {"club": club})

    def get_standings(self, pool: str, *, limit: int | None = None, around: str | None = None) -> Iterator[schemas.LadderStanding]:
        """Get a leaderboard: `GET /v1/ladders/{pool}/standings`."""
        return self._items(f"/v1/ladders/{_part(pool)}/standings", {"limit": limit, "around": around})

    def get_rating_log(self, pool: str, *, limit: int | None = None) -> Iterator[schemas.RatingEvent]:
        """Get the log of a ladder: `GET /v1/ladders/{pool}/log`."""
        return self._items(f"/v1/ladders/{_part(pool)}/log", {"limit": limit})

    def list_annulments(self, pool: str, *, limit: int | None = None) -> Iterator[schemas.Annulment]:
        """List the annulled games of a ladder: `GET /v1/ladders/{pool}/annulments`."""
        return self._items(f"/v1/ladders/{_part(pool)}/annulments", {"limit": limit})

    def get_player_ratings(self, username: str, *, club: str | None = None) -> Iterator[schemas.PlayerRating]:
        """Get the ratings of a player: `GET /v1/players/{username}/ratings`."""
        return self._items(f"/v1/players/{_part(username)}/ratings", {"club": club})

    def get_rating_history(self, username: str, *, pool: str, limit: int | None = None) -> Iterator[schemas.RatedGame]:
        """Get the rating history of a player: `GET /v1/players/{username}/rating-history`."""
        return self._items(f"/v1/players/{_part(username)}/rating-history", {"pool": pool, "limit": limit})

    def annul_game(self, id: str, body: schemas.AnnulGame) -> schemas.AnnulledGame:
        """Annul a game: `POST /v1/admin/games/{id}/annul`. Needs a login."""
        return self._call("POST", f"/v1/admin/games/{_part(id)}/annul", {}, body)

    def get_quiet_hours(self) -> schemas.QuietHours:
        """Get my quiet hours: `GET /v1/me/quiet-hours`. Needs the scope `read`."""
        return self._call("GET", "/v1/me/quiet-hours")

    def set_quiet_hours(self, body: schemas.SetQuietHours) -> schemas.QuietHours:
        """Set my quiet hours: `PUT /v1/me/quiet-hours`. Needs the scope `play`."""
        return self._call("PUT", "/v1/me/quiet-hours", {}, body)

    def get_mail_digest(self) -> schemas.MailDigest:
        """Get my mails about turns: `GET /v1/me/mail-digest`. Needs the scope `read`."""
        return self._call("GET", "/v1/me/mail-digest")

    def set_mail_digest(self, body: schemas.SetMailDigest) -> schemas.MailDigest:
        """Choose mails about turns: `PUT /v1/me/mail-digest`. Needs the scope `play`."""
        return self._call("PUT", "/v1/me/mail-digest", {}, body)

    def list_push(self) -> Iterator[schemas.Push]:
        """List my push subscriptions: `GET /v1/me/push`. Needs the scope `read`."""
        return self._items("/v1/me/push", {})

    def create_push(self, body: schemas.CreatePush) -> schemas.Push:
        """Subscribe a browser to push messages: `POST /v1/me/push`. Needs the scope `read`."""
        return self._call("POST", "/v1/me/push", {}, body)

    def delete_session_push(self) -> None:
        """Delete the push subscriptions of this session: `DELETE /v1/me/push`. Needs the scope `read`."""
        return self._call("DELETE", "/v1/me/push")

    def delete_push(self, id: str) -> None:
        """Delete a push subscription: `DELETE /v1/me/push/{id}`. Needs the scope `play`."""
        return self._call("DELETE", f"/v1/me/push/{_part(id)}")

    def list_webhooks(self) -> Iterator[schemas.Webhook]:
        """List my webhooks: `GET /v1/webhooks`. Needs the scope `tournaments`."""
        return self._items("/v1/webhooks", {})

    def create_webhook(self, body: schemas.CreateWebhook) -> schemas.Webhook:
        """Create a webhook: `POST /v1/webhooks`. Needs the scopes `read` and `tournaments`."""
        return self._call("POST", "/v1/webhooks", {}, body, once=True)

    def get_webhook(self, id: str) -> schemas.Webhook:
        """Get a webhook: `GET /v1/webhooks/{id}`. Needs the scope `tournaments`."""
        return self._call("GET", f"/v1/webhooks/{_part(id)}")

    def delete_webhook(self, id: str) -> None:
        """Delete a webhook: `DELETE /v1/webhooks/{id}`. Needs the scope `tournaments`."""
        return self._call("DELETE", f"/v1/webhooks/{_part(id)}")

    def update_webhook(self, id: str, body: schemas.UpdateWebhook) -> schemas.Webhook:
        """Change a webhook: `PATCH /v1/webhooks/{id}`. Needs the scopes `read` and `tournaments`."""
        return self._call("PATCH", f"/v1/webhooks/{_part(id)}", {}, body)

    def list_deliveries(self, id: str, *, limit: int | None = None) -> Iterator[schemas.WebhookDelivery]:
        """List the messages of a webhook: `GET /v1/webhooks/{id}/deliveries`. Needs the scope `tournaments`."""
        return self._items(f"/v1/webhooks/{_part(id)}/deliveries", {"limit": limit})

    def replay_delivery(self, id: str, delivery_id: str) -> schemas.WebhookDelivery:
        """Send a message again: `POST /v1/webhooks/{id}/deliveries/{delivery_id}/replay`. Needs the scope `tournaments`."""
        return self._call("POST", f"/v1/webhooks/{_part(id)}/deliveries/{_part(delivery_id)}/replay", {}, once=True)

    def test_webhook(self, id: str) -> schemas.WebhookDelivery:
        """Test a webhook: `POST /v1/webhooks/{id}/test`. Needs the scope `tournaments`."""
        return self._call("POST", f"/v1/webhooks/{_part(id)}/test", {}, once=True)

    def get_index(self) -> schemas.Index:
        """Get the entry point: `GET /v1`."""
        return self._call("GET", "/v1")

    def key_set(self) -> Any:
        """Get the public keys of access tokens: `GET /.well-known/jwks.json`."""
        return self._call("GET", "/.well-known/jwks.json")

    def livez(self) -> schemas.Health:
        """Liveness probe: `GET /livez`."""
        return self._call("GET", "/livez")

    def readyz(self) -> schemas.Ready:
        """Readiness probe: `GET /readyz`."""
        return self._call("GET", "/readyz")

    def metrics(self) -> str:
        """Get the server's metrics: `GET /metrics`."""
        return self._call("GET", "/metrics")
