// Written by `make clients` from openapi/openapi.json.
import type * as schemas from "./schemas.js";

/** Parameters and answers of each operation. */
export interface Operations {
  /** Create an account: `POST /v1/accounts`. */
  "POST /v1/accounts": { params: { body: schemas.CreateAccount }; answer: schemas.Me };
  /** Log in: `POST /v1/sessions`. */
  "POST /v1/sessions": { params: { body: schemas.LogIn }; answer: schemas.Session };
  /** Get a new access token: `POST /v1/sessions/refresh`. */
  "POST /v1/sessions/refresh": { params: { body: schemas.Refresh }; answer: schemas.Session };
  /** Log out: `DELETE /v1/sessions/current`. Needs a login. */
  "DELETE /v1/sessions/current": { params: {}; answer: undefined };
  /** List my logins: `GET /v1/me/sessions`. Needs a login. */
  "GET /v1/me/sessions": { params: {}; answer: schemas.Logins; item: schemas.OpenLogin };
  /** End all other logins: `DELETE /v1/me/sessions`. Needs a login. */
  "DELETE /v1/me/sessions": { params: {}; answer: undefined };
  /** End a login: `DELETE /v1/me/sessions/{id}`. Needs a login. */
  "DELETE /v1/me/sessions/{id}": { params: { id: string }; answer: undefined };
  /** Ask for a link that sets a new password: `POST /v1/password-resets`. */
  "POST /v1/password-resets": { params: { body: schemas.RequestPasswordReset }; answer: undefined };
  /** Set a new password with the token of a link: `POST /v1/password-resets/confirm`. */
  "POST /v1/password-resets/confirm": { params: { body: schemas.ConfirmPasswordReset }; answer: undefined };
  /** Get my account: `GET /v1/me`. Needs the scope `read`. */
  "GET /v1/me": { params: {}; answer: schemas.Me };
  /** Erase my account: `DELETE /v1/me`. Needs a login. */
  "DELETE /v1/me": { params: { body: schemas.EraseMe }; answer: undefined };
  /** Change my account: `PATCH /v1/me`. Needs a login. */
  "PATCH /v1/me": { params: { body: schemas.UpdateMe }; answer: schemas.Me };
  /** Change my password: `PUT /v1/me/password`. Needs a login. */
  "PUT /v1/me/password": { params: { body: schemas.ChangePassword }; answer: undefined };
  /** List blocked players: `GET /v1/me/blocks`. Needs the scope `read`. */
  "GET /v1/me/blocks": { params: {}; answer: schemas.Blocks; item: schemas.Block };
  /** Block a player: `PUT /v1/me/blocks/{username}`. Needs the scope `play`. */
  "PUT /v1/me/blocks/{username}": { params: { username: string }; answer: undefined };
  /** Unblock a player: `DELETE /v1/me/blocks/{username}`. Needs the scope `play`. */
  "DELETE /v1/me/blocks/{username}": { params: { username: string }; answer: undefined };
  /** Find players by the beginning of their names: `GET /v1/players`. */
  "GET /v1/players": { params: { prefix: string; limit?: number; cursor?: string }; answer: schemas.PlayerPage; item: schemas.Player };
  /** Get the profile of a player: `GET /v1/players/{username}`. */
  "GET /v1/players/{username}": { params: { username: string }; answer: schemas.PlayerProfile };
  /** Get a picture of a player: `GET /v1/players/{username}/avatar.svg`. */
  "GET /v1/players/{username}/avatar.svg": { params: { username: string; variant?: number }; answer: string };
  /** Lock an account: `POST /v1/admin/players/{username}/lock`. Needs a login. */
  "POST /v1/admin/players/{username}/lock": { params: { username: string; body: schemas.LockAccount }; answer: undefined };
  /** Unlock an account: `POST /v1/admin/players/{username}/unlock`. Needs a login. */
  "POST /v1/admin/players/{username}/unlock": { params: { username: string; body: schemas.ModerateAccount }; answer: undefined };
  /** End all sessions of an account: `POST /v1/admin/players/{username}/end-sessions`. Needs a login. */
  "POST /v1/admin/players/{username}/end-sessions": { params: { username: string; body: schemas.ModerateAccount }; answer: undefined };
  /** Erase an account of somebody else: `POST /v1/admin/players/{username}/erase`. Needs a login. */
  "POST /v1/admin/players/{username}/erase": { params: { username: string; body: schemas.ModerateAccount }; answer: undefined };
  /** Take a text down: `POST /v1/admin/take-downs`. Needs a login. */
  "POST /v1/admin/take-downs": { params: { body: schemas.TakeTextDown }; answer: undefined };
  /** Report a text or an account: `POST /v1/reports`. Needs a login. */
  "POST /v1/reports": { params: { body: schemas.SendReport }; answer: schemas.SentReport };
  /** List reports: `GET /v1/admin/reports`. Needs a login. */
  "GET /v1/admin/reports": { params: { outcome?: "dismissed" | "acted"; limit?: number; cursor?: string }; answer: schemas.ReportPage; item: schemas.PlayerReport };
  /** Decide a report: `POST /v1/admin/reports/{id}/decide`. Needs a login. */
  "POST /v1/admin/reports/{id}/decide": { params: { id: string; body: schemas.DecideReport }; answer: schemas.PlayerReport };
  /** Read the audit of accounts: `GET /v1/admin/audit`. Needs a login. */
  "GET /v1/admin/audit": { params: { username?: string; limit?: number; cursor?: string }; answer: schemas.AuditPage; item: schemas.TournamentEvent };
  /** Read what was done to my account: `GET /v1/me/audit`. Needs a login. */
  "GET /v1/me/audit": { params: { limit?: number; cursor?: string }; answer: schemas.AuditPage; item: schemas.TournamentEvent };
  /** List my API tokens: `GET /v1/me/tokens`. Needs a login. */
  "GET /v1/me/tokens": { params: {}; answer: schemas.ApiTokens; item: schemas.ApiToken };
  /** Create an API token: `POST /v1/me/tokens`. Needs a login. */
  "POST /v1/me/tokens": { params: { body: schemas.CreateToken }; answer: schemas.IssuedToken };
  /** Revoke an API token: `DELETE /v1/me/tokens/{id}`. Needs a login. */
  "DELETE /v1/me/tokens/{id}": { params: { id: string }; answer: undefined };
  /** List my bots: `GET /v1/me/bots`. Needs the scope `read`. */
  "GET /v1/me/bots": { params: {}; answer: schemas.Bots; item: schemas.Bot };
  /** Create a bot: `POST /v1/me/bots`. Needs a login. */
  "POST /v1/me/bots": { params: { body: schemas.CreateBot }; answer: schemas.Bot };
  /** Erase a bot: `DELETE /v1/me/bots/{username}`. Needs a login. */
  "DELETE /v1/me/bots/{username}": { params: { username: string }; answer: undefined };
  /** Change a bot: `PATCH /v1/me/bots/{username}`. Needs the scope `bots`. */
  "PATCH /v1/me/bots/{username}": { params: { username: string; body: schemas.UpdateBot }; answer: schemas.Bot };
  /** List the API tokens of a bot: `GET /v1/me/bots/{username}/tokens`. Needs a login. */
  "GET /v1/me/bots/{username}/tokens": { params: { username: string }; answer: schemas.ApiTokens; item: schemas.ApiToken };
  /** Create an API token of a bot: `POST /v1/me/bots/{username}/tokens`. Needs a login. */
  "POST /v1/me/bots/{username}/tokens": { params: { username: string; body: schemas.CreateToken }; answer: schemas.IssuedToken };
  /** Revoke an API token of a bot: `DELETE /v1/me/bots/{username}/tokens/{id}`. Needs a login. */
  "DELETE /v1/me/bots/{username}/tokens/{id}": { params: { username: string; id: string }; answer: undefined };
  /** List bots: `GET /v1/bots`. */
  "GET /v1/bots": { params: { online?: boolean; limit?: number; cursor?: string }; answer: schemas.Bots; item: schemas.Bot };
  /** Get the endpoint of a bot: `GET /v1/me/bots/{username}/endpoint`. Needs the scope `bots`. */
  "GET /v1/me/bots/{username}/endpoint": { params: { username: string }; answer: schemas.BotEndpoint };
  /** Set the endpoint of a bot: `PUT /v1/me/bots/{username}/endpoint`. Needs the scopes `read` and `play` and `challenge` and `bots`. */
  "PUT /v1/me/bots/{username}/endpoint": { params: { username: string; body: schemas.SetEndpoint }; answer: schemas.BotEndpoint };
  /** Delete the endpoint of a bot: `DELETE /v1/me/bots/{username}/endpoint`. Needs the scope `bots`. */
  "DELETE /v1/me/bots/{username}/endpoint": { params: { username: string }; answer: undefined };
  /** Describe the authorization server: `GET /.well-known/oauth-authorization-server`. */
  "GET /.well-known/oauth-authorization-server": { params: {}; answer: schemas.ServerMetadata };
  /** List the apps with access: `GET /v1/me/grants`. Needs a login. */
  "GET /v1/me/grants": { params: {}; answer: schemas.Grants; item: schemas.Grant };
  /** End the access of an app: `DELETE /v1/me/grants/{id}`. Needs a login. */
  "DELETE /v1/me/grants/{id}": { params: { id: string }; answer: undefined };
  /** List the rulesets: `GET /v1/rulesets`. */
  "GET /v1/rulesets": { params: {}; answer: schemas.RulesetPage; item: schemas.Ruleset };
  /** Get a ruleset: `GET /v1/rulesets/{id}`. */
  "GET /v1/rulesets/{id}": { params: { id: string }; answer: schemas.RulesetDetail };
  /** Get the catalogue of a ruleset: `GET /v1/rulesets/{id}/catalogue`. */
  "GET /v1/rulesets/{id}/catalogue": { params: { id: string; hash?: string }; answer: schemas.Catalogue };
  /** Get the words of a ruleset: `GET /v1/rulesets/{id}/words`. */
  "GET /v1/rulesets/{id}/words": { params: { id: string; lang?: string }; answer: schemas.Words };
  /** List games: `GET /v1/games`. Needs the scope `read`. */
  "GET /v1/games": { params: { player?: string; status?: "waiting" | "active" | "finished" | "aborted" | "frozen"; opponent?: string; label?: string; ruleset?: string; modules?: string; seats?: number; rated?: boolean; pool?: string; tournament?: string; since?: string; until?: string; sort?: "newest" | "oldest"; limit?: number; cursor?: string }; answer: schemas.GamePage; item: schemas.GameItem };
  /** Create a game: `POST /v1/games`. Needs the scope `play`. */
  "POST /v1/games": { params: { body: schemas.CreateGame }; answer: schemas.Game };
  /** Get a game: `GET /v1/games/{id}`. Needs the scope `read`. */
  "GET /v1/games/{id}": { params: { id: string; at?: number; wait?: "my_turn"; include?: "legal_actions" }; answer: schemas.Game };
  /** Join a game: `POST /v1/games/{id}/join`. Needs the scope `play`. */
  "POST /v1/games/{id}/join": { params: { id: string; body?: schemas.JoinGame }; answer: schemas.Game };
  /** Leave a game that has not started: `POST /v1/games/{id}/leave`. Needs the scope `play`. */
  "POST /v1/games/{id}/leave": { params: { id: string }; answer: schemas.Game };
  /** Kick a player: `POST /v1/games/{id}/kick`. Needs the scope `play`. */
  "POST /v1/games/{id}/kick": { params: { id: string; body: schemas.KickPlayer }; answer: schemas.Game };
  /** List the invitations of a game: `GET /v1/games/{id}/invitations`. Needs the scope `read`. */
  "GET /v1/games/{id}/invitations": { params: { id: string }; answer: schemas.Invitations; item: schemas.Invitation };
  /** Invite a player to a game: `POST /v1/games/{id}/invitations`. Needs the scope `play`. */
  "POST /v1/games/{id}/invitations": { params: { id: string; body: schemas.Invite }; answer: schemas.Invitations };
  /** Withdraw an invitation: `DELETE /v1/games/{id}/invitations/{username}`. Needs the scope `play`. */
  "DELETE /v1/games/{id}/invitations/{username}": { params: { id: string; username: string }; answer: undefined };
  /** List the legal actions: `GET /v1/games/{id}/legal-actions`. Needs the scope `read`. */
  "GET /v1/games/{id}/legal-actions": { params: { id: string; payments?: "canonical" | "all"; missing?: boolean }; answer: schemas.LegalActions };
  /** Take a turn: `POST /v1/games/{id}/actions`. Needs the scope `play`. */
  "POST /v1/games/{id}/actions": { params: { id: string; dry_run?: boolean; wait?: "my_turn"; include?: "legal_actions"; body: schemas.PlayTurn }; answer: schemas.TurnOrDryRun };
  /** Resign: `POST /v1/games/{id}/resign`. Needs the scope `play`. */
  "POST /v1/games/{id}/resign": { params: { id: string; dry_run?: boolean }; answer: schemas.TurnOrDryRun };
  /** Abort a game: `POST /v1/games/{id}/abort`. Needs the scope `play`. */
  "POST /v1/games/{id}/abort": { params: { id: string; dry_run?: boolean }; answer: schemas.GameOrDryRun };
  /** Take out a seat of a stalled game: `POST /v1/games/{id}/forfeit`. Needs the scope `play`. */
  "POST /v1/games/{id}/forfeit": { params: { id: string; body: schemas.Forfeit }; answer: schemas.Game };
  /** Agree to a pause: `POST /v1/games/{id}/pause`. Needs the scope `play`. */
  "POST /v1/games/{id}/pause": { params: { id: string }; answer: schemas.Game };
  /** Resume a paused game: `POST /v1/games/{id}/resume`. Needs the scope `play`. */
  "POST /v1/games/{id}/resume": { params: { id: string }; answer: schemas.Game };
  /** Take days off: `POST /v1/games/{id}/days-off`. Needs the scope `play`. */
  "POST /v1/games/{id}/days-off": { params: { id: string; body: schemas.TakeDaysOff }; answer: schemas.Game };
  /** Get the log of a game, or follow it: `GET /v1/games/{id}/events`. Needs the scope `read`. */
  "GET /v1/games/{id}/events": { params: { id: string; since?: number; limit?: number; wait?: number; rematch?: boolean }; answer: schemas.Events; frame: schemas.Frame };
  /** List the comments of my bots on a game: `GET /v1/games/{id}/comments`. Needs the scope `read`. */
  "GET /v1/games/{id}/comments": { params: { id: string; limit?: number; cursor?: string }; answer: schemas.BotCommentPage; item: schemas.BotComment };
  /** Get the log of a game in sentences: `GET /v1/games/{id}/lines`. Needs the scope `read`. */
  "GET /v1/games/{id}/lines": { params: { id: string; since?: number; limit?: number }; answer: schemas.Lines };
  /** Get all views of a game that is over: `GET /v1/games/{id}/replay`. Needs the scope `read`. */
  "GET /v1/games/{id}/replay": { params: { id: string; since?: number; limit?: number; pictures?: boolean; theme?: "light" | "dark"; lang?: "en" | "de" | "fr" | "es"; layout?: "landscape" | "portrait" }; answer: schemas.Replay };
  /** Export a game: `GET /v1/games/{id}/export`. Needs the scope `read`. */
  "GET /v1/games/{id}/export": { params: { id: string; analysis?: boolean }; answer: schemas.Export };
  /** Export finished games: `GET /v1/exports/games`. */
  "GET /v1/exports/games": { params: { ruleset?: string; modules?: string; seats?: number; rated?: boolean; pool?: string; tournament?: string; since?: string; until?: string; limit?: number; cursor?: string }; answer: string };
  /** Get a picture of a game: `GET /v1/games/{id}/board.svg`. Needs the scope `read`. */
  "GET /v1/games/{id}/board.svg": { params: { id: string; at?: number; seat?: number; theme?: "light" | "dark"; lang?: "en" | "de" | "fr" | "es"; layout?: "landscape" | "portrait" }; answer: string };
  /** Get a picture of a game as PNG: `GET /v1/games/{id}/board.png`. Needs the scope `read`. */
  "GET /v1/games/{id}/board.png": { params: { id: string; at?: number; seat?: number; theme?: "light" | "dark"; lang?: "en" | "de" | "fr" | "es"; layout?: "landscape" | "portrait" }; answer: ArrayBuffer };
  /** Get the analysis of a game: `GET /v1/games/{id}/analysis`. Needs the scope `read`. */
  "GET /v1/games/{id}/analysis": { params: { id: string }; answer: schemas.GameAnalysis };
  /** Ask for the analysis of a game: `POST /v1/games/{id}/analysis`. Needs the scope `play`. */
  "POST /v1/games/{id}/analysis": { params: { id: string }; answer: schemas.GameAnalysis };
  /** Get the curve of a game: `GET /v1/games/{id}/analysis.svg`. Needs the scope `read`. */
  "GET /v1/games/{id}/analysis.svg": { params: { id: string; theme?: "light" | "dark" }; answer: string };
  /** Get what analyses say about a player: `GET /v1/players/{username}/analyses`. Needs the scope `read`. */
  "GET /v1/players/{username}/analyses": { params: { username: string }; answer: schemas.PlayerAnalyses };
  /** Fork a game: `POST /v1/games/{id}/fork`. Needs the scope `play`. */
  "POST /v1/games/{id}/fork": { params: { id: string; at: number; body: schemas.ForkGame }; answer: schemas.Game };
  /** Get the next puzzle: `GET /v1/puzzles/next`. Needs the scope `read`. */
  "GET /v1/puzzles/next": { params: { theme?: string; skip?: number }; answer: schemas.Puzzle };
  /** Get the puzzle of the day: `GET /v1/puzzles/daily`. Needs the scope `read`. */
  "GET /v1/puzzles/daily": { params: {}; answer: schemas.DailyPuzzle };
  /** Get a puzzle: `GET /v1/puzzles/{id}`. Needs the scope `read`. */
  "GET /v1/puzzles/{id}": { params: { id: string }; answer: schemas.Puzzle };
  /** Get a picture of a puzzle: `GET /v1/puzzles/{id}/board.svg`. */
  "GET /v1/puzzles/{id}/board.svg": { params: { id: string; theme?: "light" | "dark"; lang?: "en" | "de" | "fr" | "es"; layout?: "landscape" | "portrait" }; answer: string };
  /** Answer a puzzle: `POST /v1/puzzles/{id}/answer`. Needs the scope `play`. */
  "POST /v1/puzzles/{id}/answer": { params: { id: string; body: schemas.AnswerPuzzle }; answer: schemas.Puzzle };
  /** Get my record with puzzles: `GET /v1/me/puzzles`. Needs the scope `read`. */
  "GET /v1/me/puzzles": { params: {}; answer: schemas.PuzzleRecord };
  /** Get the statistics of a ruleset: `GET /v1/statistics/{ruleset}`. */
  "GET /v1/statistics/{ruleset}": { params: { ruleset: string; modules?: string; seats?: number; rated?: boolean }; answer: schemas.Statistics };
  /** Get the openings of a ruleset: `GET /v1/statistics/{ruleset}/openings`. */
  "GET /v1/statistics/{ruleset}/openings": { params: { ruleset: string; first?: string; modules?: string; seats?: number; rated?: boolean }; answer: schemas.OpeningStatistics };
  /** Create a stream ticket: `POST /v1/stream-tickets`. Needs the scope `read`. */
  "POST /v1/stream-tickets": { params: { body: schemas.CreateStreamTicket }; answer: schemas.StreamTicket };
  /** Follow what waits for me: `GET /v1/me/events`. Needs the scope `read`. */
  "GET /v1/me/events": { params: {}; answer: schemas.Waiting; frame: schemas.OwnFrame };
  /** Follow the lobby: `GET /v1/lobby/events`. Needs the scope `read`. */
  "GET /v1/lobby/events": { params: {}; answer: schemas.Lobby; frame: schemas.LobbyFrame };
  /** Follow several streams: `GET /v1/events`. Needs the scope `read`. */
  "GET /v1/events": { params: { games?: string; me?: boolean; lobby?: boolean; rematch?: boolean }; answer: string; frame: schemas.MergedFrame };
  /** List my games: `GET /v1/me/games`. Needs the scope `read`. */
  "GET /v1/me/games": { params: { to_act?: "me"; status?: "waiting" | "active" | "finished" | "aborted" | "frozen"; opponent?: string; label?: string; ruleset?: string; modules?: string; seats?: number; rated?: boolean; pool?: string; tournament?: string; since?: string; until?: string; sort?: "newest" | "oldest"; limit?: number; cursor?: string }; answer: schemas.GamePage; item: schemas.GameItem };
  /** List the games that I organize: `GET /v1/me/organized-games`. Needs the scope `read`. */
  "GET /v1/me/organized-games": { params: { status?: "waiting" | "active" | "finished" | "aborted" | "frozen"; label?: string; stalled_for_ms?: number; limit?: number; cursor?: string }; answer: schemas.GamePage; item: schemas.GameItem };
  /** List my invitations: `GET /v1/me/invitations`. Needs the scope `read`. */
  "GET /v1/me/invitations": { params: { limit?: number; cursor?: string }; answer: schemas.ReceivedInvitationPage; item: schemas.ReceivedInvitation };
  /** List seeks: `GET /v1/seeks`. Needs the scope `read`. */
  "GET /v1/seeks": { params: { mine?: boolean; limit?: number; cursor?: string }; answer: schemas.SeekPage; item: schemas.Seek };
  /** Seek opponents: `POST /v1/seeks`. Needs the scope `play`. */
  "POST /v1/seeks": { params: { body: schemas.CreateSeek }; answer: schemas.Seek };
  /** Get a seek: `GET /v1/seeks/{id}`. Needs the scope `read`. */
  "GET /v1/seeks/{id}": { params: { id: string }; answer: schemas.Seek };
  /** Withdraw a seek: `DELETE /v1/seeks/{id}`. Needs the scope `play`. */
  "DELETE /v1/seeks/{id}": { params: { id: string }; answer: undefined };
  /** List challenges: `GET /v1/challenges`. Needs the scope `read`. */
  "GET /v1/challenges": { params: { direction?: "in" | "out"; limit?: number; cursor?: string }; answer: schemas.ChallengePage; item: schemas.Challenge };
  /** Challenge players: `POST /v1/challenges`. Needs the scope `challenge`. */
  "POST /v1/challenges": { params: { body: schemas.CreateChallenge }; answer: schemas.Challenge };
  /** Get a challenge: `GET /v1/challenges/{id}`. Needs the scope `read`. */
  "GET /v1/challenges/{id}": { params: { id: string }; answer: schemas.Challenge };
  /** Withdraw a challenge: `DELETE /v1/challenges/{id}`. Needs the scope `challenge`. */
  "DELETE /v1/challenges/{id}": { params: { id: string }; answer: undefined };
  /** Accept a challenge: `POST /v1/challenges/{id}/accept`. Needs the scope `challenge`. */
  "POST /v1/challenges/{id}/accept": { params: { id: string; body?: schemas.JoinGame }; answer: schemas.Challenge };
  /** Decline a challenge: `POST /v1/challenges/{id}/decline`. Needs the scope `challenge`. */
  "POST /v1/challenges/{id}/decline": { params: { id: string; body?: schemas.DeclineChallenge }; answer: schemas.Challenge };
  /** Offer a rematch, or agree to it: `POST /v1/games/{id}/rematch`. Needs the scope `play`. */
  "POST /v1/games/{id}/rematch": { params: { id: string; body?: schemas.JoinGame }; answer: schemas.Game };
  /** Take back the agreement to a rematch: `DELETE /v1/games/{id}/rematch`. Needs the scope `play`. */
  "DELETE /v1/games/{id}/rematch": { params: { id: string }; answer: undefined };
  /** List bot matches: `GET /v1/bot-matches`. Needs the scope `read`. */
  "GET /v1/bot-matches": { params: { limit?: number; cursor?: string }; answer: schemas.BotMatchPage; item: schemas.BotMatchItem };
  /** Create a bot match: `POST /v1/bot-matches`. Needs the scope `challenge`. */
  "POST /v1/bot-matches": { params: { body: schemas.CreateBotMatch }; answer: schemas.BotMatch };
  /** Get a bot match: `GET /v1/bot-matches/{id}`. Needs the scope `read`. */
  "GET /v1/bot-matches/{id}": { params: { id: string }; answer: schemas.BotMatch };
  /** List the games of a bot match: `GET /v1/bot-matches/{id}/games`. Needs the scope `read`. */
  "GET /v1/bot-matches/{id}/games": { params: { id: string; limit?: number; cursor?: string }; answer: schemas.BotMatchGamePage; item: schemas.BotMatchGame };
  /** Accept a bot match: `POST /v1/bot-matches/{id}/accept`. Needs the scope `challenge`. */
  "POST /v1/bot-matches/{id}/accept": { params: { id: string }; answer: schemas.BotMatch };
  /** Stop a bot match: `POST /v1/bot-matches/{id}/cancel`. Needs the scope `challenge`. */
  "POST /v1/bot-matches/{id}/cancel": { params: { id: string }; answer: schemas.BotMatch };
  /** List clubs: `GET /v1/clubs`. */
  "GET /v1/clubs": { params: { name?: string; limit?: number; cursor?: string }; answer: schemas.ClubPage; item: schemas.ClubItem };
  /** Create a club: `POST /v1/clubs`. Needs the scope `organize`. */
  "POST /v1/clubs": { params: { body: schemas.CreateClub }; answer: schemas.Club };
  /** List my clubs: `GET /v1/me/clubs`. Needs the scope `read`. */
  "GET /v1/me/clubs": { params: { limit?: number; cursor?: string }; answer: schemas.OwnClubPage; item: schemas.Club };
  /** Get a club: `GET /v1/clubs/{id}`. Needs the scope `read`. */
  "GET /v1/clubs/{id}": { params: { id: string }; answer: schemas.Club };
  /** Change a club: `PATCH /v1/clubs/{id}`. Needs the scope `organize`. */
  "PATCH /v1/clubs/{id}": { params: { id: string; body: schemas.UpdateClub }; answer: schemas.Club };
  /** Join a club: `POST /v1/clubs/{id}/join`. Needs the scope `tournaments`. */
  "POST /v1/clubs/{id}/join": { params: { id: string; body?: schemas.JoinClub }; answer: schemas.Club };
  /** Create a join code: `POST /v1/clubs/{id}/join-code`. Needs the scope `organize`. */
  "POST /v1/clubs/{id}/join-code": { params: { id: string }; answer: schemas.JoinCode };
  /** End the join code: `DELETE /v1/clubs/{id}/join-code`. Needs the scope `organize`. */
  "DELETE /v1/clubs/{id}/join-code": { params: { id: string }; answer: undefined };
  /** Read the audit of a club: `GET /v1/clubs/{id}/audit`. Needs the scope `read`. */
  "GET /v1/clubs/{id}/audit": { params: { id: string; limit?: number; cursor?: string }; answer: schemas.AuditPage; item: schemas.TournamentEvent };
  /** List members: `GET /v1/clubs/{id}/members`. Needs the scope `read`. */
  "GET /v1/clubs/{id}/members": { params: { id: string; limit?: number; cursor?: string }; answer: schemas.MemberPage; item: schemas.ClubMember };
  /** Accept an application: `PUT /v1/clubs/{id}/members/{username}`. Needs the scope `organize`. */
  "PUT /v1/clubs/{id}/members/{username}": { params: { id: string; username: string }; answer: undefined };
  /** Remove a member: `DELETE /v1/clubs/{id}/members/{username}`. Needs the scope `tournaments`. */
  "DELETE /v1/clubs/{id}/members/{username}": { params: { id: string; username: string }; answer: undefined };
  /** Change the role of a member: `PATCH /v1/clubs/{id}/members/{username}`. Needs the scope `organize`. */
  "PATCH /v1/clubs/{id}/members/{username}": { params: { id: string; username: string; body: schemas.SetRole }; answer: schemas.Club };
  /** List invitations to a club: `GET /v1/clubs/{id}/invitations`. Needs the scope `read`. */
  "GET /v1/clubs/{id}/invitations": { params: { id: string; limit?: number; cursor?: string }; answer: schemas.ClubRequestPage; item: schemas.OpenClubRequest };
  /** Invite a player to a club: `PUT /v1/clubs/{id}/invitations/{username}`. Needs the scope `organize`. */
  "PUT /v1/clubs/{id}/invitations/{username}": { params: { id: string; username: string }; answer: undefined };
  /** Take an invitation to a club back: `DELETE /v1/clubs/{id}/invitations/{username}`. Needs the scope `tournaments`. */
  "DELETE /v1/clubs/{id}/invitations/{username}": { params: { id: string; username: string }; answer: undefined };
  /** List applications: `GET /v1/clubs/{id}/applications`. Needs the scope `read`. */
  "GET /v1/clubs/{id}/applications": { params: { id: string; limit?: number; cursor?: string }; answer: schemas.ClubRequestPage; item: schemas.OpenClubRequest };
  /** Decline an application: `DELETE /v1/clubs/{id}/applications/{username}`. Needs the scope `tournaments`. */
  "DELETE /v1/clubs/{id}/applications/{username}": { params: { id: string; username: string }; answer: undefined };
  /** List bans: `GET /v1/clubs/{id}/bans`. Needs the scope `read`. */
  "GET /v1/clubs/{id}/bans": { params: { id: string; limit?: number; cursor?: string }; answer: schemas.ClubBanPage; item: schemas.ClubBan };
  /** Ban a player from a club: `PUT /v1/clubs/{id}/bans/{username}`. Needs the scope `organize`. */
  "PUT /v1/clubs/{id}/bans/{username}": { params: { id: string; username: string; body?: schemas.BanFromClub }; answer: undefined };
  /** Lift a ban: `DELETE /v1/clubs/{id}/bans/{username}`. Needs the scope `organize`. */
  "DELETE /v1/clubs/{id}/bans/{username}": { params: { id: string; username: string }; answer: undefined };
  /** List the ladders of a club: `GET /v1/clubs/{id}/ladders`. Needs the scope `read`. */
  "GET /v1/clubs/{id}/ladders": { params: { id: string }; answer: schemas.ClubLadderPage; item: schemas.ClubLadder };
  /** Create a ladder: `POST /v1/clubs/{id}/ladders`. Needs the scope `organize`. */
  "POST /v1/clubs/{id}/ladders": { params: { id: string; body: schemas.CreateLadder }; answer: schemas.ClubLadder };
  /** Get a ladder of a club: `GET /v1/clubs/{id}/ladders/{ladder_id}`. Needs the scope `read`. */
  "GET /v1/clubs/{id}/ladders/{ladder_id}": { params: { id: string; ladder_id: string }; answer: schemas.ClubLadder };
  /** Close a ladder: `DELETE /v1/clubs/{id}/ladders/{ladder_id}`. Needs the scope `organize`. */
  "DELETE /v1/clubs/{id}/ladders/{ladder_id}": { params: { id: string; ladder_id: string }; answer: undefined };
  /** Change a ladder: `PATCH /v1/clubs/{id}/ladders/{ladder_id}`. Needs the scope `organize`. */
  "PATCH /v1/clubs/{id}/ladders/{ladder_id}": { params: { id: string; ladder_id: string; body: schemas.UpdateLadder }; answer: schemas.ClubLadder };
  /** Annul a game in a season of a club: `POST /v1/clubs/{id}/games/{game_id}/annul`. Needs the scope `organize`. */
  "POST /v1/clubs/{id}/games/{game_id}/annul": { params: { id: string; game_id: string; body: schemas.AnnulGame }; answer: schemas.AnnulledGame };
  /** List the seasons of a club: `GET /v1/clubs/{id}/seasons`. Needs the scope `read`. */
  "GET /v1/clubs/{id}/seasons": { params: { id: string; ladder?: string; limit?: number; cursor?: string }; answer: schemas.ClubSeasonPage; item: schemas.ClubSeason };
  /** Start a season: `POST /v1/clubs/{id}/seasons`. Needs the scope `organize`. */
  "POST /v1/clubs/{id}/seasons": { params: { id: string; body: schemas.StartSeason }; answer: schemas.ClubSeason };
  /** Get a season: `GET /v1/clubs/{id}/seasons/{season_id}`. Needs the scope `read`. */
  "GET /v1/clubs/{id}/seasons/{season_id}": { params: { id: string; season_id: string }; answer: schemas.ClubSeason };
  /** End a season: `POST /v1/clubs/{id}/seasons/{season_id}/end`. Needs the scope `organize`. */
  "POST /v1/clubs/{id}/seasons/{season_id}/end": { params: { id: string; season_id: string }; answer: schemas.ClubSeason };
  /** List series: `GET /v1/series`. */
  "GET /v1/series": { params: { club?: string; name?: string; limit?: number; cursor?: string }; answer: schemas.SeriesPage; item: schemas.SeriesItem };
  /** Create a series: `POST /v1/series`. Needs the scope `organize`. */
  "POST /v1/series": { params: { body: schemas.CreateSeries }; answer: schemas.Series };
  /** Get a series: `GET /v1/series/{id}`. Needs the scope `read`. */
  "GET /v1/series/{id}": { params: { id: string }; answer: schemas.Series };
  /** Delete a series: `DELETE /v1/series/{id}`. Needs the scope `organize`. */
  "DELETE /v1/series/{id}": { params: { id: string }; answer: undefined };
  /** Change a series: `PATCH /v1/series/{id}`. Needs the scope `organize`. */
  "PATCH /v1/series/{id}": { params: { id: string; body: schemas.UpdateSeries }; answer: schemas.Series };
  /** Read the audit of a series: `GET /v1/series/{id}/audit`. */
  "GET /v1/series/{id}/audit": { params: { id: string; limit?: number; cursor?: string }; answer: schemas.AuditPage; item: schemas.TournamentEvent };
  /** Get the table of a series: `GET /v1/series/{id}/standings`. */
  "GET /v1/series/{id}/standings": { params: { id: string; format?: "json" | "csv" }; answer: schemas.SeriesStandings };
  /** Add a tournament to a series: `PUT /v1/series/{id}/events/{tournament_id}`. Needs the scope `organize`. */
  "PUT /v1/series/{id}/events/{tournament_id}": { params: { id: string; tournament_id: string }; answer: schemas.Series };
  /** Remove a tournament from a series: `DELETE /v1/series/{id}/events/{tournament_id}`. Needs the scope `organize`. */
  "DELETE /v1/series/{id}/events/{tournament_id}": { params: { id: string; tournament_id: string }; answer: undefined };
  /** Start the first season of a league: `POST /v1/series/{id}/seasons`. Needs the scope `organize`. */
  "POST /v1/series/{id}/seasons": { params: { id: string; body: schemas.StartLeagueSeason }; answer: schemas.LeagueSeason };
  /** Start the next season of a league: `POST /v1/series/{id}/seasons/next`. Needs the scope `organize`. */
  "POST /v1/series/{id}/seasons/next": { params: { id: string; dry_run?: boolean; body?: schemas.NextLeagueSeason }; answer: schemas.LeagueSeason };
  /** List tournaments: `GET /v1/tournaments`. */
  "GET /v1/tournaments": { params: { status?: "registration" | "running" | "finished" | "cancelled"; club?: string; name?: string; ruleset?: string; organizer?: string; player?: string; limit?: number; cursor?: string }; answer: schemas.TournamentPage; item: schemas.TournamentItem };
  /** Create a tournament: `POST /v1/tournaments`. Needs the scope `organize`. */
  "POST /v1/tournaments": { params: { body: schemas.CreateTournament }; answer: schemas.Tournament };
  /** List my tournaments: `GET /v1/me/tournaments`. Needs the scope `read`. */
  "GET /v1/me/tournaments": { params: { limit?: number; cursor?: string }; answer: schemas.TournamentPage; item: schemas.TournamentItem };
  /** Get a tournament: `GET /v1/tournaments/{id}`. Needs the scope `read`. */
  "GET /v1/tournaments/{id}": { params: { id: string }; answer: schemas.Tournament };
  /** Delete a tournament: `DELETE /v1/tournaments/{id}`. Needs the scope `organize`. */
  "DELETE /v1/tournaments/{id}": { params: { id: string }; answer: undefined };
  /** Change a tournament: `PATCH /v1/tournaments/{id}`. Needs the scope `organize`. */
  "PATCH /v1/tournaments/{id}": { params: { id: string; body: schemas.UpdateTournament }; answer: schemas.Tournament };
  /** Copy a tournament: `POST /v1/tournaments/{id}/copy`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/copy": { params: { id: string; body: schemas.UpdateTournament }; answer: schemas.Tournament };
  /** Enter a tournament: `POST /v1/tournaments/{id}/enter`. Needs the scope `tournaments`. */
  "POST /v1/tournaments/{id}/enter": { params: { id: string; body?: schemas.EnterTournament }; answer: schemas.TournamentEntry };
  /** Create an entry code: `POST /v1/tournaments/{id}/entry-code`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/entry-code": { params: { id: string }; answer: schemas.EntryCode };
  /** Withdraw from a tournament: `POST /v1/tournaments/{id}/withdraw`. Needs the scope `tournaments`. */
  "POST /v1/tournaments/{id}/withdraw": { params: { id: string; body?: schemas.WithdrawFromTournament }; answer: undefined };
  /** Confirm that I am ready: `POST /v1/tournaments/{id}/ready`. Needs the scope `tournaments`. */
  "POST /v1/tournaments/{id}/ready": { params: { id: string }; answer: undefined };
  /** List entries: `GET /v1/tournaments/{id}/entries`. Needs the scope `read`. */
  "GET /v1/tournaments/{id}/entries": { params: { id: string; limit?: number; cursor?: number }; answer: schemas.EntryPage; item: schemas.TournamentEntry };
  /** Add entries: `POST /v1/tournaments/{id}/entries`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/entries": { params: { id: string; body: schemas.AddEntry }; answer: schemas.AddedEntries };
  /** Change an entry: `PATCH /v1/tournaments/{id}/entries/{n}`. Needs the scope `organize`. */
  "PATCH /v1/tournaments/{id}/entries/{n}": { params: { id: string; n: number; body: schemas.RenameGuest }; answer: schemas.TournamentEntry };
  /** Create a claim code: `POST /v1/tournaments/{id}/entries/{n}/claim-code`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/entries/{n}/claim-code": { params: { id: string; n: number }; answer: schemas.ClaimCode };
  /** Claim an entry: `POST /v1/tournaments/{id}/claim`. Needs the scope `tournaments`. */
  "POST /v1/tournaments/{id}/claim": { params: { id: string; body: schemas.ClaimEntry }; answer: schemas.TournamentEntry };
  /** List teams: `GET /v1/tournaments/{id}/teams`. Needs the scope `read`. */
  "GET /v1/tournaments/{id}/teams": { params: { id: string; limit?: number; cursor?: number }; answer: schemas.TeamPage; item: schemas.TournamentTeam };
  /** Create a team: `POST /v1/tournaments/{id}/teams`. Needs the scope `tournaments`. */
  "POST /v1/tournaments/{id}/teams": { params: { id: string; body: schemas.CreateTeam }; answer: schemas.TournamentTeam };
  /** Delete a team: `DELETE /v1/tournaments/{id}/teams/{n}`. Needs the scope `tournaments`. */
  "DELETE /v1/tournaments/{id}/teams/{n}": { params: { id: string; n: number }; answer: undefined };
  /** Change a team: `PATCH /v1/tournaments/{id}/teams/{n}`. Needs the scope `tournaments`. */
  "PATCH /v1/tournaments/{id}/teams/{n}": { params: { id: string; n: number; body: schemas.UpdateTeam }; answer: schemas.TournamentTeam };
  /** Create a team code: `POST /v1/tournaments/{id}/teams/{n}/code`. Needs the scope `tournaments`. */
  "POST /v1/tournaments/{id}/teams/{n}/code": { params: { id: string; n: number }; answer: schemas.TeamCode };
  /** Put an entry into a team: `PUT /v1/tournaments/{id}/entries/{n}/team`. Needs the scope `tournaments`. */
  "PUT /v1/tournaments/{id}/entries/{n}/team": { params: { id: string; n: number; body: schemas.SetEntryTeam }; answer: schemas.TournamentEntry };
  /** Take an entry out of its team: `DELETE /v1/tournaments/{id}/entries/{n}/team`. Needs the scope `tournaments`. */
  "DELETE /v1/tournaments/{id}/entries/{n}/team": { params: { id: string; n: number }; answer: schemas.TournamentEntry };
  /** Get the team standings: `GET /v1/tournaments/{id}/standings/teams`. Needs the scope `read`. */
  "GET /v1/tournaments/{id}/standings/teams": { params: { id: string; after?: number; format?: "json" | "csv" }; answer: schemas.TeamStandings };
  /** Start a tournament: `POST /v1/tournaments/{id}/start`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/start": { params: { id: string }; answer: schemas.Tournament };
  /** Announce something: `POST /v1/tournaments/{id}/announcements`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/announcements": { params: { id: string; body: schemas.Announce }; answer: schemas.TournamentEvent };
  /** Request a bye: `POST /v1/tournaments/{id}/byes`. Needs the scope `tournaments`. */
  "POST /v1/tournaments/{id}/byes": { params: { id: string; body: schemas.RequestBye }; answer: schemas.TournamentEntry };
  /** Take back a bye: `DELETE /v1/tournaments/{id}/byes/{n}`. Needs the scope `tournaments`. */
  "DELETE /v1/tournaments/{id}/byes/{n}": { params: { id: string; n: number }; answer: schemas.TournamentEntry };
  /** Set the byes of an entry: `PUT /v1/tournaments/{id}/entries/{n}/byes`. Needs the scope `organize`. */
  "PUT /v1/tournaments/{id}/entries/{n}/byes": { params: { id: string; n: number; body: schemas.SetEntryByes }; answer: schemas.TournamentEntry };
  /** Fix the table of an entry: `PUT /v1/tournaments/{id}/entries/{n}/fixed-table`. Needs the scope `organize`. */
  "PUT /v1/tournaments/{id}/entries/{n}/fixed-table": { params: { id: string; n: number; body: schemas.FixTable }; answer: schemas.TournamentEntry };
  /** Close a tournament: `POST /v1/tournaments/{id}/close`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/close": { params: { id: string; body?: schemas.CloseTournament }; answer: schemas.Tournament };
  /** Reopen a tournament: `POST /v1/tournaments/{id}/reopen`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/reopen": { params: { id: string; body: schemas.GiveReason }; answer: schemas.Tournament };
  /** Accept to organize a tournament: `POST /v1/tournaments/{id}/organizers/accept`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/organizers/accept": { params: { id: string }; answer: schemas.Tournament };
  /** Remove an organizer: `DELETE /v1/tournaments/{id}/organizers/{username}`. Needs the scope `organize`. */
  "DELETE /v1/tournaments/{id}/organizers/{username}": { params: { id: string; username: string }; answer: undefined };
  /** List invitations to a tournament: `GET /v1/tournaments/{id}/invitations`. Needs the scope `read`. */
  "GET /v1/tournaments/{id}/invitations": { params: { id: string; limit?: number; cursor?: string }; answer: schemas.TournamentInvitationPage; item: schemas.TournamentInvitation };
  /** Take an invitation to a tournament back: `DELETE /v1/tournaments/{id}/invitations/{username}`. Needs the scope `tournaments`. */
  "DELETE /v1/tournaments/{id}/invitations/{username}": { params: { id: string; username: string }; answer: undefined };
  /** Pair the next round: `POST /v1/tournaments/{id}/rounds/next`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/rounds/next": { params: { id: string; dry_run?: boolean; body?: schemas.PairNextRound }; answer: schemas.PlannedRound | schemas.TournamentRound };
  /** Close the last round: `POST /v1/tournaments/{id}/rounds/close`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/rounds/close": { params: { id: string }; answer: schemas.TournamentRound };
  /** Unpair a round: `POST /v1/tournaments/{id}/rounds/{n}/unpair`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/rounds/{n}/unpair": { params: { id: string; n: number; body: schemas.GiveReason }; answer: schemas.Tournament };
  /** Get a round: `GET /v1/tournaments/{id}/rounds/{n}`. Needs the scope `read`. */
  "GET /v1/tournaments/{id}/rounds/{n}": { params: { id: string; n: number; format?: "json" | "csv"; unfinished?: boolean }; answer: schemas.TournamentRound };
  /** Get the standings: `GET /v1/tournaments/{id}/standings`. Needs the scope `read`. */
  "GET /v1/tournaments/{id}/standings": { params: { id: string; after?: number; format?: "json" | "csv" }; answer: schemas.TournamentStandings };
  /** Export a tournament: `GET /v1/tournaments/{id}/export`. Needs the scope `read`. */
  "GET /v1/tournaments/{id}/export": { params: { id: string; format?: "json" | "csv" | "trf" }; answer: schemas.TournamentExport };
  /** Read the audit: `GET /v1/tournaments/{id}/audit`. Needs the scope `read`. */
  "GET /v1/tournaments/{id}/audit": { params: { id: string; limit?: number; cursor?: string }; answer: schemas.AuditPage; item: schemas.TournamentEvent };
  /** Follow a tournament: `GET /v1/tournaments/{id}/events`. Needs the scope `read`. */
  "GET /v1/tournaments/{id}/events": { params: { id: string }; answer: schemas.FollowedTournament; frame: schemas.TournamentFrame };
  /** Report the result of my table: `POST /v1/tournaments/{id}/tables/{n}/report`. Needs the scope `tournaments`. */
  "POST /v1/tournaments/{id}/tables/{n}/report": { params: { id: string; n: number; body: schemas.ReportResult }; answer: schemas.TournamentTable };
  /** Set the result of a table: `POST /v1/tournaments/{id}/tables/{n}/result`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/tables/{n}/result": { params: { id: string; n: number; body: schemas.SetTableResult }; answer: undefined };
  /** Set the results of a round: `POST /v1/tournaments/{id}/rounds/{n}/results`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/rounds/{n}/results": { params: { id: string; n: number; body: schemas.SetRoundResults }; answer: undefined };
  /** Void a table: `POST /v1/tournaments/{id}/tables/{n}/void`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/tables/{n}/void": { params: { id: string; n: number; body: schemas.VoidTable }; answer: undefined };
  /** Correct the result of a table: `POST /v1/tournaments/{id}/tables/{n}/correct`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/tables/{n}/correct": { params: { id: string; n: number; dry_run?: boolean; body: schemas.SetTableResult }; answer: schemas.Correction };
  /** Seat other entries at a table: `POST /v1/tournaments/{id}/tables/{n}/substitute`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/tables/{n}/substitute": { params: { id: string; n: number; body: schemas.SeatTable }; answer: undefined };
  /** Pause a table: `POST /v1/tournaments/{id}/tables/{n}/pause`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/tables/{n}/pause": { params: { id: string; n: number; body: schemas.GiveReason }; answer: undefined };
  /** Resume a table: `POST /v1/tournaments/{id}/tables/{n}/resume`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/tables/{n}/resume": { params: { id: string; n: number; body: schemas.GiveReason }; answer: undefined };
  /** Give a seat time: `POST /v1/tournaments/{id}/tables/{n}/clock`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/tables/{n}/clock": { params: { id: string; n: number; body: schemas.AddTime }; answer: undefined };
  /** Remove an entry: `POST /v1/tournaments/{id}/entries/{n}/remove`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/entries/{n}/remove": { params: { id: string; n: number; body: schemas.GiveReason }; answer: undefined };
  /** Withdraw an entry: `POST /v1/tournaments/{id}/entries/{n}/withdraw`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/entries/{n}/withdraw": { params: { id: string; n: number; body: schemas.WithdrawEntry }; answer: undefined };
  /** Reinstate an entry: `POST /v1/tournaments/{id}/entries/{n}/reinstate`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/entries/{n}/reinstate": { params: { id: string; n: number; body: schemas.GiveReason }; answer: undefined };
  /** Give or take points: `POST /v1/tournaments/{id}/entries/{n}/adjust`. Needs the scope `organize`. */
  "POST /v1/tournaments/{id}/entries/{n}/adjust": { params: { id: string; n: number; body: schemas.AdjustPoints }; answer: undefined };
  /** List ladders: `GET /v1/ladders`. */
  "GET /v1/ladders": { params: { club?: string }; answer: schemas.LadderPage; item: schemas.Ladder };
  /** Get a leaderboard: `GET /v1/ladders/{pool}/standings`. */
  "GET /v1/ladders/{pool}/standings": { params: { pool: string; limit?: number; cursor?: string; around?: string }; answer: schemas.LadderStandings; item: schemas.LadderStanding };
  /** Get the log of a ladder: `GET /v1/ladders/{pool}/log`. */
  "GET /v1/ladders/{pool}/log": { params: { pool: string; limit?: number; cursor?: string }; answer: schemas.RatingLogPage; item: schemas.RatingEvent };
  /** List the annulled games of a ladder: `GET /v1/ladders/{pool}/annulments`. */
  "GET /v1/ladders/{pool}/annulments": { params: { pool: string; limit?: number; cursor?: string }; answer: schemas.AnnulmentPage; item: schemas.Annulment };
  /** Get the ratings of a player: `GET /v1/players/{username}/ratings`. */
  "GET /v1/players/{username}/ratings": { params: { username: string; club?: string }; answer: schemas.PlayerRatings; item: schemas.PlayerRating };
  /** Get the rating history of a player: `GET /v1/players/{username}/rating-history`. */
  "GET /v1/players/{username}/rating-history": { params: { username: string; pool: string; limit?: number; cursor?: string }; answer: schemas.RatingHistory; item: schemas.RatedGame };
  /** Annul a game: `POST /v1/admin/games/{id}/annul`. Needs a login. */
  "POST /v1/admin/games/{id}/annul": { params: { id: string; body: schemas.AnnulGame }; answer: schemas.AnnulledGame };
  /** Get my quiet hours: `GET /v1/me/quiet-hours`. Needs the scope `read`. */
  "GET /v1/me/quiet-hours": { params: {}; answer: schemas.QuietHours };
  /** Set my quiet hours: `PUT /v1/me/quiet-hours`. Needs the scope `play`. */
  "PUT /v1/me/quiet-hours": { params: { body: schemas.SetQuietHours }; answer: schemas.QuietHours };
  /** Get my mails about turns: `GET /v1/me/mail-digest`. Needs the scope `read`. */
  "GET /v1/me/mail-digest": { params: {}; answer: schemas.MailDigest };
  /** Choose mails about turns: `PUT /v1/me/mail-digest`. Needs the scope `play`. */
  "PUT /v1/me/mail-digest": { params: { body: schemas.SetMailDigest }; answer: schemas.MailDigest };
  /** List my push subscriptions: `GET /v1/me/push`. Needs the scope `read`. */
  "GET /v1/me/push": { params: {}; answer: schemas.Pushes; item: schemas.Push };
  /** Subscribe a browser to push messages: `POST /v1/me/push`. Needs the scope `read`. */
  "POST /v1/me/push": { params: { body: schemas.CreatePush }; answer: schemas.Push };
  /** Delete the push subscriptions of this session: `DELETE /v1/me/push`. Needs the scope `read`. */
  "DELETE /v1/me/push": { params: {}; answer: undefined };
  /** Delete a push subscription: `DELETE /v1/me/push/{id}`. Needs the scope `play`. */
  "DELETE /v1/me/push/{id}": { params: { id: string }; answer: undefined };
  /** List my webhooks: `GET /v1/webhooks`. Needs the scope `tournaments`. */
  "GET /v1/webhooks": { params: {}; answer: schemas.Webhooks; item: schemas.Webhook };
  /** Create a webhook: `POST /v1/webhooks`. Needs the scopes `read` and `tournaments`. */
  "POST /v1/webhooks": { params: { body: schemas.CreateWebhook }; answer: schemas.Webhook };
  /** Get a webhook: `GET /v1/webhooks/{id}`. Needs the scope `tournaments`. */
  "GET /v1/webhooks/{id}": { params: { id: string }; answer: schemas.Webhook };
  /** Delete a webhook: `DELETE /v1/webhooks/{id}`. Needs the scope `tournaments`. */
  "DELETE /v1/webhooks/{id}": { params: { id: string }; answer: undefined };
  /** Change a webhook: `PATCH /v1/webhooks/{id}`. Needs the scopes `read` and `tournaments`. */
  "PATCH /v1/webhooks/{id}": { params: { id: string; body: schemas.UpdateWebhook }; answer: schemas.Webhook };
  /** List the messages of a webhook: `GET /v1/webhooks/{id}/deliveries`. Needs the scope `tournaments`. */
  "GET /v1/webhooks/{id}/deliveries": { params: { id: string; limit?: number; cursor?: string }; answer: schemas.WebhookDeliveryPage; item: schemas.WebhookDelivery };
  /** Send a message again: `POST /v1/webhooks/{id}/deliveries/{delivery_id}/replay`. Needs the scope `tournaments`. */
  "POST /v1/webhooks/{id}/deliveries/{delivery_id}/replay": { params: { id: string; delivery_id: string }; answer: schemas.WebhookDelivery };
  /** Test a webhook: `POST /v1/webhooks/{id}/test`. Needs the scope `tournaments`. */
  "POST /v1/webhooks/{id}/test": { params: { id: string }; answer: schemas.WebhookDelivery };
  /** Get the entry point: `GET /v1`. */
  "GET /v1": { params: {}; answer: schemas.Index };
  /** Get the public keys of access tokens: `GET /.well-known/jwks.json`. */
  "GET /.well-known/jwks.json": { params: {}; answer: unknown };
  /** Liveness probe: `GET /livez`. */
  "GET /livez": { params: {}; answer: schemas.Health };
  /** Readiness probe: `GET /readyz`. */
  "GET /readyz": { params: {}; answer: schemas.Ready };
  /** Get the server's metrics: `GET /metrics`. */
  "GET /metrics": { params: {}; answer: string };
}

/** What creates something once for each `Idempotency-Key`. */
export const KEYED: ReadonlySet<string> = new Set([
  "POST /v1/games",
  "POST /v1/games/{id}/fork",
  "POST /v1/seeks",
  "POST /v1/challenges",
  "POST /v1/bot-matches",
  "POST /v1/clubs",
  "POST /v1/clubs/{id}/ladders",
  "POST /v1/series",
  "POST /v1/tournaments",
  "POST /v1/tournaments/{id}/copy",
  "POST /v1/tournaments/{id}/announcements",
]);

/** What is not sent again after a lost response. */
export const ONCE: ReadonlySet<string> = new Set([
  "POST /v1/accounts",
  "POST /v1/password-resets",
  "POST /v1/me/tokens",
  "POST /v1/me/bots",
  "POST /v1/me/bots/{username}/tokens",
  "POST /v1/tournaments/{id}/tables/{n}/clock",
  "POST /v1/tournaments/{id}/entries/{n}/adjust",
  "POST /v1/webhooks",
  "POST /v1/webhooks/{id}/deliveries/{delivery_id}/replay",
  "POST /v1/webhooks/{id}/test",
]);
