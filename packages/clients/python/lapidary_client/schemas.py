"""The schemas of the contract. Written by `make clients` from openapi/openapi.json."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Accepts(TypedDict):
    """
    What a bot accepts.
    """

    rulesets: list[str]
    """
    The ids of rulesets.
    """
    modules: list[str]
    """
    The modules that a game may have. A game without modules is always accepted.
    """
    seats: list[int]
    """
    The numbers of seats.
    """
    clocks: list[str]
    """
    The kinds of clock.
    """
    concurrent_games: int
    """
    The maximum number of unfinished games in which the bot has a seat. The bot cannot take
    more. Nobody can challenge or invite it to a game outside the other fields.
    """


Seat: TypeAlias = int


class AcceptsChange(TypedDict):
    """
    What a bot accepts. A field that is left out keeps its value; a new bot accepts the base game with any
    clock and any number of seats.
    """

    rulesets: NotRequired[list[Literal['splendor', 'kids']]]
    """
    The ids of rulesets.
    """
    modules: NotRequired[list[Literal['orient', 'strongholds', 'trading_posts', 'cities', 'mysteries']]]
    """
    The modules that a game may have. A game without modules is always accepted.
    """
    seats: NotRequired[list[Seat]]
    """
    The numbers of seats.
    """
    clocks: NotRequired[list[Literal['none', 'live', 'correspondence']]]
    """
    The kinds of clock.
    """
    concurrent_games: NotRequired[int]
    """
    The maximum number of unfinished games in which the bot has a seat. The server enforces it.
    """


class AccountLock(TypedDict):
    """
    Why an account is locked, and until when.
    """

    reason: str
    """
    The reason that an administrator gave.
    """
    ends_at: str | None
    """
    When the lock ends by itself; null if it does not.
    """


class AddEntry(TypedDict):
    """
    Who is entered: either `guest` or `username`.
    """

    guest: NotRequired[str]
    """
    The name of somebody without an account.
    """
    username: NotRequired[str]
    """
    The name of a player. They take part as a guest with this name until they call `POST …/enter`.
    """
    team: NotRequired[str]
    """
    The name of the team to which they belong, in a tournament with `teams`. Before the start, a team that
    does not exist is made.
    """
    rating: NotRequired[int]
    """
    The rating, by which equal scores and brackets are ordered; 1500 if left out.
    """
    seed: NotRequired[int]
    """
    The seed, 1 for the strongest: it goes before ratings. Entries may have the same one.
    """


class AddTime(TypedDict):
    """
    Time for a seat.
    """

    seat: int
    """
    The seat, from 0.
    """
    add_ms: int
    """
    The time that its clock gets, in milliseconds.
    """
    reason: str
    """
    Why. Everybody reads it in the audit.
    """


class AdjustPoints(TypedDict):
    """
    Points for an entry: `give` or `take`.
    """

    give: NotRequired[int]
    """
    The points that the entry gets.
    """
    take: NotRequired[int]
    """
    The points that the entry loses.
    """
    reason: str
    """
    Why. Everybody reads it in the export.
    """


class AnalyzedSeat(TypedDict):
    """
    A seat over a whole game: `opening + play + opponents + luck + rest = result`.
    """

    seat: int
    accuracy: float
    """
    0 to 100. A seat that loses nothing has 100; it halves with every 0.05 that a choice loses on average.
    """
    choices: int
    """
    The choices that had an alternative.
    """
    mistakes: int
    """
    Those that were mistakes.
    """
    opening: float
    """
    The share that the seat could expect before the first turn.
    """
    play: float
    """
    What its own choices changed; never above 0.
    """
    opponents: float
    """
    What the choices of the others changed.
    """
    luck: float
    """
    What revealed cards changed: luck apart from play.
    """
    rest: float
    """
    What the judge saw only later, and what happened outside of choices, such as resigning.
    """
    result: float
    """
    The share that the seat got.
    """


class Announce(TypedDict):
    """
    An announcement.
    """

    text: str
    """
    The text, for everybody who sees the tournament.
    """


class AnnulGame(TypedDict):
    """
    Why a game is annulled.
    """

    reason: str
    """
    The reason, which is public: one line of up to 500 characters.
    """


class AnnulGames(TypedDict):
    """
    The games of a player that are annulled together.
    """

    ladder: str
    """
    The ladder: its games in the season that runs, or else in the last one.
    """
    reason: str
    """
    The reason, which is public: one line of up to 500 characters.
    """


class Annulment(TypedDict):
    """
    A game that was annulled.
    """

    game: str
    pool: str
    pool_seq: int
    """
    The number of the game in its pool.
    """
    reason: str
    """
    Why, in the words of the administrator.
    """
    annulled_at: str
    corrected_players: int
    """
    The number of players whose current rating this has changed.
    """


class AnnulmentPage(TypedDict):
    """
    A page of annulled games.
    """

    items: list[Annulment]
    """
    The games in the order of their numbers.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class ApiToken(TypedDict):
    """
    An API token, without the token itself.
    """

    id: str
    """
    The id, which is no secret. It names the token when it is revoked.
    """
    name: str
    scopes: list[str]
    """
    What the token allows.
    """
    created_at: str
    expires_at: str | None
    """
    When the token expires; null if it does not.
    """
    last_used_at: str | None
    """
    The last use, accurate to two minutes; null if the token was never used.
    """


class ApiTokens(TypedDict):
    """
    API tokens.
    """

    items: list[ApiToken]
    """
    The tokens that are not revoked, the oldest first.
    """
    next_cursor: str | None
    """
    Always null: the list is complete.
    """


class AuditChange(TypedDict):
    """
    A field that an act has changed, of a result or of settings.
    """

    field: str
    """
    The name of the field, in the settings or in the result of a table.
    """
    before: str | None
    """
    Its value before, as text; null without one.
    """
    after: str | None
    """
    Its value after, as text; null without one.
    """


class BanFromClub(TypedDict):
    """
    What a ban brings with it; the whole body may be left out.
    """

    annul: NotRequired[AnnulGames]
    """
    Games of the player that are annulled.
    """


class BotComment(TypedDict):
    """
    What a bot said about a game.
    """

    version: int
    """
    The version of the game about which the bot was asked.
    """
    bot: str | None
    """
    The name of the bot.
    """
    comment: str
    """
    Its `comment`, on one line; what had more than 300 characters ends with `…`.
    """
    created_at: str


class BotCommentPage(TypedDict):
    """
    A page of what bots said about a game.
    """

    items: list[BotComment]
    """
    The comments, in the order of the versions.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class BotEndpointFault(TypedDict):
    """
    What was wrong with an answer.
    """

    kind: str
    """
    The kind; values may be added. Known values: `status`, `malformed`, `wrong_version`, `illegal_action`, `unresolved`, `forbidden_address`, `unreachable`, `tls`, `timed_out`, `broken_response`, `response_too_large`, `compressed_response`.
    """
    detail: str
    """
    A sentence for people.
    """
    at: str


class BotMatchGame(TypedDict):
    """
    A game of a bot match.
    """

    number: int
    """
    Its number in the match, from 1.
    """
    deal: int
    """
    The number of its deal, from 1.
    """
    game: str
    """
    The id of the game. Until the match is over, only its seats see it.
    """
    seats: list[str]
    """
    The ids of the players, seat 0 first.
    """
    status: str
    """
    `running`, `finished`, or `aborted` if it ended without a result. Values may be added. Known values: `running`, `finished`, `aborted`.
    """
    ranks: list[int] | None
    """
    The ranks of the seats, from 1; null unless it is finished.
    """


class BotMatchGamePage(TypedDict):
    """
    A page of the games of a bot match.
    """

    items: list[BotMatchGame]
    """
    The games that have started, in the order of their numbers.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


By: TypeAlias = str
"""
Who made an entry; values may be added. Known values: `player`, `engine`, `clock`.
"""


class ByeRules(TypedDict):
    """
    Byes that players request.
    """

    max: int
    """
    The maximum number of them for a player; 0 for none.
    """
    points: str
    """
    Their points: `half` of the points of a bye, or `none`. Values may be added. Known values: `half`, `none`.
    """


class CarriedRatings(TypedDict):
    """
    From where a season has taken the ratings with which players begin.
    """

    pool: str
    """
    The pool of the season before.
    """
    pool_seq: int
    """
    The last `pool_seq` of that pool that counts.
    """


ChallengedName: TypeAlias = str
"""
The name of a challenged player.
"""


ChallengedNames: TypeAlias = list[ChallengedName]
"""
The names of challenged players.
"""


ChallengedPlayers: TypeAlias = ChallengedName | ChallengedNames
"""
One name, or a list of names.
"""


class ChangePassword(TypedDict):
    """
    A change of password.
    """

    current: str
    """
    The current password.
    """
    new: str
    """
    The new password.
    """


class ClaimCode(TypedDict):
    """
    A code by which a player takes the entry of a guest.
    """

    entry: int
    """
    The number of the entry.
    """
    code: str
    """
    The code. It is shown once. Small letters, dashes and spaces make no difference.
    """


class ClaimEntry(TypedDict):
    """
    A code that an organizer has handed out.
    """

    code: str
    """
    The code.
    """


class Clock(TypedDict):
    """
    The clock of a game: its terms, and for the current version of a game that has started, what is stored of
    each seat. It never contains the current time, which is in the header `Date`, and in streams in
    `server_time`.
    """

    kind: str
    """
    `none`: no time limit. `live`: a time for the whole game. `correspondence`: a time for each turn. Values may be added. Known values: `none`, `live`, `correspondence`.
    """
    initial_ms: NotRequired[int]
    """
    The time of each seat at the start; for `live`.
    """
    increment_ms: NotRequired[int]
    """
    The time that a seat gets back when its turn ends; for `live`.
    """
    per_turn_ms: NotRequired[int]
    """
    The time for one turn; for `correspondence`.
    """
    remaining_ms: NotRequired[list[int]]
    """
    The time that each seat has, in order of seats. The seat whose clock runs has this much time before
    `deadline`, less what has passed since its clock began to run.
    """
    withheld_ms: NotRequired[list[int]]
    """
    What each seat gets in addition when its first turn ends, in games of a tournament with
    `first_turn_ms`. Left out in others.
    """
    running: NotRequired[int]
    """
    The seat whose clock runs: the one that the game waits for. Left out if the game is over.
    """
    deadline: NotRequired[str]
    """
    When that seat has no time left. It is taken out when `lag_ms` have passed as well.
    """
    lag_ms: NotRequired[int]
    """
    The time of each turn that is not charged, because a request needs it to arrive.
    """
    paused_until: NotRequired[str]
    """
    If the game is paused: when the clock runs again at the latest.
    """
    pause_agreed: NotRequired[list[int]]
    """
    The seats that agree to a pause. The next turn empties the list.
    """
    days_off: NotRequired[list[int]]
    """
    The days off that each seat has left; for `correspondence`.
    """


class ClockFrame(TypedDict):
    """
    The clocks of a game with a clock: after the entries of a turn, and after a pause, a day off or an outage.
    It has no `seq` and is not repeated: a snapshot of the current game has the same clock.
    """

    type: Literal['clock']
    """
    The type of a frame with clocks.
    """
    server_time: str
    """
    When the server sent the frame.
    """
    data: Clock


class CloseTournament(TypedDict):
    """
    Optional data for closing; the body may be left out.
    """

    cancel: NotRequired[bool]
    """
    Whether a running tournament is cancelled, also in the middle of a round.
    """


ClubRole: TypeAlias = Literal['owner', 'manager', 'member']
"""
What a member may do.
"""


Code: TypeAlias = str
"""
The code of a problem. A code never changes its meaning; new ones may be added. Known values: `malformed`, `validation_failed`, `unauthenticated`, `invalid_credentials`, `invalid_refresh_token`, `invalid_reset_token`, `invalid_ticket`, `forbidden`, `wrong_password`, `fresh_login_needed`, `account_locked`, `not_seated`, `not_found`, `method_not_allowed`, `not_acceptable`, `request_timeout`, `username_taken`, `not_your_turn`, `version_conflict`, `game_not_started`, `game_finished`, `game_not_finished`, `game_frozen`, `game_full`, `game_started`, `game_rated`, `game_unrated`, `game_not_stalled`, `challenge_ended`, `bot_match_ended`, `seek_paired`, `too_many_games`, `too_many_seeks`, `too_many_analyses`, `too_many_blocks`, `too_many_reports`, `too_many_tokens`, `too_many_bots`, `not_organizer`, `rating_required`, `player_kind`, `entry_locked`, `condition_unmet`, `not_captain`, `organizer_seated`, `same_owner`, `organizer_needed`, `club_role`, `invitation_required`, `club_banned`, `owner_needed`, `club_full`, `too_many_clubs`, `club_private`, `too_many_ladders`, `ladder_closed`, `season_running`, `no_season`, `season_over`, `too_many_series`, `series_full`, `series_state`, `tournament_state`, `registration_closed`, `already_entered`, `not_entered`, `tournament_full`, `too_many_tournaments`, `too_many_announcements`, `already_in_team`, `team_full`, `teams_incomplete`, `too_many_byes`, `round_unfinished`, `round_closed`, `next_round_paired`, `no_more_rounds`, `table_state`, `table_changed`, `settings_changed`, `not_pairable`, `too_many_webhooks`, `too_many_push_subscriptions`, `email_missing`, `idempotency_in_progress`, `payload_too_large`, `unsupported_media_type`, `head_too_large`, `illegal_action`, `after_reveal`, `not_available`, `idempotency_key_reused`, `too_many_requests`, `internal_error`, `unavailable`, `not_ready`. Values may be added.
"""


class ConfirmPasswordReset(TypedDict):
    """
    A new password, with the token of a link.
    """

    token: str
    """
    The token of the link, which is the value of its query parameter `token`.
    """
    new_password: str
    """
    The new password.
    """


class ConsentForm(TypedDict):
    """
    The form of the page on which a player decides.
    """

    request: str
    """
    The request of the app and the player, as the page has it.
    """
    decision: str
    """
    `allow` or `deny`.
    """


class CreateAccount(TypedDict):
    """
    A new account.
    """

    username: str
    """
    The name. It is unique; names that differ only in case are the same name.
    """
    password: str
    """
    The password. The most common passwords are refused; the length is the only other requirement.
    """
    email: NotRequired[str | None]
    """
    The e-mail address. Only the owner of the account sees it.
    """


class CreateBot(TypedDict):
    """
    A bot to create.
    """

    username: str
    """
    The name. It is unique among players and bots; names that differ only in case are the same name.
    """
    accepts: NotRequired[AcceptsChange]
    """
    What the bot accepts.
    """


DescriptionItem: TypeAlias = str


Point: TypeAlias = int


class CreateStreamTicket(TypedDict):
    """
    The stream that a ticket is for.
    """

    path: str
    """
    The path of a stream, without a query.
    """


class CreateTeam(TypedDict):
    """
    A team to make.
    """

    name: str
    """
    The name, which no other team of the tournament has.
    """
    captain: NotRequired[int]
    """
    The number of the entry that leads it and is its first member. If left out, the entry of a player who
    makes it, and nobody for an organizer.
    """


RoundDate: TypeAlias = str


Organizer: TypeAlias = str


InvitedItem: TypeAlias = str


class Declined(TypedDict):
    """
    Who declined a challenge, and why.
    """

    by: str
    """
    The id of the player.
    """
    reason: str
    """
    The reason; values may be added. Known values: `generic`, `later`, `ruleset`, `modules`, `seats`, `clock`, `too_many_games`, `no_bots`, `only_bots`, `only_friends`, `account_erased`.
    """


class DeviceCodes(TypedDict):
    """
    The codes of a device.
    """

    device_code: str
    """
    For `POST /oauth/token`. It is a secret.
    """
    user_code: str
    """
    What the device shows and the player types.
    """
    verification_uri: str
    """
    Where the player types it.
    """
    verification_uri_complete: str
    """
    The same with the code, for a link or a QR code.
    """
    expires_in: int
    """
    Seconds until the codes expire.
    """
    interval: int
    """
    Seconds to wait between two requests for tokens.
    """


class DeviceForm(TypedDict):
    """
    What a device asks for.
    """

    client_id: str
    """
    The name of the app, as the player sees it: 1 to 128 ASCII characters.
    """
    scope: str
    """
    The scopes, separated by spaces.
    """


class DryRunAnswer(TypedDict):
    """
    The result of a dry run that would be accepted.
    """

    version: int
    """
    The version of the game, which has not changed.
    """
    legal: bool
    """
    Always true: a dry run of an illegal request is refused like the request itself.
    """


class EffectGameOver(TypedDict):
    """
    The game ended.
    """

    reason: str
    """
    Known values: `prestige`, `city`, `palace`, `last_seat`, `stalemate`, `quiet_rounds`. Values may be added.
    """
    type: Literal['game_over']


class EffectSeatOut(TypedDict):
    """
    The seat went out; its hand left the game unseen (B19). The seat went out; what it had leaves the game (B19, K10).
    """

    seat: int
    type: Literal['seat_out']


class EffectStepLapsed(TypedDict):
    """
    A step of the turn was skipped because it was impossible; `step` is a value of `to_act.decision`.
    """

    seat: int
    step: str
    """
    Known values: `main`, `keep`, `associate`, `take_free`, `take_token`, `stronghold`, `conquest`, `return`, `noble`, `post`, `draw_town`, `give`. Values may be added.
    """
    type: Literal['step_lapsed']


class EffectTurnBegan(TypedDict):
    """
    The next turn began.
    """

    seat: int
    number: int
    type: Literal['turn_began']


class EnterTournament(TypedDict):
    """
    Optional data for entering; the body may be left out.
    """

    entropy: NotRequired[str | None]
    """
    The entropy that the player contributes to the deal of each of their games: up to 64 bytes in
    hexadecimal.
    """
    password: NotRequired[str]
    """
    The password, if `entry` of the tournament is `password`.
    """
    code: NotRequired[str]
    """
    The code that an organizer has handed out, if `entry` of the tournament is `link`.
    """
    team: NotRequired[int]
    """
    The number of the team to join, in a tournament with `teams`. Before the start, players can enter
    without a team.
    """
    team_code: NotRequired[str]
    """
    The code of this team, which its captain hands out.
    """


class EntryCode(TypedDict):
    """
    A code with which players enter a tournament.
    """

    code: str
    """
    The code. It is shown once. Small letters, dashes and spaces make no difference.
    """


class EntryContribution(TypedDict):
    """
    What an entry has contributed to a deal.
    """

    entry: int
    """
    The number of the entry.
    """
    entropy: str
    """
    The bytes in hexadecimal; empty if none were given.
    """


class EntryRating(TypedDict):
    """
    The ratings of acceptable entries, in the pool of the tournament.
    """

    min: NotRequired[int | None]
    """
    The lowest rating; null for any.
    """
    max: NotRequired[int | None]
    """
    The highest rating; null for any.
    """


class EraseMe(TypedDict):
    """
    The password that confirms an erasure.
    """

    password: str
    """
    The current password.
    """


ExportBy: TypeAlias = str
"""
Who made an entry; values may be added. Known values: `player`, `engine`, `clock`.
"""


class ExportDecision(TypedDict):
    """
    A decision.
    """

    seat: int
    by: str
    """
    `player` or `engine` (T2).
    """
    notation: str
    """
    The decision as a line of text.
    """


class ExportEffectGameOver(TypedDict):
    """
    The game ended.
    """

    reason: str
    """
    Known values: `prestige`, `city`, `palace`, `last_seat`, `stalemate`, `quiet_rounds`. Values may be added.
    """
    type: Literal['game_over']


class ExportEffectSeatOut(TypedDict):
    """
    The seat went out; its hand left the game unseen (B19). The seat went out; what it had leaves the game (B19, K10).
    """

    seat: int
    type: Literal['seat_out']


class ExportEffectStepLapsed(TypedDict):
    """
    A step of the turn was skipped because it was impossible; `step` is a value of `to_act.decision`.
    """

    seat: int
    step: str
    """
    Known values: `main`, `keep`, `associate`, `take_free`, `take_token`, `stronghold`, `conquest`, `return`, `noble`, `post`, `draw_town`, `give`. Values may be added.
    """
    type: Literal['step_lapsed']


class ExportEffectTurnBegan(TypedDict):
    """
    The next turn began.
    """

    seat: int
    number: int
    type: Literal['turn_began']


class ExportPlayer(TypedDict):
    """
    A player. The id stays when the account is erased; the name does not.
    """

    id: str
    username: str | None
    """
    The name; null when the account was erased.
    """


class ExportResult(TypedDict):
    """
    How a game ended.
    """

    reason: str
    """
    Why it ended; values may be added. Known values: `prestige`, `city`, `palace`, `last_seat`, `stalemate`, `quiet_rounds`.
    """
    ranks: list[int]
    """
    The rank of each seat, 1 is the best. Equal seats share a rank, and the next rank is skipped.
    """
    winners: list[int]
    """
    The seats with rank 1.
    """


class ExportReveal(TypedDict):
    """
    The secret of a deal. With it, anybody can recompute the deal.
    """

    deal_id: str
    """
    The name of the deal: 16 bytes in hexadecimal.
    """
    server_seed: str
    """
    32 bytes in hexadecimal.
    """


class ExportSeated(TypedDict):
    """
    Who sits in a seat.
    """

    seat: int
    player: ExportPlayer


class ExportTokens(TypedDict):
    """
    A set of tokens; a kind that is left out is 0.
    """

    white: NotRequired[int]
    blue: NotRequired[int]
    green: NotRequired[int]
    red: NotRequired[int]
    black: NotRequired[int]
    gold: NotRequired[int]
    mushroom: NotRequired[int]
    apple: NotRequired[int]
    cabbage: NotRequired[int]
    hazelnut: NotRequired[int]
    water: NotRequired[int]


class ExportedGame(TypedDict):
    """
    The identity of the game, and who sits in which seat.
    """

    ruleset: str
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    id: str
    seats: list[ExportSeated]


class ExportedTeam(TypedDict):
    """
    A team.
    """

    team: int
    """
    The number of the team.
    """
    name: str
    """
    The name.
    """
    captain: int | None
    """
    The number of the entry that leads it; null without members.
    """
    members: NotRequired[list[int]]
    """
    The numbers of its members in the order of boards; absent unless teams play matches.
    """


class Fault(TypedDict):
    """
    An invalid field.
    """

    pointer: str
    """
    The place in the body, as a JSON pointer; the empty pointer is the whole body.
    """
    detail: str
    """
    What is wrong with this field.
    """


class FixTable(TypedDict):
    """
    The table at which an entry sits.
    """

    table: int | None
    """
    The `number_in_round` of the table; null to let the entry sit anywhere again.
    """


class ForbiddenPair(TypedDict):
    """
    Two entries that must not meet.
    """

    a: int
    b: int


class Forfeit(TypedDict):
    """
    A seat to take out.
    """

    seat: int
    """
    The seat that the game waits for.
    """


class GameResult(TypedDict):
    """
    How a game ended.
    """

    reason: str
    """
    Why it ended; values may be added. Known values: `prestige`, `city`, `palace`, `last_seat`, `stalemate`, `quiet_rounds`.
    """
    ranks: list[int]
    """
    The rank of each seat, 1 is the best. Equal seats share a rank, and the next rank is skipped.
    """
    winners: list[int]
    """
    The seats with rank 1.
    """
    turns: NotRequired[int]
    """
    The number of turns of the game, including the last one; left out in lists of games.
    """


class GiveReason(TypedDict):
    """
    An act that needs only a reason.
    """

    reason: str
    """
    Why. Everybody reads it in the audit.
    """


class Grant(TypedDict):
    """
    The access of an app to the account.
    """

    id: str
    client_id: str
    """
    The name that the app gives itself. Nobody has checked it.
    """
    origin: str | None
    """
    The origin of the app, which the player has seen; null if a device has asked for access.
    """
    scope: str
    """
    What the app may do, separated by spaces.
    """
    created_at: str
    """
    When the player allowed it.
    """
    last_used_at: str | None
    """
    When the app last got new tokens or first used an access token; null if it only got the first ones.
    """


class Grants(TypedDict):
    """
    The apps that may act for the caller.
    """

    items: list[Grant]
    """
    The grants, the newest first.
    """
    next_cursor: str | None
    """
    Always null: the list is complete.
    """


Player: TypeAlias = str


class GroupPlayers(TypedDict):
    """
    The players of a group.
    """

    players: list[Player]
    """
    The names of the players who can enter the event of the group.
    """


class Health(TypedDict):
    """
    The result of a successful probe.
    """

    status: str
    """
    Always `alive`.
    """


class HighestRating(TypedDict):
    """
    The highest rating that a player may have had for some time: whoever has lost on purpose to enter is too
    strong.
    """

    rating: int
    """
    The shown rating.
    """
    days: int
    """
    The number of days until now in which no rating was higher.
    """


Hours = TypedDict(
    'Hours',
    {
        'from': str,
        'until': str,
        'utc_offset_minutes': int,
        'time_zone': NotRequired[str],
    },
)


class Index(TypedDict):
    """
    The entry point: paths on this server, and the addresses of the service.
    """

    docs: str
    """
    The documentation, for people.
    """
    openapi: str
    """
    The contract: this API as an OpenAPI document.
    """
    rulesets: str
    """
    The rulesets that can be played.
    """
    games: str
    """
    The public games.
    """
    problems: str
    """
    The explanation of every error code, for people.
    """
    servers: list[str]
    """
    The addresses of this service, the preferred one first; empty if the operator names none. If one of
    them does not respond, repeat the request at another one: games, accounts and tokens are the same at
    each.
    """


class Invite(TypedDict):
    """
    The player to invite.
    """

    username: str
    """
    The name of a player.
    """


class IssuedToken(TypedDict):
    """
    An API token that was just issued. Only this response contains the token.
    """

    id: str
    """
    The id, which is no secret. It names the token when it is revoked.
    """
    name: str
    scopes: list[str]
    """
    What the token allows.
    """
    created_at: str
    expires_at: str | None
    """
    When the token expires; null if it does not.
    """
    last_used_at: str | None
    """
    The last use, accurate to two minutes; null if the token was never used.
    """
    token: str
    """
    The token, for `Authorization: Bearer …`. The server does not store it.
    """


class JoinClub(TypedDict):
    """
    Optional data for joining; the body may be left out.
    """

    code: NotRequired[str]
    """
    The code that a manager has handed out.
    """


class JoinCode(TypedDict):
    """
    A code with which players join a club.
    """

    code: str
    """
    The code. It is shown once. Small letters, dashes and spaces make no difference.
    """


class JoinGame(TypedDict):
    """
    Optional data for joining; the body may be left out.
    """

    entropy: NotRequired[str | None]
    """
    The entropy that the player contributes to the deal: up to 64 bytes in hexadecimal.
    """


class JudgedChoice(TypedDict):
    """
    A choice with its worth.
    """

    version: int
    """
    The version of the game in which it was made: `GET /v1/games/{id}?at=` shows it.
    """
    turn: int
    """
    The number of the turn.
    """
    seat: int
    played: str
    """
    What was decided, in notation; several decisions are separated by `; `.
    """
    best: str | None
    """
    The best that was found, if it is better than what was decided.
    """
    line: list[str]
    """
    The turns that the judge expects after the best: an answer, and the next turn of the seat. Empty
    without a best.
    """
    reasons: list[str]
    """
    Why the best is better: what it brings within this line, compared with the line after what was
    decided. May be empty: then the judge values what comes later.
    """
    grade: str
    """
    How bad the choice was. Known values: `fine`, `mistake`, `blunder`. Values may be added.
    """
    loss: float
    """
    What the choice lost against the best that was found.
    """
    mistake: bool
    """
    Whether the judge can tell this loss from none.
    """
    free: bool
    """
    Whether there was an alternative.
    """
    before: list[float]
    """
    What each seat could expect, had the best been played, in seat order.
    """
    after: list[float]
    """
    What each seat could expect after what was decided, before anything was revealed.
    """
    luck: list[float]
    """
    What the cards changed that were revealed then.
    """


class KickPlayer(TypedDict):
    """
    The player to kick.
    """

    username: str
    """
    The name of a player in the game.
    """


class KidsCost(TypedDict):
    """
    A number of some resources; a resource that is left out is 0.
    """

    mushroom: NotRequired[int]
    apple: NotRequired[int]
    cabbage: NotRequired[int]
    hazelnut: NotRequired[int]
    water: NotRequired[int]


class KidsEffectAnotherTurn(TypedDict):
    """
    A village gives another turn (K8).
    """

    seat: int
    type: Literal['another_turn']


class KidsEffectGatesClosed(TypedDict):
    """
    The first traveler in the palace closed the gates: the current round is the last one (K9).
    """

    seat: int
    type: Literal['gates_closed']


class KidsEffectGatesOpened(TypedDict):
    """
    No seat in play is in the palace any more: the gates open again (B19).
    """

    type: Literal['gates_opened']


class KidsEffectJewelGained(TypedDict):
    """
    The seat keeps the Queen's jewel that it found (K12, K13).
    """

    seat: int
    type: Literal['jewel_gained']


class KidsEffectMarketGone(TypedDict):
    """
    The market left the game (K12).
    """

    type: Literal['market_gone']


KidsEffectMoved = TypedDict(
    'KidsEffectMoved',
    {
        'seat': int,
        'route': str,
        'from': str,
        'to': str,
        'type': Literal['moved'],
    },
)


class KidsEffectPalaceReached(TypedDict):
    """
    The traveler reached the palace and received a medal (K9).
    """

    seat: int
    type: Literal['palace_reached']


class KidsEffectPlaceLeftEmpty(TypedDict):
    """
    An empty place of the market stays empty, because the stack is empty (K11).
    """

    place: int
    type: Literal['place_left_empty']


class KidsEffectTilesTurnedUp(TypedDict):
    """
    All town tiles of the seat were turned face up again (K7).
    """

    seat: int
    type: Literal['tiles_turned_up']


class KidsEffectTreasureGained(TypedDict):
    """
    The seat keeps the Treasure that it found (K12).
    """

    seat: int
    type: Literal['treasure_gained']


class KidsEffectTreasuresSpent(TypedDict):
    """
    Treasures were spent and left the game (K12).
    """

    seat: int
    count: int
    type: Literal['treasures_spent']


class KidsEffectVillageUncovered(TypedDict):
    """
    The tile of a village was turned up (K12).
    """

    seat: int
    place: str
    tile: str
    """
    Known values: `tornado`, `treasure`, `drought`, `thief`, `jewel`. Values may be added.
    """
    type: Literal['village_uncovered']


class KidsExportCost(TypedDict):
    """
    A number of some resources; a resource that is left out is 0.
    """

    mushroom: NotRequired[int]
    apple: NotRequired[int]
    cabbage: NotRequired[int]
    hazelnut: NotRequired[int]
    water: NotRequired[int]


class KidsExportEffectAnotherTurn(TypedDict):
    """
    A village gives another turn (K8).
    """

    seat: int
    type: Literal['another_turn']


class KidsExportEffectGatesClosed(TypedDict):
    """
    The first traveler in the palace closed the gates: the current round is the last one (K9).
    """

    seat: int
    type: Literal['gates_closed']


class KidsExportEffectGatesOpened(TypedDict):
    """
    No seat in play is in the palace any more: the gates open again (B19).
    """

    type: Literal['gates_opened']


class KidsExportEffectMarketGone(TypedDict):
    """
    The market left the game (K12).
    """

    type: Literal['market_gone']


KidsExportEffectMoved = TypedDict(
    'KidsExportEffectMoved',
    {
        'seat': int,
        'route': str,
        'from': str,
        'to': str,
        'type': Literal['moved'],
    },
)


class KidsExportEffectPalaceReached(TypedDict):
    """
    The traveler reached the palace and received a medal (K9).
    """

    seat: int
    type: Literal['palace_reached']


class KidsExportEffectPlaceLeftEmpty(TypedDict):
    """
    An empty place of the market stays empty, because the stack is empty (K11).
    """

    place: int
    type: Literal['place_left_empty']


class KidsExportEffectTilesTurnedUp(TypedDict):
    """
    All town tiles of the seat were turned face up again (K7).
    """

    seat: int
    type: Literal['tiles_turned_up']


class KidsExportEffectTreasuresSpent(TypedDict):
    """
    Treasures were spent and left the game (K12).
    """

    seat: int
    count: int
    type: Literal['treasures_spent']


class KidsExportEffectVillageUncovered(TypedDict):
    """
    The tile of a village was turned up (K12).
    """

    seat: int
    place: str
    tile: str
    """
    Known values: `tornado`, `treasure`, `drought`, `thief`, `jewel`. Values may be added.
    """
    type: Literal['village_uncovered']


class KidsExportPayment(TypedDict):
    """
    A payment from a bag: tokens, and Treasures. A kind that is left out is 0.
    """

    mushroom: NotRequired[int]
    apple: NotRequired[int]
    cabbage: NotRequired[int]
    hazelnut: NotRequired[int]
    water: NotRequired[int]
    gold: NotRequired[int]
    treasure: NotRequired[int]


class KidsExportPlace(TypedDict):
    """
    A place.
    """

    id: str
    kind: str
    """
    The kind of place; values may be added. Known values: `port`, `town`, `village`, `palace`.
    """


KidsExportRoute = TypedDict(
    'KidsExportRoute',
    {
        'id': str,
        'from': str,
        'to': str,
        'cost': KidsExportCost,
    },
)


KidsExportToken: TypeAlias = str
"""
A kind of token: a resource, or gold. Known values: `mushroom`, `apple`, `cabbage`, `hazelnut`, `water`, `gold`. Values may be added.
"""


class KidsExportTokenCounts(TypedDict):
    """
    The number of tokens of each kind.
    """

    mushroom: int
    apple: int
    cabbage: int
    hazelnut: int
    water: int
    gold: int


KidsExportTownSource: TypeAlias = str
"""
Where a town tile is drawn from: the stack, or the market's tile of a resource. Known values: `stack`, `mushroom`, `apple`, `cabbage`, `hazelnut`, `water`. Values may be added.
"""


class KidsPayment(TypedDict):
    """
    A payment from a bag: tokens, and Treasures. A kind that is left out is 0.
    """

    mushroom: NotRequired[int]
    apple: NotRequired[int]
    cabbage: NotRequired[int]
    hazelnut: NotRequired[int]
    water: NotRequired[int]
    gold: NotRequired[int]
    treasure: NotRequired[int]


class KidsPlace(TypedDict):
    """
    A place.
    """

    id: str
    kind: str
    """
    The kind of place; values may be added. Known values: `port`, `town`, `village`, `palace`.
    """


class KidsPoint(TypedDict):
    """
    Where a place lies in the drawing of its side.
    """

    id: str
    """
    The place.
    """
    x: float
    """
    The distance of its center from the left.
    """
    y: float
    """
    The distance of its center from the top.
    """


KidsResource: TypeAlias = Literal['mushroom', 'apple', 'cabbage', 'hazelnut', 'water']
"""
A resource.
"""


KidsRoute = TypedDict(
    'KidsRoute',
    {
        'id': str,
        'from': str,
        'to': str,
        'cost': KidsCost,
    },
)


KidsToken: TypeAlias = Literal['mushroom', 'apple', 'cabbage', 'hazelnut', 'water', 'gold']
"""
A kind of token: a resource, or gold.
"""


class KidsTokenCounts(TypedDict):
    """
    The number of tokens of each kind.
    """

    mushroom: int
    apple: int
    cabbage: int
    hazelnut: int
    water: int
    gold: int


class KidsTokens(TypedDict):
    """
    A set of tokens; a kind that is left out is 0.

    A request names at most 20 of a kind, which is more than a seat can hold.
    """

    mushroom: NotRequired[int]
    apple: NotRequired[int]
    cabbage: NotRequired[int]
    hazelnut: NotRequired[int]
    water: NotRequired[int]
    gold: NotRequired[int]


KidsTownSource: TypeAlias = Literal['stack', 'mushroom', 'apple', 'cabbage', 'hazelnut', 'water']
"""
Where a town tile is drawn from: the stack, or the market's tile of a resource.
"""


class KidsTownTile(TypedDict):
    """
    A town tile.
    """

    number: int
    """
    Its number in the deal, from 1.
    """
    resource: str
    """
    The resource that it pays.
    """


class LeagueGroup(TypedDict):
    """
    A group of a league.
    """

    group: int
    """
    Its number, from 1 at the top.
    """
    name: str
    size: int
    """
    The number of places.
    """


class Line(TypedDict):
    """
    What one entry of the log did.
    """

    seq: int
    """
    The version of the game after the entry, as in the log.
    """
    at: str
    """
    When it happened.
    """
    text: str
    """
    One or several sentences.
    """


class Lines(TypedDict):
    """
    A part of a game's log in sentences.
    """

    language: str
    """
    The language of the lines.
    """
    version: int
    """
    The version of the game.
    """
    more: bool
    """
    Whether the log has more entries after the last line.
    """
    lines: list[Line]
    """
    A line for each entry, in order.
    """


class ListingRules(TypedDict):
    """
    What a player needs to be listed on a leaderboard. `GET /v1/players/{username}/ratings` has what a player
    has reached.
    """

    rd_max: int
    """
    The highest deviation (`rd`).
    """
    opponents_min: int
    """
    The minimum number of different opponents.
    """
    days_idle_max: int
    """
    The maximum number of days since the last rated game in the pool.
    """


class LobbyGameGone(TypedDict):
    """
    Something that is no longer in a list of the lobby.
    """

    id: str


class LockAccount(TypedDict):
    """
    Why an account is locked, and until when.
    """

    reason: str
    """
    The reason, which the player reads: one line of up to 500 characters.
    """
    ends_at: NotRequired[str | None]
    """
    When the account is unlocked by itself; null or left out if an administrator does that.
    """


class LogIn(TypedDict):
    """
    The credentials of a login.
    """

    username: str
    """
    The name, case-insensitive.
    """
    password: str
    """
    The password.
    """
    refresh_token: NotRequired[str | None]
    """
    A refresh token of an earlier session of the same account, valid or not, if the client still has one.
    The login does not use it up. With it, wrong passwords of other clients behind the same address do not
    delay this login.
    """


class LoginForm(TypedDict):
    """
    The form of the page on which a player logs in.
    """

    request: str
    """
    The request of the app, as the page has it.
    """
    username: str
    """
    The name, case-insensitive.
    """
    password: str
    """
    The password.
    """


class MailDigest(TypedDict):
    """
    Whether the caller gets mails about turns.
    """

    every_hours: int | None
    """
    The shortest time between two mails, in hours; null for no mails.
    """
    confirmed: bool
    """
    Whether the link was opened that was mailed to the e-mail address of the account. Without that, no
    mails about turns are sent. It is false again once the account has another address.
    """
    available: bool
    """
    Whether this server sends mail at all.
    """


Entry1: TypeAlias = int


class ManualTable(TypedDict):
    """
    A table that an organizer sets.
    """

    entries: list[Entry1]
    """
    The numbers of two to four entries. Their seats are balanced as everywhere.
    """


class MatchResult(TypedDict):
    """
    The result of a bot, from the games that have one.
    """

    games: int
    wins: int
    """
    The number of games won alone.
    """
    shared: int
    """
    The number of games won together with others.
    """
    losses: int
    win_share: float
    """
    The mean share: 1 for a win, divided among those who win together; 0 without games.
    """
    low: float
    """
    The lower end of the interval of 95 %: the score interval of Wilson, for as many games as the games
    with common deals are worth (`docs/arena.md`).
    """
    high: float
    """
    The upper end of the interval.
    """


class MissedReason(TypedDict):
    """
    How many mistakes have a reason. A mistake may have several, or none.
    """

    reason: str
    """
    What the better turn would have brought. Known values: `wins`, `saves`, `race`, `noble`, `points`, `bonuses`, `denies`, `holds`, `tokens`. Values may be added.
    """
    mistakes: int


class ModerateAccount(TypedDict):
    """
    Why something is done to an account.
    """

    reason: str
    """
    The reason, which the player reads: one line of up to 500 characters.
    """


class ModulesStatistics(TypedDict):
    """
    The games with exactly these modules.
    """

    modules: list[str]
    games: int
    mean_turns: float


NewAcceleration: TypeAlias = Literal['none', 'baku']
"""
Whether the strong entries of a large field have virtual points in the first rounds of a Swiss event.
"""


class NewByes(TypedDict):
    """
    Byes that players request; only for `swiss` and `heats`.
    """

    max: int
    """
    The maximum number of them for a player; 0 for none.
    """
    points: NotRequired[str]
    """
    Their points: `half` of the points of a bye, or `none`; `half` if left out.
    """


NewClubVisibility: TypeAlias = Literal['public', 'private']
"""
Who may find and see a club.
"""


NewDeclineReason: TypeAlias = Literal['generic', 'later', 'ruleset', 'modules', 'seats', 'clock', 'too_many_games', 'no_bots', 'only_bots', 'only_friends']
"""
Why a player declines a challenge.
"""


NewEarlyLeavers: TypeAlias = Literal['count', 'annul']
"""
What becomes of the results of somebody who leaves a round robin before they have played half of their games.
"""


class NewEntryLock(TypedDict):
    """
    What a player sends to enter: either `password`, or a code with `link`. Without both, players need
    nothing. It has no `Debug`, so that no log shows the password.
    """

    password: NotRequired[str | None]
    """
    A password that all players send. It is never shown again. The most common passwords are refused.
    """
    link: NotRequired[bool | None]
    """
    Whether players send a code, which organizers make with `POST …/entry-code` and hand out.
    """


class NewFilter(TypedDict):
    """
    One game, or one tournament.
    """

    game: NotRequired[str | None]
    """
    The game, which the caller may see.
    """
    tournament: NotRequired[str | None]
    """
    The tournament.
    """


NewFormat: TypeAlias = Literal['swiss', 'round_robin', 'heats', 'single_elimination', 'double_elimination', 'arena']
"""
How a tournament is played.
"""


class NewGroup(TypedDict):
    """
    A group of a league.
    """

    name: str
    """
    The name. The groups of a league have different names.
    """
    size: int
    """
    The number of places.
    """


NewJoining: TypeAlias = Literal['open', 'application', 'invitation']
"""
How players become members of a club without an invitation.
"""


class NewListing(TypedDict):
    """
    What a player needs to be listed on a leaderboard. A field that is left out keeps its value; in a new
    ladder it is 150, 2 and 365.
    """

    rd_max: NotRequired[int]
    """
    The highest deviation (`rd`). New players have 167, so 170 lists everybody.
    """
    opponents_min: NotRequired[int]
    """
    The minimum number of different opponents.
    """
    days_idle_max: NotRequired[int]
    """
    The maximum number of days since the last rated game of the season.
    """


NewNextRound: TypeAlias = Literal['call', 'automatic']
"""
Who pairs the next round.
"""


NewOdd: TypeAlias = Literal['bye', 'three']
"""
What happens to an odd field at tables of two.
"""


NewPlay: TypeAlias = Literal['server', 'over_the_board']
"""
Where the games of a tournament are played.
"""


NewPlayers: TypeAlias = Literal['human', 'bot', 'any']
"""
Who may play in a tournament.
"""


NewReportOutcome: TypeAlias = Literal['dismissed', 'acted']
"""
What has become of a report.
"""


NewSeating: TypeAlias = Literal['random', 'join_order']
"""
How the seats are assigned.
"""


class NewTeams(TypedDict):
    """
    Teams, whose results count together; only for `swiss`, `heats` and `arena`, and with `boards` for
    `round_robin`.
    """

    size_max: int
    """
    How many members a team can have.
    """
    size_min: NotRequired[int]
    """
    How many members a team needs at the start, at most `size_max`; if left out 2, or as many as `boards`.
    """
    counted: NotRequired[int | None]
    """
    How many of the best members count, at most `size_max`; `size_max` if it is null or left out.
    """
    boards: NotRequired[int | None]
    """
    Teams play matches at this many boards, at most `size_min`: team against team, board 1 against board 1
    and so on, at tables of two. Only for `swiss` without `cut` and for `round_robin`. If it is null or
    left out, members are paired alone.
    """


NewTextKind: TypeAlias = Literal['username', 'display_name', 'game_label', 'annulment_reason', 'club_name', 'club_description', 'ladder_name', 'season_name', 'tournament_name', 'tournament_description', 'team_name', 'guest_name', 'series_name', 'series_description', 'group_names', 'audit_note', 'account']
"""
Which text it is.
"""


NewTieBreak: TypeAlias = Literal['points', 'wins', 'head_to_head', 'sonneborn_berger', 'buchholz_average', 'buchholz_cut_1', 'opponents_win_share', 'prestige_ratio', 'prestige_sum', 'seat_difference', 'fewest_cards', 'rating_performance', 'lot']
"""
A criterion of the standings.
"""


NewUnfinished: TypeAlias = Literal['wait', 'void']
"""
What happens to the tables without a result when the time of a round is over.
"""


LeavingItem: TypeAlias = str


NewPlayer: TypeAlias = str


class NextLeagueSeason(TypedDict):
    """
    Options for the next season; the body may be left out.
    """

    name: NotRequired[str]
    """
    The name of the events, to which that of the group is added; if it is left out, they keep theirs.
    """
    open: NotRequired[bool]
    """
    Whether players can enter at once; `true` if left out. Otherwise the events are drafts.
    """
    leaving: NotRequired[list[LeavingItem]]
    """
    The names of players who leave the league. Whoever has left the event of the last season, or was
    removed from it, leaves anyway.
    """
    new_players: NotRequired[list[NewPlayer]]
    """
    The names of players who come into the free places of the lowest group.
    """


OAuthErrorCode: TypeAlias = str
"""
Why a request of an app is refused, for programs. Values may be added. Known values: `invalid_request`, `invalid_client`, `invalid_grant`, `invalid_scope`, `unsupported_grant_type`, `unsupported_response_type`, `access_denied`, `temporarily_unavailable`, `authorization_pending`, `slow_down`, `expired_token`.
"""


class Offers(TypedDict):
    """
    What the seats offer each other; fields may be added.
    """

    abort_agreed: list[int]
    """
    The seats that agree to abort the game. The next turn empties the list.
    """


class OffersFrame(TypedDict):
    """
    What the seats offer each other now. It has no `seq` and is not repeated: the snapshot has it too, as
    `abort_agreed`.
    """

    type: Literal['offers']
    """
    The type of a frame with offers.
    """
    server_time: str
    """
    When the server sent the frame.
    """
    data: Offers


class OpenLogin(TypedDict):
    """
    An open login.
    """

    id: str
    """
    The id, for ending this login.
    """
    created_at: str
    """
    When the client logged in.
    """
    last_used_at: str
    """
    When the client logged in or got its last access token.
    """
    client: str | None
    """
    The kind of client, from its `User-Agent` at the login, without versions; null if it named none.
    """
    current: bool
    """
    Whether this is the login of the request.
    """


class Opening(TypedDict):
    """
    A card that was bought first, or second.
    """

    wins: float
    """
    The number of wins; a shared win is a part of one.
    """
    win_share: float
    """
    The share of the games that was won.
    """
    low: float
    """
    The lower end of the interval of 95 %: the score interval of Wilson.
    """
    high: float
    """
    The upper end of the interval.
    """
    card: str
    """
    The id of the card.
    """
    times: int
    """
    How many seats have bought it.
    """
    usual_share: float
    """
    What as many seats win on average: a half with two seats, a quarter with four.
    """


class OpeningStatistics(TypedDict):
    """
    The first purchases of seats, in public games that are over. One with fewer than five seats is not listed.
    """

    ruleset: str
    first: str | None
    """
    The first purchase after which the second ones are listed; null if the first ones are.
    """
    openings: list[Opening]
    """
    The cards, the most frequent first, at most a hundred.
    """


class Opponent(TypedDict):
    """
    A built-in opponent that takes a seat.
    """

    bot: str
    """
    Which one: `random`, `greedy`, `apprentice` or `master`. Others may be added.
    """
    strength: NotRequired[int]
    """
    How strong it plays, in percent of what it can do; without it, as strong as it can.
    """


class Origin(TypedDict):
    """
    Where a fork begins.
    """

    game: str
    """
    The game that is over.
    """
    at: int
    """
    The version whose position the fork begins with.
    """


class OwnAnalysis(TypedDict):
    """
    An analysis that the caller has asked for.
    """

    game: str
    """
    The id of the game. `GET /v1/games/{id}/analysis` returns the analysis.
    """
    status: str
    """
    How far it is: it waits, a server works on it, it is there, or the game cannot be analyzed. Known values: `queued`, `running`, `finished`, `failed`. Values may be added.
    """
    requested_at: str


class OwnAnalysisGone(TypedDict):
    """
    An analysis that is not one of the last that the caller has asked for.
    """

    game: str
    """
    The id of the game.
    """


class OwnAnnouncement(TypedDict):
    """
    What a tournament tells the caller.
    """

    id: str
    tournament: str
    """
    The id of the tournament.
    """
    name: str
    """
    The name of the tournament.
    """
    kind: str
    """
    What has happened: an organizer announces something, the server could not start a tournament that the caller organizes, or the caller is invited to enter. Values may be added. Known values: `announced`, `start_failed`, `result_disputed`, `invited`.
    """
    text: str
    """
    The text of the organizer, or why the tournament could not start; empty for an invitation.
    """
    at: str


class OwnAnnouncementGone(TypedDict):
    """
    An announcement that is not one of the last, or whose tournament is over.
    """

    id: str


class OwnFrameAnalysis(TypedDict):
    """
    An analysis is new or has changed: it replaces the one with the same game.
    """

    data: OwnAnalysis
    """
    An analysis is new or has changed: it replaces the one with the same game.
    """
    type: Literal['analysis']
    server_time: str
    """
    When the server sent the frame.
    """


class OwnFrameAnalysisGone(TypedDict):
    """
    An analysis is not one of the last that the caller has asked for: remove it.
    """

    data: OwnAnalysisGone
    """
    An analysis is not one of the last that the caller has asked for: remove it.
    """
    type: Literal['analysis_gone']
    server_time: str
    """
    When the server sent the frame.
    """


class OwnFrameAnnouncement(TypedDict):
    """
    An announcement is new or has changed: it replaces the one with the same id.
    """

    data: OwnAnnouncement
    """
    An announcement is new or has changed: it replaces the one with the same id.
    """
    type: Literal['announcement']
    server_time: str
    """
    When the server sent the frame.
    """


class OwnFrameAnnouncementGone(TypedDict):
    """
    An announcement is not one of the last, or its tournament is over: remove it.
    """

    data: OwnAnnouncementGone
    """
    An announcement is not one of the last, or its tournament is over: remove it.
    """
    type: Literal['announcement_gone']
    server_time: str
    """
    When the server sent the frame.
    """


class OwnGameGone(TypedDict):
    """
    A game that no longer waits for anything.
    """

    id: str
    reason: str
    """
    Why. Values may be added. Known values: `finished`, `aborted`, `frozen`, `left`.
    """


class OwnInvitationGone(TypedDict):
    """
    An invitation that is no longer open.
    """

    game: str
    """
    The id of the game.
    """


class OwnToken(TypedDict):
    """
    What the token of a request is.
    """

    kind: str
    """
    Whether it is the access token of a login, an API token, or the access token of a grant. Known values: `login`, `api_token`, `grant`. Values may be added.
    """
    scopes: list[str]
    """
    What it allows.
    """


class OwnTournament(TypedDict):
    """
    A tournament that the caller has entered.
    """

    id: str
    name: str
    """
    The name.
    """
    status: str
    """
    How far it is; values may be added. Known values: `draft`, `registration`, `running`, `finished`, `cancelled`.
    """
    entry: int
    """
    The number of the caller's entry.
    """
    round: int | None
    """
    The last round; null before the first.
    """
    round_status: str | None
    """
    How far that round is; values may be added. Known values: `paired`, `open`, `closed`.
    """
    ready_until: str | None
    """
    Until when the players can say that they are ready; null without a ready check.
    """
    ready_check: bool
    """
    Whether the caller should say that they are ready.
    """
    table: int | None
    """
    The number of the caller's table in that round; null with a bye, or without a place.
    """
    game: str | None
    """
    The game of that table; null until it starts.
    """


class OwnTournamentGone(TypedDict):
    """
    A tournament that is over, or that the caller has left.
    """

    id: str


class PairNextRound(TypedDict):
    """
    Optional orders for the next round; the body may be left out.
    """

    manual: NotRequired[list[ManualTable]]
    """
    Tables that are set; the others are paired around them. Only in a Swiss event and in heats.
    """


Team: TypeAlias = int


class Player1(TypedDict):
    """
    The public profile of a player.
    """

    id: str
    """
    The id. It stays when the account is erased.
    """
    username: str | None
    """
    The name; null when the account was erased.
    """
    bot: bool
    """
    Whether a program plays under this name. It stays when the account is erased.
    """
    created_at: str
    """
    When the account was created.
    """
    display_name: NotRequired[str]
    """
    The name that the player has chosen to be shown beside the username; left out if there is none.
    Several players can have the same.
    """
    avatar: int
    """
    The number of the picture that the player has chosen, among the 16 of
    `GET /v1/players/{username}/avatar.svg`.
    """


class PlayerAnalyses(TypedDict):
    """
    What the analyses of a player's games say together.
    """

    games: int
    """
    The number of games with an analysis.
    """
    accuracy: float | None
    """
    The mean accuracy in these games, 0 to 100; null without a game.
    """
    choices: int
    """
    The choices that had an alternative.
    """
    mistakes: int
    """
    Those that were mistakes, blunders included.
    """
    blunders: int
    """
    Those that were blunders.
    """
    reasons: list[MissedReason]
    """
    Why other turns were better than these mistakes, the most frequent reason first.
    """


class PlayerPage(TypedDict):
    """
    A page of players.
    """

    items: list[Player1]
    """
    The players, in the order of their names in lower case.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class PlayerRating(TypedDict):
    """
    The rating of a player in a pool.
    """

    rating: int
    """
    The rating; 1500 for a new player. Differences read like those of Elo points.
    """
    rd: int
    """
    The deviation, in the same points.
    """
    provisional: bool
    """
    Whether the rating is uncertain: `rd` is above 75.
    """
    games: int
    """
    The number of rated games.
    """
    opponents: int
    """
    The number of distinct opponents.
    """
    last_game_at: str
    """
    The end of the last rated game.
    """
    pool: str


class PlayerRatings(TypedDict):
    """
    The ratings of a player.
    """

    items: list[PlayerRating]
    """
    The ratings in the order of their pools; only pools in which the player has a rated game.
    """
    next_cursor: str | None
    """
    Always null: the list is complete.
    """


class PlayerRef(TypedDict):
    """
    A player in a game. The id stays when the account is erased; the name does not.
    """

    id: str
    username: str | None
    """
    The name; null when the account was erased.
    """
    bot: bool
    """
    Whether a program plays under this name. It stays when the account is erased.
    """
    display_name: NotRequired[str]
    """
    The name that the player has chosen to be shown beside the username; left out if there is none.
    Several players can have the same.
    """


class PlayerTotal(TypedDict):
    """
    How many games of one kind a player has finished.
    """

    ruleset: str
    """
    The id of the ruleset.
    """
    seats: int
    """
    The number of seats.
    """
    games: int
    """
    The number of games.
    """
    wins: int
    """
    The number of those that the player has won, also together with others.
    """


class Points(TypedDict):
    """
    The points for places, the first place first, and for a bye.
    """

    two: list[int]
    three: list[int]
    four: list[int]
    bye: int


class PointsAdjustment(TypedDict):
    """
    Points that an organizer gave or took.
    """

    entry: int
    """
    The number of the entry.
    """
    round: int
    """
    The round from which on it counts.
    """
    points: float
    points_twelfths: int
    reason: str


PointsPreset: TypeAlias = Literal['standard', 'wins_only']
"""
Points that are ready to use.
"""


class Presence(TypedDict):
    """
    Who is connected; fields may be added.
    """

    seats: list[int]
    """
    The seats whose players follow the game or wait for it, on any server. Who leaves is counted for some
    seconds more.
    """
    watchers: int
    """
    How many streams of others follow the game, on all servers. When only this number changes, no frame is
    sent.
    """


class PresenceFrame(TypedDict):
    """
    Which seats are connected now. It has no `seq` and is not repeated: the snapshot has it too, as
    `presence`. Those who see the game later than the seats get none.
    """

    type: Literal['presence']
    """
    The type of a frame with presence.
    """
    server_time: str
    """
    When the server sent the frame.
    """
    data: Presence


class PrintedEdition(TypedDict):
    """
    The printed edition that the pieces of a ruleset or of a module are from. In other editions some of them
    differ.
    """

    module: str | None
    """
    The module; null for the ruleset without modules.
    """
    publisher: str
    year: int
    """
    The year of its rules.
    """


class Problem(TypedDict):
    """
    A refused request. The media type is always `application/problem+json`.
    """

    type: str
    """
    The address of a page about this kind of problem, relative to the server.
    """
    title: str
    """
    The kind of problem in a few words, in a language of `Accept-Language` if there is one: English,
    German, French or Spanish.
    """
    status: int
    """
    The status of the response.
    """
    detail: str
    """
    What is wrong with this request. Why the rules forbid an action is told in the same language; other
    details are in English. `Content-Language` names the languages.
    """
    code: Code
    """
    The kind of problem, for programs. A code never changes its meaning.
    """
    errors: NotRequired[list[Fault]]
    """
    The invalid fields.
    """
    rule: NotRequired[str]
    """
    The rule that forbids an action.
    """
    reason: NotRequired[str]
    """
    Why the action is illegal, for programs. Values may be added.
    """
    action_index: NotRequired[int]
    """
    The index of the refused action in the request, from 0.
    """
    version: NotRequired[int]
    """
    The current version of the game or table.
    """
    lock: NotRequired[AccountLock]
    """
    Why and until when the account is locked.
    """
    request_id: NotRequired[str]
    """
    The id of the request, as in the header `X-Request-Id` and in the server's log.
    """


class Push(TypedDict):
    """
    A push subscription, without its keys.
    """

    id: str
    endpoint: str
    """
    The address at the browser's push service, by which a browser recognizes its subscription.
    """
    is_own_session: bool
    """
    Whether the session of this request has made it. It ends with that session.
    """
    created_at: str
    last_accepted_at: str | None
    """
    When its push service last accepted a message; null if it never did.
    """


class PushKeys(TypedDict):
    """
    The keys of a push subscription.
    """

    p256dh: str
    """
    The browser's public key: an uncompressed point of P-256, in Base64 for URLs.
    """
    auth: str
    """
    A secret of 16 bytes that the browser shares with the server, in Base64 for URLs.
    """


class Pushes(TypedDict):
    """
    Push subscriptions, and the key that browsers need for another one.
    """

    application_server_key: str
    """
    The public key of the server (VAPID), as `pushManager.subscribe` takes it for `applicationServerKey`.
    """
    items: list[Push]
    """
    The subscriptions, the oldest first.
    """
    next_cursor: str | None
    """
    Always null: the list is complete.
    """


class PuzzleRecord(TypedDict):
    """
    What a player has reached in the pool of puzzles.
    """

    rating: int
    """
    The rating; 1500 for a new player. Differences read like those of Elo points.
    """
    rd: int
    """
    The deviation, in the same points.
    """
    provisional: bool
    """
    Whether the rating is uncertain: `rd` is above 75.
    """
    answers: int
    """
    The number of puzzles that the player has answered.
    """
    solved: int
    """
    The number of those that the player has solved.
    """


class QuietHours(TypedDict):
    """
    When the caller is told nothing.
    """

    hours: Hours | None


class RatedTable(TypedDict):
    """
    The table over the board whose result was rated.
    """

    tournament: str
    """
    The tournament.
    """
    table: int
    """
    The number of the table there.
    """


class Rating(TypedDict):
    """
    A rating as it is shown.
    """

    rating: int
    """
    The rating; 1500 for a new player. Differences read like those of Elo points.
    """
    rd: int
    """
    The deviation, in the same points.
    """
    provisional: bool
    """
    Whether the rating is uncertain: `rd` is above 75.
    """


class RatingCorrection(TypedDict):
    """
    How an annulment has changed the rating of a player.
    """

    player: PlayerRef
    before: Rating
    after: Rating


class RatingEvent(TypedDict):
    """
    A seat of a rated game. Means and deviations are integers in millionths.
    """

    pool: str
    pool_seq: int
    """
    The number of the game in its pool, from 1 without gaps; all seats of a game share it.
    """
    game: str
    """
    The game; of a result over the board an id that no game has.
    """
    over_the_board: RatedTable | None
    player: str
    """
    The id of the player, which stays when the account is erased.
    """
    place: int
    """
    The place, 1 is the best. Equal places are shared.
    """
    seat: int
    seats: int
    """
    The number of seats.
    """
    mu_before: int
    sigma_before: int
    mu_after: int
    sigma_after: int
    algorithm: str
    """
    The name of the algorithm; it changes when a constant changes.
    """
    finished_at: str
    """
    The end of the game; it never decreases within a pool.
    """
    annulled: bool
    """
    Whether the game was annulled. Such a game changes no rating: skip it when you recompute.
    """
    capped: bool
    """
    Whether this player keeps the rating before the game, because it would rise too far in a day.
    """


class RatingLogPage(TypedDict):
    """
    A page of the log of a pool.
    """

    items: list[RatingEvent]
    """
    The seats of whole games, by `pool_seq`, then by `seat`.
    """
    revision: int
    """
    How often the log was changed afterward, because a game was annulled. If it differs between pages,
    read again from the first one.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class RatingRange(TypedDict):
    """
    A range of ratings.
    """

    min: NotRequired[int | None]
    """
    The lowest rating; null for any.
    """
    max: NotRequired[int | None]
    """
    The highest rating; null for any.
    """


class Ready(TypedDict):
    """
    The result of a successful readiness probe.
    """

    status: str
    """
    Always `ready`.
    """
    jobs_behind: list[str]
    """
    Background jobs that have not succeeded for a minute or for three of their rounds; the log has more.
    """
    workers_at_fault: list[str]
    """
    Workers of a cluster that have a fault, with the fault.
    """


class Refresh(TypedDict):
    """
    A refresh token to be exchanged for the next one.
    """

    refresh_token: str
    """
    The refresh token of the last response.
    """


class Rematch(TypedDict):
    """
    A rematch: the players of the game play again on the same terms.
    """

    agreed: list[int]
    """
    The seats of this game whose players agree. The rematch starts when all of them do.
    """
    challenge: str
    """
    The id of the challenge that offers it.
    """
    game: str | None
    """
    The game; null until it has started.
    """


class RematchNews(TypedDict):
    """
    Who wants to play again now; fields may be added.
    """

    rematch: Rematch | None


class RenameGuest(TypedDict):
    """
    What changes of an entry; what is left out stays.
    """

    guest: NotRequired[str]
    """
    The name of a guest.
    """
    seed: NotRequired[int | None]
    """
    The seed, 1 for the strongest: it goes before ratings. Null for none.
    """
    rating: NotRequired[int]
    """
    The rating; only over the board.
    """


class ReplayPictures(TypedDict):
    """
    The pictures of a game, with each part that several have in common once.
    """

    parts: list[str]
    """
    Parts of SVG documents. Most are pieces of the table.
    """
    pictures: list[list[int]]
    """
    For each view, the parts of its picture by their place in `parts`, from 0. Put them together without
    anything between them: this is what `GET /v1/games/{id}/board.svg` with `at` returns.
    """


Place: TypeAlias = int


PrestigeItem: TypeAlias = int


Card: TypeAlias = int


class ReportResult(TypedDict):
    """
    The result of a table as one of its players reports it.
    """

    places: list[Place]
    """
    The place of each seat, seat 0 first. Equal places are shared and leave the next ones free: 1, 1, 3.
    """
    prestige: NotRequired[list[PrestigeItem]]
    """
    The prestige of each seat, seat 0 first; in Kids the Treasures. It may be left out.
    """
    cards: NotRequired[list[Card]]
    """
    The number of bought cards of each seat, seat 0 first; refused in Kids. It may be left out.
    """


class ReportedResult(TypedDict):
    """
    A result that a player of a table has reported over the board. The table has it once all players of the
    table have reported the same.
    """

    entry: int
    """
    The number of the entry of the player.
    """
    places: list[int]
    """
    The place of each seat, seat 0 first.
    """
    prestige: list[int] | None
    """
    The prestige of each seat; null if it was left out.
    """
    cards: list[int] | None
    """
    The number of bought cards of each seat; null if it was left out.
    """


class RequestBye(TypedDict):
    """
    A bye to request.
    """

    round: int
    """
    The number of a round that is not paired.
    """


class RequestPasswordReset(TypedDict):
    """
    A request for links that set a new password.
    """

    email: str
    """
    The e-mail address of the account, case-insensitive.
    """


class RequiredRating(TypedDict):
    """
    The ratings of acceptable entries.
    """

    min: int | None
    """
    The lowest rating; null for any.
    """
    max: int | None
    """
    The highest rating; null for any.
    """


class Reveal(TypedDict):
    """
    The secret of a deal. With it, anybody can recompute the deal.
    """

    deal_id: str
    """
    The name of the deal: 16 bytes in hexadecimal.
    """
    server_seed: str
    """
    32 bytes in hexadecimal.
    """


class RevokeForm(TypedDict):
    """
    The token of a grant that ends.
    """

    token: str
    """
    An access token or a refresh token of the grant.
    """
    token_type_hint: NotRequired[str]
    """
    Ignored: the kind of a token can be seen.
    """
    client_id: NotRequired[str]
    """
    The name of the app. Ignored: whoever holds a token may end its grant.
    """


Role: TypeAlias = str
"""
The permissions of a player besides playing. Known values: `player`, `administrator`. Values may be added.
"""


Forfeit1: TypeAlias = int


class RoundResult(TypedDict):
    """
    The result of a table of the round: either `table` or `number_in_round` names it.
    """

    table: NotRequired[int]
    """
    The number of the table in the tournament.
    """
    number_in_round: NotRequired[int]
    """
    The number of the table in the round; in a match the last game is meant.
    """
    places: list[Place]
    """
    The place of each seat, seat 0 first. Equal places are shared and leave the next ones free: 1, 1, 3.
    """
    prestige: NotRequired[list[PrestigeItem]]
    """
    The prestige of each seat, as for a single table.
    """
    cards: NotRequired[list[Card]]
    """
    The number of bought cards of each seat, as for a single table.
    """
    forfeits: NotRequired[list[Forfeit1]]
    """
    The seats that forfeit, from 0, as for a single table.
    """
    version: NotRequired[int]
    """
    The `version` of the table that the result is for. If the table has another one and another result,
    nothing is stored (`table_changed`); without it, the result is for whatever stands there.
    """


class RoundSummary(TypedDict):
    """
    How far the last round is.
    """

    round: int
    """
    Its number, from 1.
    """
    stage: str
    """
    By which rule it is paired; values may be added. Known values: `swiss`, `round_robin`, `heats`, `knock_out`, `arena`.
    """
    status: str
    """
    How far it is; values may be added. Known values: `paired`, `open`, `closed`.
    """
    ready_until: str | None
    """
    Until when the players can say that they are ready; null without a ready check.
    """
    table_count: int
    """
    The number of tables that count.
    """
    done_count: int
    """
    The number of tables that have a result.
    """


class RulesetConstraint(TypedDict):
    """
    The values of an option that a module allows.
    """

    module: str
    """
    The module.
    """
    option: str
    """
    The option.
    """
    values: list[str]
    """
    The values that the option can have in games with this module.
    """


class RulesetDetail(TypedDict):
    """
    A ruleset with the schema of its actions.
    """

    id: str
    seats: list[int]
    """
    The numbers of seats that can be played.
    """
    modules: list[str]
    """
    The modules; every combination can be played.
    """
    options: dict[str, list[str]]
    """
    The options, each with its values, the default first.
    """
    constraints: list[RulesetConstraint]
    """
    Restrictions on combinations of modules and options: `POST /v1/games` refuses a game that violates
    one.
    """
    actions: dict[str, Any]
    """
    The JSON Schema (2020-12) of its actions.
    """
    catalogue_hash: str
    """
    SHA-256 of its catalogue in hexadecimal; the `ETag` of the catalogue is derived from it. Caches may
    store `GET /v1/rulesets/{id}/catalogue?hash=…` with it permanently.
    """


class Schedule(TypedDict):
    """
    How even the schedule of a round robin is.
    """

    rounds: int
    """
    The number of its rounds.
    """
    met_min: int
    """
    How often any two entries meet at least.
    """
    met_max: int
    """
    How often any two entries meet at most.
    """


Scope: TypeAlias = Literal['read', 'play', 'challenge', 'bots', 'tournaments', 'organize']
"""
One permission of a token.
"""


class SeatRating(TypedDict):
    """
    The rating of a seat of a rated game.
    """

    rating: int
    """
    The rating; 1500 for a new player. Differences read like those of Elo points.
    """
    rd: int
    """
    The deviation, in the same points.
    """
    provisional: bool
    """
    Whether the rating is uncertain: `rd` is above 75.
    """
    seat: int
    change: int | None
    """
    The change of the shown rating by this game; null before its end, and if the game changed no rating.
    """
    annulled: bool
    """
    Whether an administrator has annulled the game, so that it changes no rating.
    """


class SeatStatistics(TypedDict):
    """
    What a seat has won.
    """

    wins: float
    """
    The number of wins; a shared win is a part of one.
    """
    win_share: float
    """
    The share of the games that was won.
    """
    low: float
    """
    The lower end of the interval of 95 %: the score interval of Wilson.
    """
    high: float
    """
    The upper end of the interval.
    """
    seat: int


class SeatTable(TypedDict):
    """
    Who sits at a table in whose game nothing has happened.
    """

    entries: list[Entry1]
    """
    The numbers of the entries in the order of seats.
    """
    version: NotRequired[int]
    """
    The `version` of the table that the act is for. If the table has another one, the act is refused with
    `table_changed`; without it, the act is for whatever stands there.
    """
    reason: str
    """
    Why. Everybody reads it in the audit.
    """


class Seated(TypedDict):
    """
    Who sits in a seat.
    """

    seat: int
    player: PlayerRef


class SeekRatingRange(TypedDict):
    """
    The ratings of acceptable opponents.
    """

    min: int | None
    """
    The lowest rating; null for any.
    """
    max: int | None
    """
    The highest rating; null for any.
    """


class SeriesEvent(TypedDict):
    """
    An event of a series.
    """

    tournament: str
    """
    The id of the tournament.
    """
    name: str
    """
    Its name.
    """
    status: str
    """
    How far it is; values may be added. Events that are `finished` are in the table. Known values: `draft`, `registration`, `running`, `finished`, `cancelled`.
    """
    ended_at: str | None
    """
    When it ended; null before.
    """
    season: int | None
    """
    The number of its season; null unless the series is a league.
    """
    group: int | None
    """
    The number of its group, from 1 at the top; null unless the series is a league.
    """


class SeriesItem(TypedDict):
    """
    A series as lists show it.
    """

    id: str
    name: str
    owner: PlayerRef
    """
    Who has made it. The series is theirs unless it belongs to a club.
    """
    club: str | None
    """
    The club to which it belongs; null if it belongs to none.
    """
    visibility: str
    """
    Who may find and see it; values may be added. Known values: `public`, `unlisted`.
    """
    points: list[int] | None
    """
    The points for places in events, the first place first; null if the points of the events are added.
    """
    best_of: int | None
    """
    How many results of everybody count; null for all.
    """
    groups: list[LeagueGroup]
    """
    The groups of a league, from the top; empty for other series.
    """
    promoted: int
    """
    How many players of a league go up and down at each border between groups.
    """
    season: int
    """
    The number of the last season of a league; 0 before the first.
    """
    created_at: str


class SeriesPage(TypedDict):
    """
    A page of series.
    """

    items: list[SeriesItem]
    """
    The series, the newest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class SeriesResult(TypedDict):
    """
    A result of somebody in an event of a series.
    """

    tournament: str
    """
    The id of the tournament.
    """
    place: int
    """
    The place in the event.
    """
    points: float
    """
    The points in the series.
    """
    points_twelfths: int
    """
    The points in twelfths, exactly.
    """
    counts: bool
    """
    Whether it is one of the best ones, which count.
    """


class SeriesStanding(TypedDict):
    """
    A line of the table of a series.
    """

    place: int
    """
    The place, from 1; equal places are shared.
    """
    player: PlayerRef
    """
    The player. A guest has the id of the last entry, and no name here.
    """
    guest: NotRequired[str]
    """
    The name of a guest, who has no account: guests of several events with the same name are the same.
    Absent for a player with an account.
    """
    by_username: NotRequired[bool]
    """
    `true` for a guest whom organizers have entered by the name of an account, which has entered no event
    of the series itself: all such entries are this line, whatever other guests are called. Absent
    otherwise.
    """
    points: float
    """
    The sum of the results that count.
    """
    points_twelfths: int
    """
    The sum in twelfths, exactly.
    """
    wins: int
    """
    The number of first places among the results that count, shared ones included.
    """
    event_count: int
    """
    The number of events with a result.
    """
    head_to_head: int
    """
    Better minus worse places in events with those who are level by all other criteria; 0 for others.
    """
    decided_by: str | None
    """
    Which criterion separates this line from the one above; null for the first line and for shared places. Values may be added. Known values: `points`, `wins`, `best_results`, `events`, `head_to_head`.
    """
    results: list[SeriesResult]
    """
    The results in the order of `events`.
    """


class SeriesStandings(TypedDict):
    """
    The table of a series.
    """

    points: list[int] | None
    """
    The points for places in events, the first place first; null if the points of the events are added.
    """
    best_of: int | None
    """
    How many results of everybody count; null for all.
    """
    events: list[SeriesEvent]
    """
    The events that are finished, in the order in which they ended.
    """
    items: list[SeriesStanding]
    """
    The lines, the first place first.
    """


class ServerMetadata(TypedDict):
    """
    The metadata of this authorization server (RFC 8414).
    """

    issuer: str
    """
    The name of this server, which is its address.
    """
    authorization_endpoint: str
    token_endpoint: str
    device_authorization_endpoint: str
    revocation_endpoint: str
    jwks_uri: str
    service_documentation: str
    scopes_supported: list[str]
    response_types_supported: list[str]
    response_modes_supported: list[str]
    grant_types_supported: list[str]
    token_endpoint_auth_methods_supported: list[str]
    revocation_endpoint_auth_methods_supported: list[str]
    code_challenge_methods_supported: list[str]
    authorization_response_iss_parameter_supported: bool
    """
    Whether responses name this server (RFC 9207).
    """


class SetEndpoint(TypedDict):
    """
    The endpoint to set.
    """

    url: str
    """
    The address that is asked: `https://` with port 443 or a port from 1024, on the public internet.
    """
    ladder: NotRequired[bool]
    """
    Whether the server matches the bot by itself with bots of others, whose games are rated in the ladder
    of bots (`splendor.duel.live.endpoint`). With `false`, its present game is still played to its end.
    """


Round: TypeAlias = int


class SetEntryByes(TypedDict):
    """
    The byes of an entry.
    """

    rounds: list[Round]
    """
    The numbers of rounds. Those of rounds that are paired stay, also if they are left out.
    """


class SetEntryTeam(TypedDict):
    """
    The team of an entry.
    """

    team: int
    """
    The number of the team.
    """
    code: NotRequired[str]
    """
    The code of the team, which its captain hands out. Organizers need none.
    """


class SetMailDigest(TypedDict):
    """
    Whether the caller gets mails about turns.
    """

    every_hours: NotRequired[int | None]
    """
    The shortest time between two mails, in hours; null for no mails.
    """


class SetRole(TypedDict):
    """
    A new role of a member.
    """

    role: ClubRole
    """
    What the member may do.
    """


class SetRoundResults(TypedDict):
    """
    The results of tables of a round.
    """

    results: list[RoundResult]
    """
    The results, each of another table.
    """
    reason: str
    """
    Why. Everybody reads it in the audit.
    """


class SetTableResult(TypedDict):
    """
    The result of a table.
    """

    places: list[Place]
    """
    The place of each seat, seat 0 first. Equal places are shared and leave the next ones free: 1, 1, 3.
    """
    prestige: NotRequired[list[PrestigeItem]]
    """
    The prestige of each seat, seat 0 first; in Kids the Treasures. If it is left out, what is known
    stays. What is unknown does not count in tie-breaks.
    """
    cards: NotRequired[list[Card]]
    """
    The number of bought cards of each seat, seat 0 first; refused in Kids. If it is left out, what is
    known stays.
    """
    forfeits: NotRequired[list[Forfeit1]]
    """
    The seats that forfeit, from 0: they have no points, and nobody has played against them. Their places
    must come after those of the others; they share the last place, in whatever order they are given. If
    all forfeit, nobody has points.
    """
    version: NotRequired[int]
    """
    The `version` of the table that the act is for. If the table has another one, the act is refused with
    `table_changed`; without it, the act is for whatever stands there.
    """
    reason: str
    """
    Why. Everybody reads it in the audit.
    """


class SharedDeal(TypedDict):
    """
    A deal that all tables of a round with the same number of seats play. Fields may be added.
    """

    deal_id: str
    """
    The name of the deal: 16 bytes in hexadecimal.
    """
    seats: int
    """
    The number of seats of its tables.
    """
    commitment: str
    """
    The commitment to the server's secret: SHA-256 in hexadecimal.
    """
    beacon: str
    """
    What all players at its tables contribute, as one input of the deal:
    `SHA256("lapidary/duplicate/v1" 00 …)` in hexadecimal.
    """
    contributions: list[EntryContribution]
    """
    What each player at its tables had contributed when the round was opened, in the order of entries.
    Whoever is seated there later contributes nothing.
    """
    games: list[str]
    """
    The games of tables that are played with it. Until all of them are over, only its seats see a game.
    """
    revealed_at: str | None
    """
    When the last of its games was over, so that the secret was revealed; null before.
    """


class SpectatorDelay(TypedDict):
    """
    How much later those without a seat see a game: either by turns or by time.
    """

    turns: NotRequired[int]
    """
    They do not see the current turn and this many turns before it.
    """
    ms: NotRequired[int]
    """
    They see everything this much later.
    """


class SplendorActionAssociate(TypedDict):
    """
    Associate the card just acquired with an owned card (O5).
    """

    card: str
    type: Literal['associate']


class SplendorActionChooseNoble(TypedDict):
    """
    Choose among several nobles that visit (B14).
    """

    noble: str
    type: Literal['choose_noble']


class SplendorActionChoosePost(TypedDict):
    """
    Choose among several trading posts within reach (P0).
    """

    post: str
    type: Literal['choose_post']


class SplendorActionDeclineConquest(TypedDict):
    """
    Decline Conquest (S7).
    """

    type: Literal['decline_conquest']


class SplendorActionKeep(TypedDict):
    """
    Keep one of the cards that the draw_two_reserve_one post drew (P4).
    """

    card: str
    type: Literal['keep']


class SplendorActionPass(TypedDict):
    """
    Pass, which is legal only if nothing else is (B12).
    """

    type: Literal['pass']


SplendorActionPlaceStronghold = TypedDict(
    'SplendorActionPlaceStronghold',
    {
        'card': str,
        'from': NotRequired[str | None],
        'type': Literal['place_stronghold'],
    },
)


class SplendorActionRemoveStronghold(TypedDict):
    """
    Send home an opponent's stronghold that stands alone on a card (S2).
    """

    card: str
    type: Literal['remove_stronghold']


class SplendorActionReserve(TypedDict):
    """
    Reserve a card of the market (B7).
    """

    card: str
    type: Literal['reserve']


class SplendorActionReserveBlind(TypedDict):
    """
    Reserve the unseen top card of a deck (B7, P4).
    """

    deck: str
    type: Literal['reserve_blind']


class SplendorActionTakeFree(TypedDict):
    """
    Take a card of the market at no cost (O7, O8).
    """

    card: str
    type: Literal['take_free']


class SplendorColorCounts(TypedDict):
    """
    The number of gems, or of cards, of each color.
    """

    white: int
    blue: int
    green: int
    red: int
    black: int


class SplendorColors(TypedDict):
    """
    A number of gems or cards of some colors; a color that is left out is 0.
    """

    white: NotRequired[int]
    blue: NotRequired[int]
    green: NotRequired[int]
    red: NotRequired[int]
    black: NotRequired[int]


class SplendorEffectCardDiscarded(TypedDict):
    """
    An owned card left the game (O4, O10).
    """

    seat: int
    card: str
    type: Literal['card_discarded']


class SplendorEffectCardKept(TypedDict):
    """
    A drawn card went to the hand (P4).
    """

    seat: int
    deck: str
    card: str | None
    type: Literal['card_kept']


class SplendorEffectCardPutUnder(TypedDict):
    """
    A drawn card went under its deck (P4).
    """

    seat: int
    deck: str
    card: str | None
    type: Literal['card_put_under']


class SplendorEffectCardsDrawn(TypedDict):
    """
    The seat drew cards from the top of a deck: one to its hand, or with draw_two_reserve_one up to two to
    choose from.
    """

    seat: int
    deck: str
    cards: list[str | None]
    type: Literal['cards_drawn']


class SplendorEffectCityFulfilled(TypedDict):
    """
    The seat fulfills a city at the end of its turn (C2).
    """

    seat: int
    city: str
    type: Literal['city_fulfilled']


class SplendorEffectFinalRound(TypedDict):
    """
    The end of the game is triggered: the current round is the last one (B15, C2).
    """

    seat: int
    type: Literal['final_round']


class SplendorEffectNobleReceived(TypedDict):
    """
    The seat received a noble (B14).
    """

    seat: int
    noble: str
    type: Literal['noble_received']


class SplendorEffectPlayGoesOn(TypedDict):
    """
    No seat in play meets the end condition any more: the game continues (B19, C3).
    """

    type: Literal['play_goes_on']


class SplendorEffectPostTaken(TypedDict):
    """
    The seat took a trading post (P0).
    """

    seat: int
    post: str
    type: Literal['post_taken']


SplendorEffectStrongholdPlaced = TypedDict(
    'SplendorEffectStrongholdPlaced',
    {
        'seat': int,
        'card': str,
        'from': str | None,
        'type': Literal['stronghold_placed'],
    },
)


class SplendorEffectStrongholdRemoved(TypedDict):
    """
    A stronghold of the seat was sent home by an opponent (S2).
    """

    seat: int
    card: str
    type: Literal['stronghold_removed']


class SplendorEffectStrongholdsReturned(TypedDict):
    """
    Strongholds of the seat came home from a card (S5).
    """

    seat: int
    card: str
    count: int
    type: Literal['strongholds_returned']


class SplendorExportActionAssociate(TypedDict):
    """
    Associate the card just acquired with an owned card (O5).
    """

    card: str
    type: Literal['associate']


class SplendorExportActionChooseNoble(TypedDict):
    """
    Choose among several nobles that visit (B14).
    """

    noble: str
    type: Literal['choose_noble']


class SplendorExportActionChoosePost(TypedDict):
    """
    Choose among several trading posts within reach (P0).
    """

    post: str
    type: Literal['choose_post']


class SplendorExportActionDeclineConquest(TypedDict):
    """
    Decline Conquest (S7).
    """

    type: Literal['decline_conquest']


class SplendorExportActionKeep(TypedDict):
    """
    Keep one of the cards that the draw_two_reserve_one post drew (P4).
    """

    card: str
    type: Literal['keep']


class SplendorExportActionPass(TypedDict):
    """
    Pass, which is legal only if nothing else is (B12).
    """

    type: Literal['pass']


SplendorExportActionPlaceStronghold = TypedDict(
    'SplendorExportActionPlaceStronghold',
    {
        'card': str,
        'from': NotRequired[str],
        'type': Literal['place_stronghold'],
    },
)


class SplendorExportActionRemoveStronghold(TypedDict):
    """
    Send home an opponent's stronghold that stands alone on a card (S2).
    """

    card: str
    type: Literal['remove_stronghold']


class SplendorExportActionReserve(TypedDict):
    """
    Reserve a card of the market (B7).
    """

    card: str
    type: Literal['reserve']


class SplendorExportActionReserveBlind(TypedDict):
    """
    Reserve the unseen top card of a deck (B7, P4).
    """

    deck: str
    type: Literal['reserve_blind']


class SplendorExportActionTakeFree(TypedDict):
    """
    Take a card of the market at no cost (O7, O8).
    """

    card: str
    type: Literal['take_free']


class SplendorExportEffectCardDiscarded(TypedDict):
    """
    An owned card left the game (O4, O10).
    """

    seat: int
    card: str
    type: Literal['card_discarded']


class SplendorExportEffectCardKept(TypedDict):
    """
    A drawn card went to the hand (P4).
    """

    seat: int
    deck: str
    card: str | None
    type: Literal['card_kept']


class SplendorExportEffectCardPutUnder(TypedDict):
    """
    A drawn card went under its deck (P4).
    """

    seat: int
    deck: str
    card: str | None
    type: Literal['card_put_under']


class SplendorExportEffectCardsDrawn(TypedDict):
    """
    The seat drew cards from the top of a deck: one to its hand, or with draw_two_reserve_one up to two to
    choose from.
    """

    seat: int
    deck: str
    cards: list[str | None]
    type: Literal['cards_drawn']


class SplendorExportEffectCityFulfilled(TypedDict):
    """
    The seat fulfills a city at the end of its turn (C2).
    """

    seat: int
    city: str
    type: Literal['city_fulfilled']


class SplendorExportEffectFinalRound(TypedDict):
    """
    The end of the game is triggered: the current round is the last one (B15, C2).
    """

    seat: int
    type: Literal['final_round']


class SplendorExportEffectNobleReceived(TypedDict):
    """
    The seat received a noble (B14).
    """

    seat: int
    noble: str
    type: Literal['noble_received']


class SplendorExportEffectPlayGoesOn(TypedDict):
    """
    No seat in play meets the end condition any more: the game continues (B19, C3).
    """

    type: Literal['play_goes_on']


class SplendorExportEffectPostTaken(TypedDict):
    """
    The seat took a trading post (P0).
    """

    seat: int
    post: str
    type: Literal['post_taken']


SplendorExportEffectStrongholdPlaced = TypedDict(
    'SplendorExportEffectStrongholdPlaced',
    {
        'seat': int,
        'card': str,
        'from': str | None,
        'type': Literal['stronghold_placed'],
    },
)


class SplendorExportEffectStrongholdRemoved(TypedDict):
    """
    A stronghold of the seat was sent home by an opponent (S2).
    """

    seat: int
    card: str
    type: Literal['stronghold_removed']


class SplendorExportEffectStrongholdsReturned(TypedDict):
    """
    Strongholds of the seat came home from a card (S5).
    """

    seat: int
    card: str
    count: int
    type: Literal['strongholds_returned']


class SplendorExportMarketRow(TypedDict):
    """
    A deck and its face-up cards.
    """

    deck_size: int
    """
    The number of cards left in the deck. While the game waits for `keep`, the drawn cards are not
    included; the card that is not kept goes back under the deck (P4).
    """
    cards: list[str | None]
    """
    The face-up cards from the left; null where a place is empty.
    """


class SplendorExportPlace(TypedDict):
    """
    A place of the market.
    """

    deck: str
    """
    The deck of the row.
    """
    index: int
    """
    The place in the row, from 0 at the left.
    """


class SplendorExportTokenCounts(TypedDict):
    """
    The number of tokens of each kind.
    """

    white: int
    blue: int
    green: int
    red: int
    black: int
    gold: int


class SplendorExportTokens(TypedDict):
    """
    A set of tokens; a kind that is left out is 0.
    """

    white: NotRequired[int]
    blue: NotRequired[int]
    green: NotRequired[int]
    red: NotRequired[int]
    black: NotRequired[int]
    gold: NotRequired[int]


SplendorGem: TypeAlias = Literal['white', 'blue', 'green', 'red', 'black']
"""
A gem color.
"""


class SplendorHandCardHidden(TypedDict):
    """
    The back of a card.
    """

    hidden: bool
    """
    Always true.
    """
    deck: str
    """
    The deck it comes from.
    """


class SplendorHandCardShown(TypedDict):
    """
    A card that the viewer may see.
    """

    card: str
    blind: bool
    """
    Whether other players see only its back.
    """


class SplendorMarketRow(TypedDict):
    """
    A deck and its face-up cards.
    """

    deck_size: int
    """
    The number of cards left in the deck. While the game waits for `keep`, the drawn cards are not
    included; the card that is not kept goes back under the deck (P4).
    """
    cards: list[str | None]
    """
    The face-up cards from the left; null where a place is empty.
    """


class SplendorMissing(TypedDict):
    """
    A card that a seat cannot pay for, and what it lacks. If it lacks neither gems nor cards, there is nothing
    to associate the card with (O5).
    """

    card: str
    gems: SplendorColorCounts
    """
    The gems of each color that neither its bonuses nor its own gems cover.
    """
    gold: int
    """
    How much more gold would pay for all of these gems; gold that it has is taken off. The seat lacks
    nothing else as soon as it has so much more gold, or gems instead of it.
    """
    cards: SplendorColorCounts
    """
    The cards that it lacks of each color, for a card that costs two cards (O10).
    """


class SplendorNoble(TypedDict):
    """
    A noble.
    """

    id: str
    points: int
    cards: SplendorColors
    """
    The cards that it requires.
    """
    module: str | None
    """
    The module it comes with; null for the base game.
    """


class SplendorPlace(TypedDict):
    """
    A place of the market.
    """

    deck: str
    """
    The deck of the row.
    """
    index: int
    """
    The place in the row, from 0 at the left.
    """


class SplendorPost(TypedDict):
    """
    A trading post.
    """

    id: str
    cards: SplendorColors
    """
    The cards that it requires.
    """
    power: str
    """
    Its power, in one sentence.
    """


class SplendorTokenCounts(TypedDict):
    """
    The number of tokens of each kind.
    """

    white: int
    blue: int
    green: int
    red: int
    black: int
    gold: int


class SplendorTokens(TypedDict):
    """
    A set of tokens; a kind that is left out is 0.

    A request names at most 20 of a kind, which is more than a seat can hold.
    """

    white: NotRequired[int]
    blue: NotRequired[int]
    green: NotRequired[int]
    red: NotRequired[int]
    black: NotRequired[int]
    gold: NotRequired[int]


class StandingChange(TypedDict):
    """
    A line of the standings that a correction changes.
    """

    entry: int
    """
    The number of the entry.
    """
    player: PlayerRef
    guest: NotRequired[str]
    """
    The name of a guest, who has no account; absent for a player with one.
    """
    place_before: int
    """
    The place before the correction.
    """
    place_after: int
    """
    The place after it.
    """
    points_before: float
    """
    The points before it.
    """
    points_after: float
    """
    The points after it.
    """


class StartSeason(TypedDict):
    """
    A season to start.
    """

    ladder: str
    """
    The ladder.
    """
    name: NotRequired[str]
    """
    The name; without one, clients show the number.
    """
    reset: NotRequired[str]
    """
    With which ratings it begins: `soft` keeps the means of the season before and widens the deviations,
    `hard` makes everybody new. `soft` if left out.
    """


class StreamEnd(TypedDict):
    """
    Why a stream has ended.
    """

    reason: str
    """
    `game_over`; `game_frozen`: the game and its log disagree; `lagged`: the client was too slow; `shutdown`: the server stops; `revoked`: the session has ended, or the caller may no longer see the game; `unavailable`, only for an `EventSource`: the stream cannot be opened now. Values may be added. Known values: `game_over`, `game_frozen`, `lagged`, `shutdown`, `revoked`, `unavailable`.
    """
    resume: NotRequired[int]
    """
    The version up to which the stream of a game has sent everything: connect again with `since` set to
    it. Other streams have no number: they begin again with a snapshot.
    """


class StreamEndFrame(TypedDict):
    """
    The last frame of a stream. A stream that ends without it was interrupted.
    """

    type: Literal['stream_end']
    """
    The type of the last frame.
    """
    server_time: str
    """
    When the server sent the frame.
    """
    data: StreamEnd


class StreamTicket(TypedDict):
    """
    A ticket that was just issued. Only this response contains it.
    """

    ticket: str
    """
    The ticket, for `?ticket=…`. The server does not store it.
    """
    open_before: str
    """
    Until when the ticket must be used for the first time, 60 seconds from now.
    """
    expires_at: str
    """
    When the ticket expires, even if it was used in time: after 24 hours, or with an API token that
    expires before.
    """


class TableCost(TypedDict):
    """
    What speaks against a table, as sums over its pairs.
    """

    forbidden: int
    """
    The number of pairs that must not meet.
    """
    repeats: int
    """
    The number of pairs that have met before.
    """
    score_squared: float
    """
    The squared differences of points.
    """
    repeated_floats: int
    """
    How many entries float in the same direction as in the last round; only at tables of two.
    """
    seats: int
    """
    How much the seats add to the imbalance of seats.
    """
    total: float
    """
    `(point difference)² + 100 (times met)² + 1000 if forbidden`, for each pair.
    """


class TableSeat(TypedDict):
    """
    A seat of a table, with its result once the table has one.
    """

    seat: int
    """
    The seat, from 0.
    """
    entry: int
    """
    The number of the entry.
    """
    player: PlayerRef
    guest: NotRequired[str]
    """
    The name of a guest, who has no account; absent for a player with one.
    """
    place: int | None
    """
    The place at the table; equal places are shared. Null without a result.
    """
    points: float | None
    """
    The points. Null without a result.
    """
    prestige: int | None
    """
    The prestige at the end; in Kids the Treasures. Null without a result, and if it is unknown: an
    organizer may set only the places.
    """
    cards: int | None
    """
    The number of bought cards. Null without a result, if it is unknown, and in Kids.
    """
    tokens: int | None
    """
    The number of tokens at the end. Null without a result, and if it is unknown.
    """
    forfeit: bool
    """
    Whether the seat has forfeited: it has no points, and the table is not a game for it.
    """


class TakeDaysOff(TypedDict):
    """
    Days off in the current turn.
    """

    version: int
    """
    The version of the game that the client saw.
    """
    days: int
    """
    The number of days off in this turn, including those taken before.
    """


class TakenText(TypedDict):
    """
    A text that others see, or an account.
    """

    type: str
    """
    Which text it is; values may be added. Known values: `username`, `display_name`, `game_label`, `annulment_reason`, `club_name`, `club_description`, `ladder_name`, `season_name`, `tournament_name`, `tournament_description`, `team_name`, `guest_name`, `series_name`, `series_description`, `group_names`, `audit_note`, `account`.
    """
    id: str
    """
    The id of what has the text, or of the account.
    """
    number: NotRequired[int]
    """
    The number of the team or of the entry; absent for all other kinds.
    """


class TeamCode(TypedDict):
    """
    A code with which players join a team.
    """

    team: int
    """
    The number of the team.
    """
    code: str
    """
    The code. It is shown once. Small letters, dashes and spaces make no difference.
    """


class TeamMember(TypedDict):
    """
    A member of a team.
    """

    entry: int
    """
    The number of the entry.
    """
    player: PlayerRef
    guest: NotRequired[str]
    """
    The name of a guest, who has no account; absent for a player with one.
    """
    status: str
    """
    Whether the entry takes part; values may be added. Known values: `active`, `paused`, `dropped`, `removed`, `waiting`.
    """


class TeamMemberStanding(TypedDict):
    """
    What a member of a team has scored.
    """

    entry: int
    """
    The number of the entry.
    """
    player: PlayerRef
    guest: NotRequired[str]
    """
    The name of a guest, who has no account; absent for a player with one.
    """
    status: str
    """
    Whether the entry takes part now; values may be added. Known values: `active`, `paused`, `dropped`, `removed`, `waiting`.
    """
    place: int
    """
    The place in the standings of all entries.
    """
    points: float
    """
    The points.
    """
    points_twelfths: int
    """
    The points in twelfths, exactly.
    """
    wins_twelfths: int
    """
    The wins in twelfths, exactly; a shared first place is a part of a win.
    """
    counts: bool
    """
    Whether the member counts.
    """


class TeamRules(TypedDict):
    """
    The rules for teams of a tournament.
    """

    size_max: int
    """
    How many members a team can have.
    """
    size_min: int
    """
    How many members a team needs at the start.
    """
    counted: int | None
    """
    How many of the best members count; null for `size_max`.
    """
    boards: NotRequired[int]
    """
    The number of boards of a match of two teams; absent if members are paired alone.
    """


class TeamStanding(TypedDict):
    """
    A line of the standings of teams.
    """

    place: int
    """
    The place, from 1.
    """
    team: int
    """
    The number of the team.
    """
    name: str
    """
    Its name.
    """
    match_points: NotRequired[float]
    """
    The match points, where teams play matches: 2 for a won match and for a bye, 1 for a shared one;
    absent otherwise.
    """
    matches: NotRequired[int]
    """
    The number of matches played; absent where teams play none.
    """
    sonneborn_berger: NotRequired[int]
    """
    The match points of the teams that it has beaten, and half of those with which it has shared a match,
    in millionths; absent where teams play no matches.
    """
    buchholz_average: NotRequired[int]
    """
    The mean of the match points of its opponents in millionths; absent without one.
    """
    points: float
    """
    The sum of the points of the members that count; in matches the board points, those of all members.
    """
    points_twelfths: int
    """
    The same in twelfths, exactly.
    """
    wins: float
    """
    The sum of their wins; a shared first place is a part of a win.
    """
    wins_twelfths: int
    """
    The same in twelfths, exactly.
    """
    best_place: int | None
    """
    The place of the best member in the standings of all entries; null without members.
    """
    decided_by: str | None
    """
    Which criterion separates this team from the one above; null for the first one. Values may be added. Known values: `match_points`, `points`, `sonneborn_berger`, `buchholz_average`, `wins`, `best_place`, `lot`.
    """
    members: list[TeamMemberStanding]
    """
    The members, the best first, also those that have left. Whoever enters after the round is not among
    them.
    """


class TeamStandings(TypedDict):
    """
    Standings of teams.
    """

    rounds: int
    """
    The number of rounds that they contain.
    """
    complete: bool
    """
    Whether all of these rounds are over.
    """
    items: list[TeamStanding]
    """
    The lines, the first place first.
    """


class TextTarget(TypedDict):
    """
    A text that others see.
    """

    type: NewTextKind
    """
    Which text it is.
    """
    id: str
    """
    The id of the account, the game, the club, the ladder, the season, the tournament, the series or the
    entry of an audit.
    """
    number: NotRequired[int]
    """
    The number of the team or of the entry; left out for all other kinds.
    """


class TieBreakValue(TypedDict):
    """
    The value of a criterion.
    """

    tie_break: str
    """
    The criterion; values may be added. Known values: `points`, `wins`, `head_to_head`, `sonneborn_berger`, `buchholz_average`, `buchholz_cut_1`, `opponents_win_share`, `prestige_ratio`, `prestige_sum`, `seat_difference`, `fewest_cards`, `rating_performance`, `lot`.
    """
    value: int | None
    """
    Its value in millionths, rounded down. Null for the lot, and where there is nothing to compute it
    from: no opponents, or no table whose prestige or cards are known.
    """


class ToAct(TypedDict):
    """
    The decision that the game waits for.
    """

    seat: int
    decision: str
    """
    The kind of decision; values may be added. Known values: `main`, `keep`, `associate`, `take_free`, `take_token`, `stronghold`, `conquest`, `return`, `noble`, `post`, `draw_town`, `give`.
    """
    tokens: NotRequired[int]
    """
    How many tokens the seat must return; for `return` (B13, K5, K12).
    """
    level: NotRequired[int]
    """
    The level of the card that the seat takes at no cost; for `take_free` (O7, O8).
    """
    card: NotRequired[str]
    """
    The card that waits for its association, for `associate` (O5); the card that can be bought, for
    `conquest` (S7).
    """


class TokenAnswer(TypedDict):
    """
    The tokens of a grant.
    """

    access_token: str
    """
    The access token, for `Authorization: Bearer …`.
    """
    token_type: str
    """
    Always `Bearer`.
    """
    expires_in: int
    """
    Seconds until the access token expires.
    """
    refresh_token: str
    """
    The refresh token, to be used once. If the response is lost, the old one returns the same for 30
    seconds, and later as long as neither of the new tokens was used; reuse after that ends the grant,
    because the token may have been stolen.
    """
    scope: str
    """
    What the access token allows.
    """


class TokenForm(TypedDict):
    """
    What an app presents for tokens. Unknown parameters are ignored.
    """

    grant_type: str
    """
    `authorization_code`, `refresh_token` or `urn:ietf:params:oauth:grant-type:device_code`.
    """
    client_id: str
    """
    The name of the app, as in the first request.
    """
    code: NotRequired[str]
    """
    For `authorization_code`: the code. It is valid for 60 seconds and can be used once.
    """
    redirect_uri: NotRequired[str]
    """
    For `authorization_code`: the same `redirect_uri` as before, if it is sent. OAuth 2.1 needs none;
    clients of OAuth 2.0 send it.
    """
    code_verifier: NotRequired[str]
    """
    For `authorization_code`: the secret of the `code_challenge`.
    """
    refresh_token: NotRequired[str]
    """
    For `refresh_token`: the refresh token of the last response.
    """
    scope: NotRequired[str]
    """
    For `refresh_token`: fewer scopes for the next access token, if fewer are wanted.
    """
    device_code: NotRequired[str]
    """
    For `urn:ietf:params:oauth:grant-type:device_code`: the device code.
    """


class TokenLook(TypedDict):
    """
    How a token looks.
    """

    color: str
    """
    The color, or `gold`.
    """
    fill: str
    """
    The color as CSS writes it.
    """
    shape: str
    """
    The name of the shape.
    """
    outline: str
    """
    The outline of the shape: the data of an SVG path, at most ten units around the origin.
    """


class Tokens(TypedDict):
    """
    A set of tokens; a kind that is left out is 0.

    A request names at most 20 of a kind, which is more than a seat can hold.
    """

    white: NotRequired[int]
    blue: NotRequired[int]
    green: NotRequired[int]
    red: NotRequired[int]
    black: NotRequired[int]
    gold: NotRequired[int]
    mushroom: NotRequired[int]
    apple: NotRequired[int]
    cabbage: NotRequired[int]
    hazelnut: NotRequired[int]
    water: NotRequired[int]


class TournamentCut(TypedDict):
    """
    Who goes on to the knock-out from the rounds for everybody.
    """

    paired: bool
    """
    Whether the first knock-out round is paired. Until then, the next one moves up if somebody leaves.
    """
    entries: list[Entry1]
    """
    The numbers of those who go on, the first seed first. They stay as they were paired, whatever is
    corrected later.
    """
    first_out: int | None
    """
    The best of the others who take part; null if there is none, and if a correction has put somebody else
    before the last one who went on.
    """
    decided_by: str | None
    """
    What separates that one from the last one who goes on: a tie-break, or `lot` also for those who share a place; null without `first_out`. Values may be added. Known values: `points`, `wins`, `head_to_head`, `sonneborn_berger`, `buchholz_average`, `buchholz_cut_1`, `opponents_win_share`, `prestige_ratio`, `prestige_sum`, `seat_difference`, `fewest_cards`, `rating_performance`, `lot`, `knock_out`.
    """


class TournamentEntry(TypedDict):
    """
    An entry.
    """

    entry: int
    """
    The number of the entry in the tournament, from 1.
    """
    player: PlayerRef
    """
    The player. A guest has an id and no name here.
    """
    guest: NotRequired[str]
    """
    The name of a guest, who has no account: only over the board. Absent for a player with an account.
    """
    team: NotRequired[int]
    """
    The number of the team to which it belongs; absent if it belongs to none.
    """
    status: str
    """
    Whether it takes part; values may be added. Known values: `active`, `paused`, `dropped`, `removed`, `waiting`.
    """
    rating: int
    """
    The shown rating when the player entered, or that which an organizer has given a guest; 1500 without a
    rated game.
    """
    seed: NotRequired[int]
    """
    The seed that an organizer has given the entry, 1 for the strongest; absent without one.
    """
    entered_at: str
    requested_byes: NotRequired[list[int]]
    """
    The rounds for which the player has requested a bye; absent if there is none.
    """
    fixed_table: NotRequired[int]
    """
    The `number_in_round` of the table at which it sits in every round; absent if it sits anywhere.
    """
    removed_in: NotRequired[int]
    """
    The last round that was paired when an organizer removed it, 0 before the first. From the standings
    after this round on, it comes after all others. Absent unless it is removed.
    """


class TournamentEvent(TypedDict):
    """
    Something that has happened in a tournament, a club or a series.
    """

    id: str
    at: str
    kind: str
    """
    What has happened; values may be added. Known values: `created`, `changed`, `registration_opened`, `entered`, `moved_up`, `entry_added`, `guest_renamed`, `table_fixed`, `entry_changed`, `entry_code_made`, `entry_claimed`, `team_made`, `team_changed`, `team_deleted`, `team_code_made`, `team_joined`, `team_left`, `bye_requested`, `bye_taken_back`, `withdrawn`, `entry_removed`, `entry_reinstated`, `start_failed`, `announced`, `started`, `round_paired`, `no_show`, `dropped`, `round_opened`, `table_started`, `table_finished`, `table_voided`, `result_reported`, `result_disputed`, `result_confirmed`, `result_set`, `result_corrected`, `table_seated`, `table_paused`, `table_resumed`, `clock_adjusted`, `points_adjusted`, `round_closed`, `round_reopened`, `round_unpaired`, `deal_revealed`, `finished`, `results_rated`, `cancelled`, `reopened`, `organizer_joined`, `organizer_left`, `organizer_removed`, `member_joined`, `member_left`, `member_removed`, `role_changed`, `banned`, `ban_lifted`, `join_code_made`, `join_code_ended`, `ladder_created`, `ladder_changed`, `ladder_closed`, `season_started`, `season_ended`, `game_annulled`, `event_added`, `event_removed`, `account_locked`, `account_unlocked`, `sessions_ended`, `account_erased`, `text_taken_down`, `report_acted`, `report_dismissed`, `report_answered`.
    """
    by: PlayerRef | None
    round: int | None
    """
    The round; null if it is about none.
    """
    table: int | None
    """
    The table; null if it is about none.
    """
    entry: int | None
    """
    The number of the entry; null if it is about none.
    """
    player: NotRequired[PlayerRef]
    """
    The member of the club or the banned player; absent if it is about none. Only those who manage the
    club see who is banned.
    """
    note: str | None
    """
    Details, or the reason that was given; null if there is none.
    """
    changes: NotRequired[list[AuditChange]]
    """
    What the act has changed of a result or of the settings; absent if nothing.
    """
    target: NotRequired[TakenText]
    """
    The text that was taken down, or what was reported; absent in the audits of tournaments, clubs and
    series.
    """


class TournamentFrameStreamEnd(TypedDict):
    """
    The last frame.
    """

    data: StreamEnd
    """
    The last frame.
    """
    type: Literal['stream_end']
    server_time: str
    """
    When the server sent the frame.
    """


class TournamentGame(TypedDict):
    """
    A game that was made for a table.
    """

    game: str
    table: int | None
    """
    The number of the table whose game it is; null if another game has replaced it there.
    """
    status: str
    """
    Its status; values may be added. Known values: `waiting`, `active`, `finished`, `aborted`, `frozen`.
    """
    rated: bool
    """
    Whether its result was to change ratings, as in the game itself.
    """
    changed_ratings: bool
    """
    Whether it has changed ratings. A game that was aborted has changed none, and an annulled one changes
    none any more.
    """
    annulled: bool
    """
    Whether an administrator has annulled it.
    """
    unrated_because: NotRequired[str]
    """
    Why it changed no rating, although it was to be rated and was played to its end; otherwise left out. Values may be added. Known values: `not_public`, `same_owner`, `pair_limit`, `left_early`, `gain_limit`.
    """


class TournamentInvitation(TypedDict):
    """
    A player who is invited to enter a tournament.
    """

    player: PlayerRef
    entered: bool
    """
    Whether the player has entered, and not left.
    """


class TournamentInvitationPage(TypedDict):
    """
    A page of invitations to a tournament.
    """

    items: list[TournamentInvitation]
    """
    Those whose accounts are oldest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class TournamentSeries(TypedDict):
    """
    The series of a tournament.
    """

    id: str
    season: int | None
    """
    The number of the season of a league; null unless the series is a league.
    """
    group: int | None
    """
    The number of the group, from 1 at the top; null unless the series is a league.
    """
    invited_only: bool
    """
    Whether only players who are invited can enter, because they belong to the group.
    """


class TournamentStanding(TypedDict):
    """
    A line of the standings.
    """

    entry: int
    """
    The number of the entry.
    """
    player: PlayerRef
    guest: NotRequired[str]
    """
    The name of a guest, who has no account; absent for a player with one.
    """
    place: int
    """
    The place, from 1; equal places are shared.
    """
    status: str
    """
    Whether the entry takes part now; values may be added. Entries that organizers had removed before the next round was paired come after all others. Known values: `active`, `paused`, `dropped`, `removed`, `waiting`.
    """
    points: float
    """
    The points.
    """
    points_twelfths: int
    """
    The points in twelfths, exactly.
    """
    games: int
    """
    The number of tables played, without those that give no points.
    """
    byes: int
    """
    The number of byes.
    """
    values: list[TieBreakValue]
    """
    The criteria in their order.
    """
    decided_by: str | None
    """
    Which criterion separates this line from the one above; null for the first line and for shared places. Values may be added. Known values: `points`, `wins`, `head_to_head`, `sonneborn_berger`, `buchholz_average`, `buchholz_cut_1`, `opponents_win_share`, `prestige_ratio`, `prestige_sum`, `seat_difference`, `fewest_cards`, `rating_performance`, `lot`.
    """
    knock_out: int | None
    """
    The last knock-out round that the entry reached, the winner one more; null without one. It comes
    before all criteria.
    """
    annulled: NotRequired[bool]
    """
    Whether its results count for nobody, because it has left a round robin before half of its games;
    absent otherwise.
    """
    board: NotRequired[int]
    """
    Its place in its team, from 1, where teams play matches: the board at which it plays if nobody before
    it is absent; absent otherwise.
    """


class TournamentStandings(TypedDict):
    """
    Standings.
    """

    rounds: int
    """
    The number of rounds that they contain.
    """
    complete: bool
    """
    Whether all of these rounds are over.
    """
    items: list[TournamentStanding]
    """
    The lines, the first place first.
    """
    cut: NotRequired[TournamentCut]
    """
    Who goes on to the knock-out, once the rounds before it are over; absent before, and without a `cut`.
    """
    rating_ended_at: NotRequired[str]
    """
    When an organizer gave up the rating of the running tournament: rounds paired later are not rated.
    Absent otherwise.
    """


class TournamentTable(TypedDict):
    """
    A table.
    """

    table: int
    """
    The number of the table, unique in the tournament.
    """
    match: int
    """
    The match in its round: the games of a knock-out match share it, and the boards of a match of teams. 0
    in an arena, which has no matches.
    """
    number_in_round: NotRequired[int]
    """
    What stands on the table in a hall: its number in its round, from 1, the strongest table first. The
    games of a match share it. Absent in an arena.
    """
    board: NotRequired[int]
    """
    Its board in the `match` of two teams, from 1; absent where everybody plays alone.
    """
    teams: NotRequired[list[Team]]
    """
    The numbers of the teams that meet there, in the order of seats; absent where everybody plays alone.
    """
    status: str
    """
    How far it is; values may be added. Known values: `waiting`, `playing`, `done`, `void`.
    """
    seats: list[TableSeat]
    paired: list[int]
    """
    The entries as they were paired, in the order of seats.
    """
    manual: bool
    """
    Whether an organizer has set it.
    """
    third_place: NotRequired[bool]
    """
    Whether it is played for the third place of a knock-out; absent otherwise.
    """
    cost: TableCost
    game: str | None
    """
    Its game; null before it starts, and over the board.
    """
    report: NotRequired[ReportedResult]
    """
    What a player has reported last and others can confirm; absent if nothing waits for that.
    """
    reports: NotRequired[list[ReportedResult]]
    """
    What each player has reported last, the latest report last; absent if nothing waits to be confirmed.
    """
    disputed: NotRequired[bool]
    """
    Whether two of the reports contradict each other: an organizer decides, or the players report the
    same; absent otherwise.
    """
    final_at: NotRequired[str]
    """
    When the result that all players but one have reported is final: 15 minutes after the report by which
    they agreed. Whoever reports something else before stops that; absent otherwise.
    """
    decided_by: str | None
    """
    What decided it; null without a result, and for a board whose player was absent when the round was opened. Values may be added. Known values: `game`, `arbiter`, `players`.
    """
    started_at: str | None
    """
    When its game started; null before, and for tables that started before this was recorded.
    """
    ended_at: str | None
    """
    The end of play. A result that an organizer sets later does not change it.
    """
    decided_at: str | None
    """
    When an organizer has set the result or voided the table, the last time; null if none has.
    """
    version: int
    """
    How often it has changed. Send it with an act, so that the act is refused if somebody else came first.
    """


class TournamentTeam(TypedDict):
    """
    A team.
    """

    team: int
    """
    The number of the team in the tournament.
    """
    name: str
    """
    The name.
    """
    captain: int | None
    """
    The number of the entry that leads it: who was chosen, or the first member if that one has left; null
    without members.
    """
    members: list[TeamMember]
    """
    Its members in the order of boards, which is that of numbers unless another one was chosen; also those
    that have left the tournament.
    """


class Turn(TypedDict):
    """
    The current turn.
    """

    seat: int
    number: int
    """
    The number of the turn in the game, from 1.
    """


class TurningPoint(TypedDict):
    """
    A choice after which the game was another one.
    """

    index: int
    """
    The place of the choice in `choices`, from 0.
    """
    version: int
    """
    The version of the game in which it was made.
    """
    turn: int
    """
    The number of the turn.
    """
    seat: int
    """
    Whose choice it was.
    """
    cause: str
    """
    What turned the game. Known values: `mistake`, `luck`. Values may be added.
    """
    change: float
    """
    What it changed for this seat.
    """


class UpdateBot(TypedDict):
    """
    The fields to change; a field that is left out keeps its value.
    """

    accepts: NotRequired[AcceptsChange]
    """
    What the bot accepts.
    """


class UpdateClub(TypedDict):
    """
    A change of a club; a field that is left out keeps its value.
    """

    name: NotRequired[str]
    """
    The name.
    """
    description: NotRequired[list[DescriptionItem]]
    """
    What the club tells about itself, in paragraphs.
    """
    visibility: NotRequired[NewClubVisibility]
    """
    Who may find and see it.
    """
    joining: NotRequired[NewJoining]
    """
    How players become members without an invitation.
    """
    version: NotRequired[int]
    """
    The `version` of the settings that the caller has seen. If they have another one by now, the change is
    refused with `settings_changed`; without it, the change is for whatever stands there.
    """


class UpdateLadder(TypedDict):
    """
    A change of a ladder; a field that is left out keeps its value.
    """

    name: NotRequired[str]
    """
    The name.
    """
    members_only: NotRequired[bool]
    """
    Whether only members of the club play in it. Games that have begun stay rated.
    """
    member_days_min: NotRequired[int]
    """
    For how many days a player must be a member before their games count; 0 for everybody who may play. It
    is asked when a game is offered, when a tournament starts, and over the board when a round is paired.
    """
    account_days_min: NotRequired[int]
    """
    For how many days a player must have their account before their games count; 0 for everybody.
    """
    listing: NotRequired[NewListing]
    """
    What a player needs to be listed. It holds at once for the season that runs, and for later ones.
    """
    version: NotRequired[int]
    """
    The `version` of the settings that the caller has seen. If they have another one by now, the change is
    refused with `settings_changed`; without it, the change is for whatever stands there.
    """


class UpdateMe(TypedDict):
    """
    The fields to change; a field that is left out keeps its value.
    """

    email: NotRequired[str | None]
    """
    The new e-mail address; null removes it.
    """
    display_name: NotRequired[str | None]
    """
    The name to show beside the username; null removes it. It need not be unique, so it never replaces the
    username.
    """
    avatar: NotRequired[int]
    """
    The number of the picture, of the 16 of `GET /v1/players/{username}/avatar.svg`.
    """
    password: NotRequired[str | None]
    """
    The current password, which is needed with `email` and otherwise not read.
    """


class UpdateSeries(TypedDict):
    """
    A change of a series; a field that is left out keeps its value.
    """

    name: NotRequired[str]
    """
    The name.
    """
    description: NotRequired[list[DescriptionItem]]
    """
    What its organizers tell about it, in paragraphs.
    """
    points: NotRequired[list[Point]]
    """
    The points for places in events. An empty list adds the points of the events.
    """
    best_of: NotRequired[int]
    """
    How many results of everybody count; with 100, all.
    """
    groups: NotRequired[list[NewGroup]]
    """
    The groups of a league, from the top: until its first season.
    """
    promoted: NotRequired[int]
    """
    How many players of a league go up and down at each border between groups.
    """
    version: NotRequired[int]
    """
    The `version` of the settings that the caller has seen. If they have another one by now, the change is
    refused with `settings_changed`; without it, the change is for whatever stands there.
    """


Member: TypeAlias = int


class UpdateTeam(TypedDict):
    """
    A change of a team; a field that is left out keeps its value.
    """

    name: NotRequired[str]
    """
    The name, which no other team of the tournament has.
    """
    captain: NotRequired[int]
    """
    The number of the member that leads it.
    """
    members: NotRequired[list[Member]]
    """
    The numbers of all members who have not left the tournament, board 1 first; only with `boards` of
    `teams`, and before the start.
    """


class VirtualPoints(TypedDict):
    """
    Points that count in the pairing of one round only, never in standings.
    """

    points: float
    """
    The points of each of the entries.
    """
    points_twelfths: int
    """
    The same in twelfths of a point.
    """
    entries: list[int]
    """
    The numbers of the entries that have them.
    """


Visibility: TypeAlias = Literal['public', 'unlisted', 'private']
"""
Who may find and see a game.
"""


class VoidTable(TypedDict):
    """
    Why a table does not count.
    """

    version: NotRequired[int]
    """
    The `version` of the table that the act is for. If the table has another one, the act is refused with
    `table_changed`; without it, the act is for whatever stands there.
    """
    reason: str
    """
    Why. Everybody reads it in the audit.
    """


class WantedClockCorrespondence(TypedDict):
    """
    A time for each turn.
    """

    per_turn_ms: int
    """
    The time for one turn.
    """
    kind: Literal['correspondence']


class WantedClockLive(TypedDict):
    """
    A time for the whole game, with an increment for each turn.
    """

    initial_ms: int
    """
    The time at the start.
    """
    increment_ms: int
    """
    The time that a seat gets back when its turn ends.
    """
    kind: Literal['live']


class WantedClockNone(TypedDict):
    """
    No time limit.
    """

    kind: Literal['none']


class WantedForbiddenPair(TypedDict):
    """
    Two entries that must not meet.
    """

    a: int
    """
    The number of one entry.
    """
    b: int
    """
    The number of the other one.
    """


class WantedHighestRating(TypedDict):
    """
    The highest rating that a player may have had for some days, whatever it is now.
    """

    rating: int
    """
    The rating.
    """
    days: int
    """
    The number of days until now.
    """


WantedHours = TypedDict(
    'WantedHours',
    {
        'from': str,
        'until': str,
        'utc_offset_minutes': int,
        'time_zone': NotRequired[str],
    },
)


class WantedMatchBot(TypedDict):
    """
    A bot that plays in a match.
    """

    bot: str
    """
    Its username, or `random`, `greedy`, `apprentice` or `master` for a built-in opponent; others may be
    added. A built-in opponent may occur several times.
    """
    strength: NotRequired[int]
    """
    How strong it plays, in percent of what it can do; only for built-in opponents. Without it, as strong
    as it can.
    """


TwoItem: TypeAlias = int


ThreeItem: TypeAlias = int


FourItem: TypeAlias = int


class WantedPoints(TypedDict):
    """
    Points for places: either a preset, or a list for each size of table, and the points of a bye.
    """

    preset: NotRequired[PointsPreset]
    """
    Points that are ready to use.
    """
    two: NotRequired[list[TwoItem]]
    """
    For two seats, the first place first.
    """
    three: NotRequired[list[ThreeItem]]
    """
    For three seats.
    """
    four: NotRequired[list[FourItem]]
    """
    For four seats.
    """
    bye: NotRequired[int]
    """
    For a bye.
    """


class WantedSpectatorDelay(TypedDict):
    """
    How much later those without a seat see a new game: either by turns or by time.
    """

    turns: NotRequired[int]
    """
    They do not see the current turn and this many turns before it. The end is hidden for a minute for
    each of them.
    """
    ms: NotRequired[int]
    """
    They see everything this much later.
    """


class Webhook(TypedDict):
    """
    A webhook.
    """

    id: str
    url: str
    """
    The address that receives the messages.
    """
    events: list[str]
    """
    The events to be told of.
    """
    game: str | None
    """
    The only game whose events are told; null for any game.
    """
    tournament: str | None
    """
    The only tournament whose events are told; null for any tournament.
    """
    enabled: bool
    """
    Whether messages are sent.
    """
    disabled_reason: str | None
    """
    Why no messages are sent; null if they are. `gone`: the address returned 410. `failing`: all attempts of a message failed, and no other message was accepted in the meantime. `session_ended`: the grant or the API token that made it has ended. Known values: `requested`, `gone`, `failing`, `session_ended`. Values may be added.
    """
    created_at: str
    last_accepted_at: str | None
    """
    When the address last accepted a message; null if it never did.
    """
    secret: str | None
    """
    The secret that signs the messages; null except in the response that creates it.
    """


class WebhookAttempt(TypedDict):
    """
    An attempt to send a message.
    """

    at: str
    status: int | None
    """
    The status of the response; null if there was none.
    """
    failure: str | None
    """
    Why there was no response; null if there was one. Values may be added. Known values: `unresolved`, `forbidden_address`, `unreachable`, `tls`, `timed_out`, `broken_response`, `response_too_large`, `compressed_response`.
    """
    duration_ms: int
    """
    How long the attempt took.
    """


WebhookEvent: TypeAlias = Literal['game.started', 'game.finished', 'game.aborted', 'tournament.round_paired', 'tournament.table_ready', 'tournament.table_finished', 'tournament.table_disputed', 'tournament.round_closed', 'tournament.announced', 'game.turn', 'challenge', 'invitation', 'rematch', 'pairing', 'analysis.done']
"""
An event that a webhook can be told of.
"""


class WebhookMessageData(TypedDict):
    """
    Where an event happened. Fields may be added.
    """

    game: str | None
    """
    The game; null if the event is about no game.
    """
    tournament: str | None
    """
    The tournament; null if the event belongs to none.
    """
    round: int | None
    """
    The number of the round of the tournament, from 1; null if the event is about no round.
    """
    table: int | None
    """
    The number of the table in the tournament, from 1; null if the event is about no table.
    """
    games: list[str]
    """
    The games that wait for a decision of the player, the newest first, at most 20; empty unless the
    message is `game.turn`. If there is only one, it is also `game`.
    """


class Webhooks(TypedDict):
    """
    Webhooks.
    """

    items: list[Webhook]
    """
    The webhooks, the oldest first.
    """
    next_cursor: str | None
    """
    Always null: the list is complete.
    """


class WithdrawEntry(TypedDict):
    """
    How an entry leaves.
    """

    pause: NotRequired[bool]
    """
    Whether it only pauses: the player can enter again, and an organizer brings it back with `reinstate`.
    """
    reason: str
    """
    Why. Everybody reads it in the audit.
    """


class WithdrawFromTournament(TypedDict):
    """
    Optional data for leaving; the body may be left out.
    """

    pause: NotRequired[bool]
    """
    Whether the player only pauses, and can enter again.
    """


class Words(TypedDict):
    """
    The words of a ruleset in one language.
    """

    language: str
    """
    The language of the words.
    """
    languages: list[str]
    """
    The languages that there are.
    """
    words: dict[str, str]
    """
    The words by key: `action.` and the type of an action, a label for a button; `event.` and `effect.`
    with their types, a line for the log; `reason.` with the reason of a refusal; `decision.` with what
    the game waits for; `color.`, `resource.`, `module.`, `village.`, `noble.`, `city.`, `post.`,
    `post_power.` and `card_effect.` with what the catalogue and views call them, `resources.` of several
    tokens; `end.` with the reason of a result; `word.` with what else a picture says. What stands in
    braces, such as `{seat}`, is for the app to put in: the name of the field in the event. Keys may be
    added.
    """
    looks: list[TokenLook]
    """
    How the tokens look in the pictures of this server: each has a shape of its own, so that nobody
    depends on color.
    """


class Aborted(TypedDict):
    """
    How a game was aborted.
    """

    seat: int | None
    """
    The seat whose request aborted the game; before the start, its place in the order of joining. Null if
    no seat aborted it.
    """
    by: By
    reason: str
    """
    `requested` by one seat, `agreed` by all, `creator_left`, `expired` after waiting too long for players, `declined` by a challenged player, or by the `organizer` after nothing had happened for some time. In a tournament, `table_decided` if an organizer set the result of the table or voided it, or the time of its round was over, and `tournament_over` if the tournament was closed or cancelled. `bot_match_stopped` if the bot match was stopped. Values may be added. Known values: `creator_left`, `requested`, `agreed`, `expired`, `declined`, `organizer`, `table_decided`, `tournament_over`, `bot_match_stopped`.
    """
    reveal: Reveal | None


class ActionReturn(TypedDict):
    """
    Return the tokens above ten (B13). Return the tokens above the limit of the bag (K5), or above five in a Drought (K12).
    """

    tokens: Tokens
    type: Literal['return']


class AddedEntries(TypedDict):
    """
    The entries that were added.
    """

    items: list[TournamentEntry]
    """
    The entries in the order of their numbers.
    """


class Analysis(TypedDict):
    """
    What the turns of a finished game were worth. A share of the game is 1 for a win; winners share it.
    """

    mistake_from: float
    """
    The smallest loss that is called a mistake. The judge cannot tell smaller ones from none.
    """
    seats: list[AnalyzedSeat]
    """
    Each seat over the whole game, in seat order.
    """
    turning_points: list[TurningPoint]
    """
    Where the game turned, at most three, in the order of the game.
    """
    choices: list[JudgedChoice]
    """
    Every choice. A turn in the middle of which a card was revealed has several.
    """


class AnnulledGame(TypedDict):
    """
    An annulled game, and what this has changed.
    """

    game: str
    pool: str
    pool_seq: int
    """
    The number of the game in its pool.
    """
    reason: str
    """
    Why, in the words of the administrator.
    """
    annulled_at: str
    corrected_players: int
    """
    The number of players whose current rating this has changed.
    """
    changes: list[RatingCorrection]
    """
    The changes of current ratings, the largest first: up to 100 of them.
    """


class AuditPage(TypedDict):
    """
    A page of the audit.
    """

    items: list[TournamentEvent]
    """
    What has happened, the newest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class Block(TypedDict):
    """
    A blocked player.
    """

    player: PlayerRef
    blocked_at: str


class Blocks(TypedDict):
    """
    The block list of the caller.
    """

    items: list[Block]
    """
    The blocked players, the earliest block first.
    """
    next_cursor: str | None
    """
    Always null: the list is complete.
    """


class Bot(TypedDict):
    """
    A bot: a player that is a program.
    """

    id: str
    """
    Its id as a player. It stays when the bot is erased.
    """
    username: str
    """
    Its name.
    """
    bot: bool
    """
    Always true.
    """
    owner: PlayerRef | None
    accepts: Accepts
    online: bool
    """
    Whether one of its tokens was used within five minutes. A built-in opponent is online as long as a
    server plays its turns.
    """
    created_at: str


class BotEndpoint(TypedDict):
    """
    The endpoint of a bot: the address at which the server asks for its decisions.
    """

    url: str
    """
    The address.
    """
    ladder: bool
    """
    Whether the server matches the bot by itself with bots of others, as long as it is asked.
    """
    enabled: bool
    """
    Whether the bot is asked. Set the endpoint again to enable it.
    """
    disabled_reason: str | None
    """
    Why it is not enabled; null if it is. Values may be added. Known values: `gone`, `failing`, `session_ended`.
    """
    created_at: str
    last_answered_at: str | None
    """
    When the bot last gave an answer that was played, accurate to a minute; null if it never has.
    """
    last_fault: BotEndpointFault | None
    secret: str | None
    """
    The secret that signs the questions; null except in the response that sets the endpoint.
    """


class Bots(TypedDict):
    """
    A page of bots.
    """

    items: list[Bot]
    """
    The bots, the newest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class Challenged(TypedDict):
    """
    A challenged player.
    """

    player: PlayerRef
    accepted: bool
    """
    Whether the player has accepted.
    """


class Club(TypedDict):
    """
    A club.
    """

    name: str
    visibility: str
    """
    Who may find and see it; values may be added. Known values: `public`, `private`.
    """
    joining: str
    """
    How players become members without an invitation; values may be added. Known values: `open`, `application`, `invitation`.
    """
    id: str
    owner: PlayerRef
    member_count: int
    """
    The number of members, the owner included.
    """
    created_at: str
    description: list[str]
    """
    What the club tells about itself, in paragraphs.
    """
    version: int
    """
    Another number after each change of the settings, for the next change.
    """
    my_role: str | None
    """
    What the caller may do; null for everybody who is not a member. Values may be added. Known values: `owner`, `manager`, `member`.
    """
    my_request: str | None
    """
    `invitation` if the club waits for the caller, `application` if the caller waits for the club, otherwise null. Values may be added. Known values: `invitation`, `application`.
    """


class ClubBan(TypedDict):
    """
    A player whom a club does not admit.
    """

    player: PlayerRef
    since: str
    ends_at: str | None
    """
    When it ends by itself, for a player who was removed or whose application was declined; null until a
    manager lifts it.
    """


class ClubBanPage(TypedDict):
    """
    A page of bans.
    """

    items: list[ClubBan]
    """
    Those whose accounts are oldest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class ClubItem(TypedDict):
    """
    A club as lists show it.
    """

    name: str
    visibility: str
    """
    Who may find and see it; values may be added. Known values: `public`, `private`.
    """
    joining: str
    """
    How players become members without an invitation; values may be added. Known values: `open`, `application`, `invitation`.
    """
    id: str
    owner: PlayerRef
    member_count: int
    """
    The number of members, the owner included.
    """
    created_at: str


class ClubMember(TypedDict):
    """
    A member of a club.
    """

    player: PlayerRef
    role: str
    """
    What the member may do; values may be added. Known values: `owner`, `manager`, `member`.
    """
    since: str


class ClubPage(TypedDict):
    """
    A page of clubs.
    """

    items: list[ClubItem]
    """
    The clubs, the newest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class ClubSeason(TypedDict):
    """
    A season of a ladder.
    """

    id: str
    ladder: str
    number: int
    """
    Its number in the ladder, from 1.
    """
    name: str | None
    """
    The name; null without one.
    """
    reset: str
    """
    With which ratings it began; values may be added. Known values: `hard`, `soft`.
    """
    carried: CarriedRatings | None
    pool: str
    """
    Its pool: `/v1/ladders/{pool}/standings` has the table, `…/log` every game.
    """
    listing: ListingRules
    status: str
    """
    How far it is; values may be added. Known values: `running`, `closing`, `over`.
    """
    players: int
    """
    The number of players with a rated game.
    """
    games: int
    """
    The number of rated games, including annulled ones.
    """
    started_at: str
    ended_at: str | None
    """
    When it was ended; null while it runs.
    """


class ClubSeasonPage(TypedDict):
    """
    A page of seasons.
    """

    items: list[ClubSeason]
    """
    The seasons, the newest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class Contribution(TypedDict):
    """
    The entropy that a player contributed to the deal.
    """

    player: PlayerRef
    entropy: str
    """
    The bytes in hexadecimal; empty if none were given.
    """
    after_commitment: bool
    """
    Whether the player could see the commitment before contributing.
    """


class CreateClub(TypedDict):
    """
    A club to create.
    """

    name: str
    """
    The name. Several clubs can have the same.
    """
    description: NotRequired[list[DescriptionItem]]
    """
    What the club tells about itself, in paragraphs.
    """
    visibility: NotRequired[NewClubVisibility]
    """
    Who may find and see it; `public` if left out.
    """
    joining: NotRequired[NewJoining]
    """
    How players become members without an invitation; `application` if left out.
    """


class CreateLadder(TypedDict):
    """
    A ladder to create.
    """

    name: str
    """
    The name.
    """
    base_pool: str
    """
    The games that it rates, as the pool of the server with the same games: ruleset with modules, size of
    the table, pace, and kind of players.
    """
    members_only: NotRequired[bool]
    """
    Whether only members of the club play in it; `true` if left out.
    """
    member_days_min: NotRequired[int]
    """
    For how many days a player must be a member before their games count; 0 if left out. It is asked when
    a game is offered, in a tournament when it starts, over the board when a round is paired.
    """
    account_days_min: NotRequired[int]
    """
    For how many days a player must have their account before their games count; 0 if left out.
    """
    listing: NotRequired[NewListing]
    """
    What a player needs to be listed.
    """


class CreatePush(TypedDict):
    """
    A push subscription, as `JSON.stringify` writes a `PushSubscription` of a browser.
    """

    endpoint: str
    """
    The address at the browser's push service: `https://` with port 443 or a port from 1024, on the public
    internet.
    """
    expirationTime: NotRequired[int | None]
    """
    When the subscription ends, in milliseconds since 1970, or null. Browsers send it; the server does not
    use it, because a push service says when a subscription has ended.
    """
    keys: PushKeys


class CreateSeries(TypedDict):
    """
    A series to create.
    """

    name: str
    """
    The name. Several series can have the same.
    """
    description: NotRequired[list[DescriptionItem]]
    """
    What its organizers tell about it, in paragraphs.
    """
    club: NotRequired[str]
    """
    The club to which it belongs, which the caller owns or manages. It cannot change.
    """
    visibility: NotRequired[Visibility]
    """
    Who may find and see it: `public` (if left out) or `unlisted`. Its events have the same visibility. It
    cannot change.
    """
    points: NotRequired[list[Point]]
    """
    The points for places in events, the first place first; further places have none. If it is left out or
    empty, the points of the events are added.
    """
    best_of: NotRequired[int]
    """
    How many results of everybody count, the best ones; all if it is left out.
    """
    groups: NotRequired[list[NewGroup]]
    """
    The groups of a league, from the top; a series without groups is no league.
    """
    promoted: NotRequired[int]
    """
    How many players of a league go up and down at each border between groups; at most half of the size of
    the smallest group. 0 if left out.
    """


class CreateToken(TypedDict):
    """
    An API token to issue.
    """

    name: str
    """
    What the token is for. Only its owner sees the name.
    """
    scopes: list[Scope]
    """
    What the token allows.
    """
    expires_in_ms: NotRequired[int | None]
    """
    How long the token is valid, from a minute to ten years; without it, or with null, until it is
    revoked.
    """


class CreateWebhook(TypedDict):
    """
    A webhook to create.
    """

    url: str
    """
    The address that receives the messages: `https://` with port 443 or a port from 1024, on the public
    internet.
    """
    events: list[WebhookEvent]
    """
    The events to be told of.
    """
    filter: NotRequired[NewFilter | None]


class DecideReport(TypedDict):
    """
    How a report is decided, and why.
    """

    outcome: NewReportOutcome
    reason: str
    """
    The reason, which those read who have reported it, and with `acted` also whoever was reported: one
    line of up to 500 characters.
    """


class DeclineChallenge(TypedDict):
    """
    A refusal to play.
    """

    reason: NotRequired[NewDeclineReason]
    """
    Why the caller declines.
    """


class EffectTokensReturned(TypedDict):
    """
    Tokens went from the seat to the supply.
    """

    seat: int
    tokens: Tokens
    type: Literal['tokens_returned']


class EffectTokensTaken(TypedDict):
    """
    Tokens went from the supply to the seat.
    """

    seat: int
    tokens: Tokens
    type: Literal['tokens_taken']


class EntryConditions(TypedDict):
    """
    What a player needs to enter, beside `players` and `rating`. It is checked when the player enters, and not
    again.
    """

    games_min: int | None
    """
    The minimum number of rated games in the pool of the tournament; null for any.
    """
    rating_established: bool
    """
    Whether the rating in this pool must not be provisional.
    """
    account_days_min: int | None
    """
    The minimum age of the account, in days; null for any.
    """
    highest_max: HighestRating | None


class EntryPage(TypedDict):
    """
    A page of entries.
    """

    items: list[TournamentEntry]
    """
    The entries in the order of their numbers.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class EntryRef(TypedDict):
    """
    An entry with its player.
    """

    entry: int
    """
    The number of the entry.
    """
    player: PlayerRef
    guest: NotRequired[str]
    """
    The name of a guest, who has no account; absent for a player with one.
    """


class EventAborted(TypedDict):
    """
    The game was aborted.
    """

    data: Aborted
    """
    The game was aborted.
    """
    type: Literal['aborted']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """


class EventFrameAborted(TypedDict):
    """
    The game was aborted.
    """

    data: Aborted
    """
    The game was aborted.
    """
    type: Literal['aborted']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """
    server_time: str
    """
    When the server sent the frame.
    """


class ExportAborted(TypedDict):
    """
    How a game was aborted.
    """

    seat: int | None
    """
    The seat that aborted the game; null if no seat did.
    """
    by: str
    """
    Who aborted it; values may be added. Known values: `player`, `engine`, `clock`.
    """
    reason: str
    """
    Why; values may be added. Known values: `creator_left`, `requested`, `agreed`, `expired`, `declined`, `organizer`, `table_decided`, `tournament_over`, `bot_match_stopped`.
    """
    reveal: ExportReveal | None


class ExportActionReturn(TypedDict):
    """
    Return the tokens above ten (B13). Return the tokens above the limit of the bag (K5), or above five in a Drought (K12).
    """

    tokens: ExportTokens
    type: Literal['return']


class ExportAncestor(TypedDict):
    """
    A game from which a fork descends. It is over, so nothing of it is secret; its players are left out.
    """

    game: str
    """
    The id of the game.
    """
    at: int
    """
    The version whose position the next game begins with.
    """
    deal_id: str
    """
    The name of its deal: 16 bytes in hexadecimal.
    """
    commitment: str
    """
    The commitment to its secret: SHA-256 in hexadecimal.
    """
    server_seed: str
    """
    Its secret: 32 bytes in hexadecimal.
    """
    entropies: list[str]
    """
    The entropy that its players contributed, in hexadecimal, in the order in which they joined.
    """
    decisions: list[ExportDecision]
    """
    Its entries 2 to `at`.
    """


class ExportContribution(TypedDict):
    """
    The entropy that a player contributed to the deal.
    """

    player: ExportPlayer
    entropy: str
    """
    The bytes in hexadecimal; empty if none were given.
    """
    after_commitment: bool
    """
    Whether the player could see the commitment before contributing.
    """


class ExportEffectTokensReturned(TypedDict):
    """
    Tokens went from the seat to the supply.
    """

    seat: int
    tokens: ExportTokens
    type: Literal['tokens_returned']


class ExportEffectTokensTaken(TypedDict):
    """
    Tokens went from the supply to the seat.
    """

    seat: int
    tokens: ExportTokens
    type: Literal['tokens_taken']


class ExportEventAborted(TypedDict):
    """
    The game was aborted.
    """

    data: ExportAborted
    """
    The game was aborted.
    """
    type: Literal['aborted']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """


class ExportFinished(TypedDict):
    """
    How a game ended.
    """

    result: ExportResult | None
    reveal: ExportReveal | None


class Finished(TypedDict):
    """
    How a game ended.
    """

    result: GameResult | None
    reveal: Reveal | None


class GameAnalysis(TypedDict):
    """
    The analysis of a game, as far as it is.
    """

    game: str
    status: str
    """
    How far it is: it waits, a server works on it, it is there, or the game cannot be analyzed. Known values: `queued`, `running`, `finished`, `failed`. Values may be added.
    """
    done: int
    """
    The choices that were judged.
    """
    total: int
    """
    All choices; 0 while the analysis waits.
    """
    analysis: Analysis | None


class GameItem(TypedDict):
    """
    A game in a list.
    """

    ruleset: str
    """
    Known values: `splendor`, `kids`. Values may be added.
    """
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    id: str
    visibility: str
    """
    Known values: `public`, `unlisted`, `private`. Values may be added.
    """
    status: str
    """
    Known values: `waiting`, `active`, `finished`, `aborted`, `frozen`. Values may be added.
    """
    version: int
    clock: Clock
    spectator_delay: NotRequired[SpectatorDelay]
    """
    How much later those without a seat see the game; absent if there is no delay.
    """
    rated: bool
    """
    Whether its result changes ratings.
    """
    pool: str | None
    """
    The pool in which it changes ratings; null if it is unrated.
    """
    tournament: str | None
    """
    The id of the tournament to which it belongs; null if there is none.
    """
    label: str | None
    """
    The name that its creator gave it; null if there is none.
    """
    organized: bool
    """
    Whether its creator organizes it for others: the creator named the players, and may end the game if it
    stalls.
    """
    creator: str
    created_at: str
    updated_at: str
    """
    When it last changed.
    """
    to_act: ToAct | None
    turn: Turn | None
    seat_count: int
    """
    The number of seats.
    """
    seats: list[Seated]
    """
    The seats in order of play; before the start, the players in the order of joining.
    """
    free_seats: int
    """
    The number of seats that are not taken.
    """
    presence: list[int]
    """
    The seats whose players are connected, as in the stream of the game: they follow the game or wait for
    it, on any server. Empty when the game is over, and for those who see it later than the seats. The
    lobby shows a game with a delay as those see it.
    """
    watchers: int
    """
    How many streams of others follow the game, on all servers. 0 when the game is over, and for those who
    see it later than the seats.
    """
    result: GameResult | None


class GamePage(TypedDict):
    """
    A page of games.
    """

    items: list[GameItem]
    """
    The games, in the order of their creation.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class Invitation(TypedDict):
    """
    An invitation.
    """

    player: PlayerRef
    invited_at: str


class Invitations(TypedDict):
    """
    The invitations of a game.
    """

    items: list[Invitation]
    """
    The invitations, the oldest first.
    """
    next_cursor: str | None
    """
    Always null: the list is complete.
    """


KidsActionDrawTown = TypedDict(
    'KidsActionDrawTown',
    {
        'from': KidsTownSource,
        'type': Literal['draw_town'],
    },
)


class KidsActionGive(TypedDict):
    """
    Give a token to another seat (K12).
    """

    resource: KidsToken
    seat: int
    type: Literal['give']


class KidsActionMove(TypedDict):
    """
    Move along a route (K6).

    Without `tokens` and `tiles`, the server uses the canonical payment. With `tiles` alone, it pays with
    exactly these tiles, then tokens, then gold, then Treasure. With `tokens` alone, it pays with exactly
    these tokens and no tile.
    """

    route: str
    tokens: NotRequired[KidsPayment]
    tiles: NotRequired[list[KidsResource]]
    """
    Face-up town tiles to turn face down.

    No route costs more than eight (K15).
    """
    type: Literal['move']


class KidsActionReturn(TypedDict):
    """
    Return the tokens above the limit of the bag (K5), or above five in a Drought (K12).
    """

    tokens: KidsTokens
    type: Literal['return']


class KidsActionTake(TypedDict):
    """
    Take tokens: three of different resources, two of one, or one gold (K3, K4).
    """

    resources: list[KidsToken]
    type: Literal['take']


class KidsBoard(TypedDict):
    """
    The board of a game. It stays the same even if the server gets other boards.
    """

    sides: list[str]
    """
    The sides in play, from the port to the palace.
    """
    places: list[KidsPlace]
    routes: list[KidsRoute]


class KidsEffectMarketRefilled(TypedDict):
    """
    An empty place of the market was filled from the stack (K11).
    """

    place: int
    tile: KidsResource
    type: Literal['market_refilled']


class KidsEffectTilesTurnedDown(TypedDict):
    """
    Town tiles were used to pay, and were turned face down (K6).
    """

    seat: int
    tiles: list[KidsResource]
    type: Literal['tiles_turned_down']


class KidsEffectTokenGiven(TypedDict):
    """
    A token went from one seat to another (K12).
    """

    seat: int
    to: int
    resource: KidsToken
    type: Literal['token_given']


KidsEffectTownDrawn = TypedDict(
    'KidsEffectTownDrawn',
    {
        'seat': int,
        'from': KidsTownSource,
        'tile': KidsResource,
        'type': Literal['town_drawn'],
    },
)


KidsExportActionDrawTown = TypedDict(
    'KidsExportActionDrawTown',
    {
        'from': KidsExportTownSource,
        'type': Literal['draw_town'],
    },
)


class KidsExportActionGive(TypedDict):
    """
    Give a token to another seat (K12).
    """

    resource: KidsExportToken
    seat: int
    type: Literal['give']


class KidsExportActionMove(TypedDict):
    """
    Move along a route (K6).
    """

    route: str
    tokens: NotRequired[KidsExportPayment]
    tiles: NotRequired[list[KidsResource]]
    """
    Face-up town tiles to turn face down.
    """
    type: Literal['move']


class KidsExportActionTake(TypedDict):
    """
    Take tokens: three of different resources, two of one, or one gold (K3, K4).
    """

    resources: list[KidsExportToken]
    type: Literal['take']


class KidsExportBoard(TypedDict):
    """
    The board of a game. It stays the same even if the server gets other boards.
    """

    sides: list[str]
    """
    The sides in play, from the port to the palace.
    """
    places: list[KidsExportPlace]
    routes: list[KidsExportRoute]


class KidsExportEffectMarketRefilled(TypedDict):
    """
    An empty place of the market was filled from the stack (K11).
    """

    place: int
    tile: KidsResource
    type: Literal['market_refilled']


class KidsExportEffectTilesTurnedDown(TypedDict):
    """
    Town tiles were used to pay, and were turned face down (K6).
    """

    seat: int
    tiles: list[KidsResource]
    type: Literal['tiles_turned_down']


class KidsExportEffectTokenGiven(TypedDict):
    """
    A token went from one seat to another (K12).
    """

    seat: int
    to: int
    resource: KidsExportToken
    type: Literal['token_given']


KidsExportEffectTownDrawn = TypedDict(
    'KidsExportEffectTownDrawn',
    {
        'seat': int,
        'from': KidsExportTownSource,
        'tile': KidsResource,
        'type': Literal['town_drawn'],
    },
)


class KidsExportStarted(TypedDict):
    """
    How a game started.
    """

    ruleset: Literal['kids']
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    supply: KidsExportTokenCounts
    """
    The tokens left.
    """
    board: KidsExportBoard | None
    stack_size: int
    """
    How many town tiles are left in the stack.
    """
    market: list[KidsResource | None] | None
    """
    The face-up town tiles from the left, null where a place is empty; null without Mysteries and after a
    Tornado.
    """
    tiled_villages: list[str]
    """
    The villages on which a tile lies face down; none without Mysteries.
    """
    gates_closed: bool
    """
    Whether the gates are closed, so that this round is the last.
    """
    seats: list[ExportSeated]
    """
    The seats in order of play.
    """
    commitment: str
    """
    The commitment to the server's secret, made before the first player joined: SHA-256 in hexadecimal.
    """
    contributions: list[ExportContribution]
    """
    The entropy that the players contributed to the deal, in the order in which they joined.
    """


class KidsGameSeat(TypedDict):
    """
    A seat, its player, and what the seat owns.
    """

    tokens: KidsTokenCounts
    bag_limit: int
    """
    The maximum number of tokens in the bag: eight, minus one for each Treasure.
    """
    treasures: int
    """
    The number of its Treasures, which are not tokens.
    """
    tiles_up: list[KidsResource]
    """
    The face-up town tiles: each pays for one unit of its resource.
    """
    tiles_down: list[KidsResource]
    """
    The town tiles that are face down until the seat reaches the next town.
    """
    jewel: bool
    """
    Whether the seat has the Queen's jewel.
    """
    place: str | None
    """
    The place of its pawn; null before the game starts and after the seat left the game.
    """
    out: bool
    """
    Whether the seat left the game.
    """
    seat: int
    player: PlayerRef
    strength: int | None
    """
    How strong a built-in opponent plays here, in percent of what it can do; null for everybody else.
    """


class KidsHoldings(TypedDict):
    """
    What a seat owns.
    """

    tokens: KidsTokenCounts
    bag_limit: int
    """
    The maximum number of tokens in the bag: eight, minus one for each Treasure.
    """
    treasures: int
    """
    The number of its Treasures, which are not tokens.
    """
    tiles_up: list[KidsResource]
    """
    The face-up town tiles: each pays for one unit of its resource.
    """
    tiles_down: list[KidsResource]
    """
    The town tiles that are face down until the seat reaches the next town.
    """
    jewel: bool
    """
    Whether the seat has the Queen's jewel.
    """
    place: str | None
    """
    The place of its pawn; null before the game starts and after the seat left the game.
    """
    out: bool
    """
    Whether the seat left the game.
    """


class KidsMap(TypedDict):
    """
    The drawing of a side of the board, in units of its own.
    """

    side: str
    """
    The side.
    """
    width: float
    """
    Its width.
    """
    height: float
    """
    Its height.
    """
    places: list[KidsPoint]
    """
    All places of the side; on A1 also the port, on A3 also the palace.
    """


class KidsPuzzleSeat(TypedDict):
    """
    A seat of a puzzle, and what it owns.
    """

    tokens: KidsTokenCounts
    bag_limit: int
    """
    The maximum number of tokens in the bag: eight, minus one for each Treasure.
    """
    treasures: int
    """
    The number of its Treasures, which are not tokens.
    """
    tiles_up: list[KidsResource]
    """
    The face-up town tiles: each pays for one unit of its resource.
    """
    tiles_down: list[KidsResource]
    """
    The town tiles that are face down until the seat reaches the next town.
    """
    jewel: bool
    """
    Whether the seat has the Queen's jewel.
    """
    place: str | None
    """
    The place of its pawn; null before the game starts and after the seat left the game.
    """
    out: bool
    """
    Whether the seat left the game.
    """
    seat: int


class Ladder(TypedDict):
    """
    A ladder: the players and games of a pool, within which ratings are compared.
    """

    pool: str
    """
    The pool: ruleset with modules, size of the table, pace, and kind of players; that of a season of a
    club with the id of the season.
    """
    players: int
    """
    The number of players with a rated game.
    """
    games: int
    """
    The number of games in the log, including annulled ones.
    """
    last_game_at: str
    """
    The end of the last game.
    """
    listing: ListingRules
    """
    What a player needs to be listed on the leaderboard.
    """


class LadderPage(TypedDict):
    """
    All ladders.
    """

    items: list[Ladder]
    """
    The ladders, in the order of their pools; those of a club, the newest first.
    """
    next_cursor: str | None
    """
    Always null: the list is complete.
    """


class LadderStanding(TypedDict):
    """
    A listed player.
    """

    rating: int
    """
    The rating; 1500 for a new player. Differences read like those of Elo points.
    """
    rd: int
    """
    The deviation, in the same points.
    """
    provisional: bool
    """
    Whether the rating is uncertain: `rd` is above 75.
    """
    games: int
    """
    The number of rated games.
    """
    opponents: int
    """
    The number of distinct opponents.
    """
    last_game_at: str
    """
    The end of the last rated game.
    """
    player: PlayerRef
    place: int
    """
    The place; players with equal values share one, and the next places are skipped.
    """


class LadderStandings(TypedDict):
    """
    A page of a leaderboard.
    """

    items: list[LadderStanding]
    """
    The players, the best first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class LeagueMember(TypedDict):
    """
    A player of a group.
    """

    from_group: int | None
    """
    The number of their group in the season before; null for new players.
    """
    from_place: int | None
    """
    Their place in the final standings of that group; null for new players, and if its event was
    cancelled.
    """
    decided_by: str | None
    """
    What separated them there from the one before: a tie-break, `lot` for those who share a place, or `knock_out`; null for the first one. Values may be added. Known values: `points`, `wins`, `head_to_head`, `sonneborn_berger`, `buchholz_average`, `buchholz_cut_1`, `opponents_win_share`, `prestige_ratio`, `prestige_sum`, `seat_difference`, `fewest_cards`, `rating_performance`, `lot`, `knock_out`.
    """
    player: PlayerRef
    movement: str
    """
    How they have come into the group; values may be added. Known values: `down`, `stays`, `up`, `new`.
    """


class LeagueSeasonGroup(TypedDict):
    """
    A group of a season.
    """

    group: int
    """
    Its number, from 1 at the top.
    """
    name: str
    tournament: str | None
    """
    The id of its tournament; null in a dry run.
    """
    invited_only: bool
    """
    Whether only these players can enter.
    """
    players: list[LeagueMember]
    """
    The players: those who come down, those who stay, those who come up, and new ones.
    """


class LeftLeague(TypedDict):
    """
    Somebody who was in the season before and does not stay in the league.
    """

    player: PlayerRef
    from_group: int
    """
    The number of the group in which they were.
    """
    reason: str
    """
    Why; values may be added. Known values: `dropped`, `removed`, `not_entered`, `named`, `guest`.
    """


class LobbyFrameGame(TypedDict):
    """
    A game is new or has changed: it replaces the one with the same id.
    """

    data: GameItem
    """
    A game is new or has changed: it replaces the one with the same id.
    """
    type: Literal['game']
    server_time: str
    """
    When the server sent the frame.
    """


class LobbyFrameGameGone(TypedDict):
    """
    A game has started, was aborted, or is too old for the list: remove it.
    """

    data: LobbyGameGone
    """
    A game has started, was aborted, or is too old for the list: remove it.
    """
    type: Literal['game_gone']
    server_time: str
    """
    When the server sent the frame.
    """


class LobbyFrameRunningGone(TypedDict):
    """
    A game has ended, or is too old for the list of those that run: remove it.
    """

    data: LobbyGameGone
    """
    A game has ended, or is too old for the list of those that run: remove it.
    """
    type: Literal['running_gone']
    server_time: str
    """
    When the server sent the frame.
    """


class LobbyFrameSeekGone(TypedDict):
    """
    A seek is no longer open, or is too old for the list: remove it.
    """

    data: LobbyGameGone
    """
    A seek is no longer open, or is too old for the list: remove it.
    """
    type: Literal['seek_gone']
    server_time: str
    """
    When the server sent the frame.
    """


class LobbyFrameStreamEnd(TypedDict):
    """
    The last frame.
    """

    data: StreamEnd
    """
    The last frame.
    """
    type: Literal['stream_end']
    server_time: str
    """
    When the server sent the frame.
    """


class LobbyRunning(TypedDict):
    """
    A public game that runs.
    """

    ruleset: str
    """
    Known values: `splendor`, `kids`. Values may be added.
    """
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    id: str
    clock: Clock
    spectator_delay: NotRequired[SpectatorDelay]
    """
    How much later those without a seat see the game; absent if there is no delay.
    """
    pool: str | None
    """
    The pool in which it changes ratings; null if it is unrated.
    """
    tournament: str | None
    """
    The id of the tournament to which it belongs; null if there is none.
    """
    label: str | None
    """
    The name that its creator gave it; null if there is none.
    """
    created_at: str
    seats: list[Seated]
    """
    The seats in order of play.
    """


class Logins(TypedDict):
    """
    The open logins of the caller's account.
    """

    items: list[OpenLogin]
    """
    The logins, newest first.
    """
    next_cursor: str | None
    """
    Always null: the list is complete.
    """


class MatchBot(TypedDict):
    """
    A bot of a match.
    """

    player: PlayerRef
    strength: int | None
    """
    How strong it plays, in percent; null for a bot that is not built in.
    """
    accepted: bool
    """
    Whether it, or its owner, has accepted.
    """


class Me(TypedDict):
    """
    The caller's own account.
    """

    id: str
    """
    The id. It stays when the account is erased.
    """
    username: str | None
    """
    The name; null when the account was erased.
    """
    email: str | None
    """
    The e-mail address. Only the owner of the account sees it.
    """
    role: Role
    """
    The role; values may be added.
    """
    bot: bool
    """
    Whether the account belongs to a bot.
    """
    created_at: str
    """
    When the account was created.
    """
    display_name: NotRequired[str]
    """
    The name that is shown beside the username; left out if there is none. Several
    players can have the same.
    """
    avatar: int
    """
    The number of the picture that the player has chosen, among the 16 of
    `GET /v1/players/{username}/avatar.svg`.
    """
    token: NotRequired[OwnToken]
    """
    The token of this request; only in the response of `GET /v1/me`.
    """


class MemberPage(TypedDict):
    """
    A page of members.
    """

    items: list[ClubMember]
    """
    The members, those whose accounts are oldest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class NewConditions(TypedDict):
    """
    What a player needs to enter, beside `players` and `rating`. What is left out is not needed.
    """

    games_min: NotRequired[int | None]
    """
    The minimum number of rated games in the pool of the tournament; null for any.
    """
    rating_established: NotRequired[bool]
    """
    Whether the rating in this pool must not be provisional.
    """
    account_days_min: NotRequired[int | None]
    """
    The minimum age of the account, in days; null for any.
    """
    highest_max: NotRequired[WantedHighestRating | None]


class OAuthError(TypedDict):
    """
    A refusal in the form of OAuth.
    """

    error: OAuthErrorCode
    """
    Why the request is refused, for programs.
    """
    error_description: str
    """
    The same in a sentence.
    """


class OpenClubRequest(TypedDict):
    """
    An invitation or an application that nobody has answered.
    """

    player: PlayerRef
    """
    The player who is invited or has applied.
    """
    asked_at: str


class OwnClubPage(TypedDict):
    """
    A page of the clubs of the caller.
    """

    items: list[Club]
    """
    The clubs, the newest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class OwnFrameGameGone(TypedDict):
    """
    A game is over, or the caller has left it: remove it.
    """

    data: OwnGameGone
    """
    A game is over, or the caller has left it: remove it.
    """
    type: Literal['game_gone']
    server_time: str
    """
    When the server sent the frame.
    """


class OwnFrameInvitationGone(TypedDict):
    """
    An invitation was accepted or withdrawn, or its game no longer waits for players: remove it.
    """

    data: OwnInvitationGone
    """
    An invitation was accepted or withdrawn, or its game no longer waits for players: remove it.
    """
    type: Literal['invitation_gone']
    server_time: str
    """
    When the server sent the frame.
    """


class OwnFrameStreamEnd(TypedDict):
    """
    The last frame.
    """

    data: StreamEnd
    """
    The last frame.
    """
    type: Literal['stream_end']
    server_time: str
    """
    When the server sent the frame.
    """


class OwnFrameTournament(TypedDict):
    """
    A tournament is new or has changed: it replaces the one with the same id.
    """

    data: OwnTournament
    """
    A tournament is new or has changed: it replaces the one with the same id.
    """
    type: Literal['tournament']
    server_time: str
    """
    When the server sent the frame.
    """


class OwnFrameTournamentGone(TypedDict):
    """
    A tournament is over, or the caller has left it: remove it.
    """

    data: OwnTournamentGone
    """
    A tournament is over, or the caller has left it: remove it.
    """
    type: Literal['tournament_gone']
    server_time: str
    """
    When the server sent the frame.
    """


class OwnGame(TypedDict):
    """
    A game of the caller.
    """

    ruleset: str
    """
    Known values: `splendor`, `kids`. Values may be added.
    """
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    id: str
    visibility: str
    """
    Known values: `public`, `unlisted`, `private`. Values may be added.
    """
    status: str
    """
    Known values: `waiting`, `active`, `finished`, `aborted`, `frozen`. Values may be added.
    """
    version: int
    clock: Clock
    spectator_delay: NotRequired[SpectatorDelay]
    """
    How much later those without a seat see the game; absent if there is no delay.
    """
    rated: bool
    """
    Whether its result changes ratings.
    """
    pool: str | None
    """
    The pool in which it changes ratings; null if it is unrated.
    """
    tournament: str | None
    """
    The id of the tournament to which it belongs; null if there is none.
    """
    label: str | None
    """
    The name that its creator gave it; null if there is none.
    """
    organized: bool
    """
    Whether its creator organizes it for others: the creator named the players, and may end the game if it
    stalls.
    """
    creator: str
    created_at: str
    updated_at: str
    """
    When it last changed.
    """
    to_act: ToAct | None
    turn: Turn | None
    seat_count: int
    """
    The number of seats.
    """
    seats: list[Seated]
    """
    The seats in order of play; before the start, the players in the order of joining.
    """
    free_seats: int
    """
    The number of seats that are not taken.
    """
    presence: list[int]
    """
    The seats whose players are connected, as in the stream of the game: they follow the game or wait for
    it, on any server. Empty when the game is over, and for those who see it later than the seats. The
    lobby shows a game with a delay as those see it.
    """
    watchers: int
    """
    How many streams of others follow the game, on all servers. 0 when the game is over, and for those who
    see it later than the seats.
    """
    result: GameResult | None
    viewer_seat: int | None
    """
    The seat of the caller; before the start, their place in the order of joining.
    """
    my_turn: bool
    """
    Whether the game waits for the caller.
    """
    decision: str | None
    """
    The decision that the game waits for from the caller; null if it waits for nothing or for another seat. Known values: `main`, `keep`, `associate`, `take_free`, `take_token`, `stronghold`, `conquest`, `return`, `noble`, `post`, `draw_town`, `give`. Values may be added.
    """


class OwnInvitation(TypedDict):
    """
    An invitation of the caller.
    """

    ruleset: str
    """
    Known values: `splendor`, `kids`. Values may be added.
    """
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    game: str
    """
    The id of the game.
    """
    visibility: str
    """
    Known values: `public`, `unlisted`, `private`. Values may be added.
    """
    clock: Clock
    seat_count: int
    """
    The number of seats.
    """
    creator: PlayerRef
    """
    The player who created the game and has invited the caller.
    """
    invited_at: str


class PlannedTable(TypedDict):
    """
    A table of a planned round.
    """

    number_in_round: NotRequired[int]
    """
    The number that the table would have in the round; absent in an arena.
    """
    board: NotRequired[int]
    """
    Its board in a match of two teams, whose tables follow one another; absent where everybody plays
    alone.
    """
    teams: NotRequired[list[Team]]
    """
    The numbers of the teams that meet there, in the order of seats; absent where everybody plays alone.
    """
    seats: list[EntryRef]
    """
    The entries in the order of seats.
    """
    manual: bool
    """
    Whether an organizer has set it.
    """
    third_place: NotRequired[bool]
    """
    Whether it is played for the third place of a knock-out; absent otherwise.
    """
    cost: TableCost
    reason: str
    """
    The cost in words.
    """


class PlayerProfile(TypedDict):
    """
    The public profile of a player, with what they have played.
    """

    id: str
    """
    The id. It stays when the account is erased.
    """
    username: str | None
    """
    The name; null when the account was erased.
    """
    bot: bool
    """
    Whether a program plays under this name. It stays when the account is erased.
    """
    created_at: str
    """
    When the account was created.
    """
    display_name: NotRequired[str]
    """
    The name that the player has chosen to be shown beside the username; left out if there is none.
    Several players can have the same.
    """
    avatar: int
    """
    The number of the picture that the player has chosen, among the 16 of
    `GET /v1/players/{username}/avatar.svg`.
    """
    totals: list[PlayerTotal]
    """
    What the player has finished, for each ruleset and number of seats with at least one game. Games that
    are not public, or that ended with a spectator delay or a deal that others still played, are left out.
    """
    history: str
    """
    The address of the player's games that are over, newest first, as a list of games.
    """


class PlayerReport(TypedDict):
    """
    The reports of one text or account.
    """

    id: str
    target: TakenText
    text: str | None
    """
    What stood there at the reports; null for an account, if it was taken down, and after the decision.
    """
    player: PlayerRef
    """
    Whose account it is, or who has written the text or owns what has it.
    """
    act: str
    """
    The path of the operation that takes the text down or locks the account.
    """
    reporters: int
    """
    How many have reported it.
    """
    reasons: list[str]
    """
    The first five and last five reasons; empty when decided.
    """
    reported_at: str
    outcome: str | None
    """
    Null while it is open. Known values: `dismissed`, `acted`. Values may be added.
    """
    decision: str | None
    """
    Why it was decided so; null while it is open.
    """
    decided_at: str | None


class PuzzleResult(TypedDict):
    """
    The result of the answer of the caller that counted, with the solution.
    """

    solved: bool
    """
    Whether the answer solves the puzzle.
    """
    answered: str
    """
    The turn that was answered, in notation; several decisions are separated by `; `.
    """
    solutions: list[str]
    """
    Turns that solve the puzzle, in notation, the best first. They begin with the same decision. A turn
    that ends the game with a result as good, or wins whatever is answered, solves it too.
    """
    shares: list[float]
    """
    What share of the game each seat wins after the best turn, in seat order: on average over games that
    are played on, or exactly if the turn wins by force.
    """
    rival: str
    """
    The best turn that does not solve it.
    """
    rival_shares: list[float]
    """
    What share of the game each seat wins after that.
    """
    themes: list[str]
    """
    What the puzzle is about.
    """
    rating_before: Rating
    """
    The rating of the caller in the pool of puzzles before the answer.
    """
    rating_after: Rating
    """
    The rating after it.
    """


class RatedEntry(TypedDict):
    """
    The rating of an entry in a pool, before and after the rated games of the tournament. Annulled games do
    not count.
    """

    entry: int
    """
    The number of the entry.
    """
    pool: str
    games: int
    """
    The number of rated games.
    """
    before: Rating
    """
    Before the first of them.
    """
    after: Rating
    """
    After the last of them.
    """
    change: int
    """
    The sum of the changes by these games. Other games may have changed the rating meanwhile.
    """


class RatedGame(TypedDict):
    """
    A rated game of a player.
    """

    rating: int
    """
    The rating; 1500 for a new player. Differences read like those of Elo points.
    """
    rd: int
    """
    The deviation, in the same points.
    """
    provisional: bool
    """
    Whether the rating is uncertain: `rd` is above 75.
    """
    game: str
    """
    The game; of a result over the board an id that no game has.
    """
    over_the_board: RatedTable | None
    pool_seq: int
    """
    The number of the game in its pool.
    """
    finished_at: str
    """
    The end of the game.
    """
    place: int
    """
    The place, 1 is the best. Equal places are shared.
    """
    seat: int
    seats: int
    """
    The number of seats.
    """
    change: int
    """
    The change of the shown rating.
    """
    annulled: bool
    """
    Whether the game was annulled, so that it changes no rating.
    """
    capped: bool
    """
    Whether the player keeps the rating, because it would rise too far in a day.
    """


class RatingHistory(TypedDict):
    """
    A page of the rated games of a player.
    """

    items: list[RatedGame]
    """
    The games, the newest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class ReceivedInvitation(TypedDict):
    """
    An invitation that the caller received.
    """

    kind: str
    """
    To what the caller is invited: `game` to a game that waits for players, `challenge` or `rematch` to a challenge. Values may be added. Known values: `game`, `challenge`, `rematch`.
    """
    challenge: str | None
    """
    The id of the challenge; null if it is an invitation to a game.
    """
    invited_at: str
    game: GameItem
    """
    The game. To accept an invitation, join it; to accept a challenge, use the challenge.
    """


class ReceivedInvitationPage(TypedDict):
    """
    A page of invitations that the caller received.
    """

    items: list[ReceivedInvitation]
    """
    The invitations, the newest game first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class RematchFrame(TypedDict):
    """
    Who wants to play again, after the end of the game, in a stream of a player with `rematch=true`. It has no
    `seq` and is not repeated: the snapshot of a game that is over has it too, as `rematch`.
    """

    type: Literal['rematch']
    """
    The type of a frame with a rematch.
    """
    server_time: str
    """
    When the server sent the frame.
    """
    data: RematchNews


class ReportPage(TypedDict):
    """
    A page of reports.
    """

    items: list[PlayerReport]
    """
    The reports, the oldest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class Ruleset(TypedDict):
    """
    A ruleset and its choices.
    """

    id: str
    seats: list[int]
    """
    The numbers of seats that can be played.
    """
    modules: list[str]
    """
    The modules; every combination can be played.
    """
    options: dict[str, list[str]]
    """
    The options, each with its values, the default first.
    """
    constraints: list[RulesetConstraint]
    """
    Restrictions on combinations of modules and options: `POST /v1/games` refuses a game that violates
    one.
    """


class RulesetPage(TypedDict):
    """
    A page of rulesets.
    """

    items: list[Ruleset]
    next_cursor: str | None
    """
    Always null: the list is complete.
    """


class SeatCountStatistics(TypedDict):
    """
    The games with a number of seats.
    """

    seat_count: int
    games: int
    mean_turns: float
    by_seat: list[SeatStatistics]
    """
    Each seat, in order of play.
    """


class Seek(TypedDict):
    """
    A seek: a player who takes any opponents on these terms.
    """

    ruleset: str
    """
    Known values: `splendor`, `kids`. Values may be added.
    """
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    id: str
    player: PlayerRef
    seat_count: int
    """
    The number of seats.
    """
    clock: Clock
    rated: bool
    """
    Whether the game changes ratings.
    """
    pool: str | None
    """
    The pool in which it changes ratings; null if it is unrated.
    """
    rating_range: SeekRatingRange | None
    status: str
    """
    What has become of it; values may be added. Known values: `open`, `paired`, `withdrawn`, `expired`.
    """
    game: str | None
    """
    The game, which has started; null unless the seek is paired, and for all players but its owner.
    """
    commitment: str
    """
    The commitment to the server's secret, SHA-256 in hexadecimal. The deal uses the secret of the oldest
    seek of the game.
    """
    created_at: str
    expires_at: str
    """
    When the seek ends if it is not paired: ten minutes after its creation for a live clock, one day for
    others.
    """


class SeekPage(TypedDict):
    """
    A page of seeks.
    """

    items: list[Seek]
    """
    The seeks, the newest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class SendReport(TypedDict):
    """
    What a player reports, and why.
    """

    target: TextTarget
    """
    The account, or the text.
    """
    reason: str
    """
    Why, for administrators: one line of up to 500 characters.
    """


class SentReport(TypedDict):
    """
    What a player has reported, and why.
    """

    target: TakenText
    reason: str
    reported_at: str


class Series(TypedDict):
    """
    A series.
    """

    id: str
    name: str
    owner: PlayerRef
    """
    Who has made it. The series is theirs unless it belongs to a club.
    """
    club: str | None
    """
    The club to which it belongs; null if it belongs to none.
    """
    visibility: str
    """
    Who may find and see it; values may be added. Known values: `public`, `unlisted`.
    """
    points: list[int] | None
    """
    The points for places in events, the first place first; null if the points of the events are added.
    """
    best_of: int | None
    """
    How many results of everybody count; null for all.
    """
    groups: list[LeagueGroup]
    """
    The groups of a league, from the top; empty for other series.
    """
    promoted: int
    """
    How many players of a league go up and down at each border between groups.
    """
    season: int
    """
    The number of the last season of a league; 0 before the first.
    """
    created_at: str
    description: list[str]
    """
    What its organizers tell about it, in paragraphs.
    """
    version: int
    """
    Another number after each change of the settings, for the next change.
    """
    events: list[SeriesEvent]
    """
    Its events, without drafts: those that are over first, in the order in which they ended.
    """
    organized_by_me: bool
    """
    Whether the caller organizes it.
    """


class Session(TypedDict):
    """
    The tokens of a session.
    """

    access_token: str
    """
    The access token, for `Authorization: Bearer …`.
    """
    expires_in: int
    """
    Seconds until the access token expires.
    """
    refresh_token: str
    """
    The refresh token, to be used once with `POST /v1/sessions/refresh`.
    """
    player: Me


class SetQuietHours(TypedDict):
    """
    When the caller is told nothing.
    """

    hours: NotRequired[WantedHours | None]


class SplendorActionBuy(TypedDict):
    """
    Buy a card from the market or from the seat's own hand (B8).

    Without `payment`, the server uses the canonical payment (B10), which spends as little gold as
    possible. With `virtual_gold` and without `payment`, exactly the named cards are discarded, and the
    canonical payment covers the rest (O4).
    """

    card: str
    payment: NotRequired[SplendorTokens]
    virtual_gold: NotRequired[list[str]]
    """
    Virtual-gold cards to discard (O4).
    """
    discard: NotRequired[list[str]]
    """
    The two cards to discard for a card that costs two (O10).
    """
    type: Literal['buy']


class SplendorActionConquer(TypedDict):
    """
    Buy the card on which all three strongholds of the seat stand (S7).

    `payment`, `virtual_gold` and `discard` mean the same as for `buy` (B10, O4).
    """

    payment: NotRequired[SplendorTokens]
    virtual_gold: NotRequired[list[str]]
    """
    Virtual-gold cards to discard (O4).
    """
    discard: NotRequired[list[str]]
    """
    The two cards to discard for a card that costs two (O10).
    """
    type: Literal['conquer']


class SplendorActionReturn(TypedDict):
    """
    Return the tokens above ten (B13).
    """

    tokens: SplendorTokens
    type: Literal['return']


class SplendorActionTake(TypedDict):
    """
    Take gems: three different (B5), two equal (B6), or two equal and another with the extra_token post
    (P2).
    """

    gems: list[SplendorGem]
    type: Literal['take']


class SplendorActionTakeToken(TypedDict):
    """
    Take a gem after a purchase, with the purchase_token post (P1).
    """

    gem: SplendorGem
    type: Literal['take_token']


class SplendorAssociation(TypedDict):
    """
    The color and bonuses of an associated card.
    """

    color: SplendorGem
    bonus: int
    """
    The number of bonuses that it gives.
    """


class SplendorCity(TypedDict):
    """
    A face of a city tile.
    """

    id: str
    points: int
    """
    The minimum prestige.
    """
    cards: SplendorColors
    """
    The minimum number of cards of each color.
    """
    any_one_other_color: int
    """
    The minimum number of cards of one color that `cards` does not name; 0 if there is no such
    requirement.
    """


class SplendorDiscardCost(TypedDict):
    """
    Cards of a color to discard for another card.
    """

    color: SplendorGem
    cards: int


SplendorEffectCardAssociated = TypedDict(
    'SplendorEffectCardAssociated',
    {
        'seat': int,
        'card': str,
        'with': str,
        'color': SplendorGem,
        'bonus': int,
        'type': Literal['card_associated'],
    },
)


class SplendorEffectCardBought(TypedDict):
    """
    The seat bought a card (B8, S7); `place` is null for a card from the hand.
    """

    seat: int
    card: str
    place: SplendorPlace | None
    type: Literal['card_bought']


class SplendorEffectCardReserved(TypedDict):
    """
    A market card went to the hand of the seat (B7).
    """

    seat: int
    card: str
    place: SplendorPlace
    type: Literal['card_reserved']


class SplendorEffectCardTakenFree(TypedDict):
    """
    The seat took a market card at no cost (O11).
    """

    seat: int
    card: str
    place: SplendorPlace
    type: Literal['card_taken_free']


class SplendorEffectMarketRefilled(TypedDict):
    """
    A vacant place of the market was filled from its deck (B11).
    """

    place: SplendorPlace
    card: str
    type: Literal['market_refilled']


class SplendorEffectPlaceLeftEmpty(TypedDict):
    """
    A vacant place of the market stays empty, because its deck is empty (B11).
    """

    place: SplendorPlace
    type: Literal['place_left_empty']


class SplendorExportActionBuy(TypedDict):
    """
    Buy a card from the market or from the seat's own hand (B8).
    """

    card: str
    payment: NotRequired[SplendorExportTokens]
    virtual_gold: NotRequired[list[str]]
    """
    Virtual-gold cards to discard (O4).
    """
    discard: NotRequired[list[str]]
    """
    The two cards to discard for a card that costs two (O10).
    """
    type: Literal['buy']


class SplendorExportActionConquer(TypedDict):
    """
    Buy the card on which all three strongholds of the seat stand (S7).
    """

    payment: NotRequired[SplendorExportTokens]
    virtual_gold: NotRequired[list[str]]
    """
    Virtual-gold cards to discard (O4).
    """
    discard: NotRequired[list[str]]
    """
    The two cards to discard for a card that costs two (O10).
    """
    type: Literal['conquer']


class SplendorExportActionTake(TypedDict):
    """
    Take gems: three different (B5), two equal (B6), or two equal and another with the extra_token post
    (P2).
    """

    gems: list[SplendorGem]
    type: Literal['take']


class SplendorExportActionTakeToken(TypedDict):
    """
    Take a gem after a purchase, with the purchase_token post (P1).
    """

    gem: SplendorGem
    type: Literal['take_token']


SplendorExportEffectCardAssociated = TypedDict(
    'SplendorExportEffectCardAssociated',
    {
        'seat': int,
        'card': str,
        'with': str,
        'color': SplendorGem,
        'bonus': int,
        'type': Literal['card_associated'],
    },
)


class SplendorExportEffectCardBought(TypedDict):
    """
    The seat bought a card (B8, S7); `place` is null for a card from the hand.
    """

    seat: int
    card: str
    place: SplendorExportPlace | None
    type: Literal['card_bought']


class SplendorExportEffectCardReserved(TypedDict):
    """
    A market card went to the hand of the seat (B7).
    """

    seat: int
    card: str
    place: SplendorExportPlace
    type: Literal['card_reserved']


class SplendorExportEffectCardTakenFree(TypedDict):
    """
    The seat took a market card at no cost (O11).
    """

    seat: int
    card: str
    place: SplendorExportPlace
    type: Literal['card_taken_free']


class SplendorExportEffectMarketRefilled(TypedDict):
    """
    A vacant place of the market was filled from its deck (B11).
    """

    place: SplendorExportPlace
    card: str
    type: Literal['market_refilled']


class SplendorExportEffectPlaceLeftEmpty(TypedDict):
    """
    A vacant place of the market stays empty, because its deck is empty (B11).
    """

    place: SplendorExportPlace
    type: Literal['place_left_empty']


class SplendorExportStarted(TypedDict):
    """
    How a game started.
    """

    ruleset: Literal['splendor']
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    supply: SplendorExportTokenCounts
    """
    The tokens left.
    """
    market: dict[str, SplendorExportMarketRow]
    """
    For each deck, by its id, the number of cards left and the face-up cards.
    """
    nobles: list[str]
    """
    The nobles on the table; none with Cities.
    """
    cities: list[str]
    """
    The city tiles on the table; none without Cities.
    """
    final_round: bool
    """
    Whether the end is triggered, so that this round is the last.
    """
    seats: list[ExportSeated]
    """
    The seats in order of play.
    """
    commitment: str
    """
    The commitment to the server's secret, made before the first player joined: SHA-256 in hexadecimal.
    """
    contributions: list[ExportContribution]
    """
    The entropy that the players contributed to the deal, in the order in which they joined.
    """


SplendorHandCard: TypeAlias = SplendorHandCardShown | SplendorHandCardHidden
"""
A reserved card: its face if the viewer may see it, otherwise its back.
"""


SplendorOwnedCard = TypedDict(
    'SplendorOwnedCard',
    {
        'card': str,
        'as': NotRequired[SplendorAssociation],
    },
)


class SplendorPuzzleSeat(TypedDict):
    """
    A seat of a puzzle, and what it owns.
    """

    tokens: SplendorTokenCounts
    cards: list[SplendorOwnedCard]
    """
    Its cards, in catalogue order.
    """
    bonuses: SplendorColorCounts
    """
    The discount of its cards on each color of a cost.
    """
    card_counts: SplendorColorCounts
    """
    The number of its cards of each color.
    """
    hand: list[SplendorHandCard]
    """
    Its reserved cards, in the order in which they were reserved.
    """
    drawn: NotRequired[list[str]]
    """
    The cards to choose from while the game waits for `keep`, after a blind reserve with
    draw_two_reserve_one. Only the seat itself sees them.
    """
    nobles: list[str]
    posts: list[str]
    strongholds: NotRequired[list[str | None]]
    """
    The cards on which its three strongholds stand, null for each one at home. Only in games with
    Strongholds.
    """
    cities: list[str]
    """
    The cities that it currently fulfills.
    """
    prestige: int
    purchases: int
    """
    The number of cards that it bought.
    """
    out: bool
    """
    Whether the seat left the game.
    """
    seat: int


class Statistics(TypedDict):
    """
    What the public games of a ruleset that are over say together. A row with fewer than five games is not
    listed.
    """

    ruleset: str
    games: int
    """
    The number of games that match the filters.
    """
    mean_turns: float | None
    """
    Their mean number of turns, those of all seats together; null with fewer than five games.
    """
    seats: list[SeatCountStatistics]
    """
    By number of seats, in this order.
    """
    modules: list[ModulesStatistics]
    """
    By set of modules, in the order of their names.
    """


class TakeTextDown(TypedDict):
    """
    A text that others see, and why it is taken down.
    """

    target: TextTarget
    """
    The text.
    """
    reason: str
    """
    The reason, which the author reads: one line of up to 500 characters.
    """


class TeamPage(TypedDict):
    """
    A page of teams.
    """

    items: list[TournamentTeam]
    """
    The teams in the order of their numbers.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class Tournament(TypedDict):
    """
    A tournament.
    """

    ruleset: str
    """
    Known values: `splendor`, `kids`. Values may be added.
    """
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    name: str
    """
    The name.
    """
    play: str
    """
    Where the games are played; values may be added. Known values: `server`, `over_the_board`.
    """
    club: str | None
    """
    The club to which it belongs; null if it belongs to none.
    """
    members_only: bool
    """
    Whether only members of the club can enter.
    """
    invited_only: bool
    """
    Whether only players who are invited can enter.
    """
    ladder: str | None
    """
    The ladder of the club in whose seasons the games are rated; null if they are rated in `pool`, or not
    at all.
    """
    visibility: str
    """
    Who may find and see it; values may be added. Known values: `public`, `unlisted`, `private`.
    """
    seat_count: int
    """
    The number of seats of a table.
    """
    clock: Clock
    format: str
    """
    How it is played; values may be added. Known values: `swiss`, `round_robin`, `heats`, `single_elimination`, `double_elimination`, `arena`.
    """
    rounds: int | None
    """
    The number of rounds of a Swiss event, or of heats before the cut; null where the format decides.
    """
    duration_ms: int | None
    """
    How long an arena makes tables; null for other formats.
    """
    cut: int | None
    """
    How many entries go on to knock-out tables after the rounds for everybody; null without them.
    """
    cycles: int
    """
    How often everybody meets everybody in a round robin.
    """
    early_leavers: str
    """
    What becomes of the results of whoever leaves a round robin before half of their games; values may be added. Known values: `count`, `annul`.
    """
    best_of: int
    """
    The number of games of a knock-out match.
    """
    advance: int
    """
    How many go on from a knock-out table after the cut; a final has one winner.
    """
    odd: str
    """
    What happens to an odd field at tables of two; values may be added. Known values: `bye`, `three`.
    """
    acceleration: str
    """
    Whether strong entries have virtual points in the first rounds of a Swiss event; values may be added. Known values: `none`, `baku`.
    """
    byes: ByeRules
    third_place: bool
    """
    Whether the losers of the semi-finals play for the third place.
    """
    teams: TeamRules | None
    spectator_delay: SpectatorDelay | None
    points: Points
    tie_breaks: list[str]
    """
    The criteria of the standings, in order.
    """
    players: str
    """
    Who may play: `human`, `bot` or `any`. Values may be added. Known values: `human`, `bot`, `any`.
    """
    rated: bool
    """
    Whether the games change ratings.
    """
    rating_ended_at: str | None
    """
    When an organizer gave up the rating of the running tournament: rounds paired later are not rated.
    Null for others.
    """
    pool: str | None
    """
    The pool of the ratings of the entries; null without a clock.
    """
    entries_max: int
    """
    The maximum number of entries.
    """
    waiting_list: bool
    """
    Whether players who enter while it is full wait for a place until the start.
    """
    rating: RequiredRating
    conditions: EntryConditions
    entry: str
    """
    What a player sends to enter: nothing, the `password`, or the code of a `link`; values may be added. Known values: `open`, `password`, `link`.
    """
    registration_closes_at: str | None
    """
    When the registration closes; null if an organizer decides.
    """
    starts_at: str | None
    """
    When the server starts it; null if an organizer does.
    """
    late_entries: bool
    """
    Whether players can enter while the tournament runs.
    """
    ready_check_ms: int
    """
    How long players have to say that they are ready, after a round is paired; 0 without a ready check.
    """
    first_turn_ms: int | None
    """
    The part of its time that each seat has for its first turn; null if it has all.
    """
    next_round: str
    """
    Who pairs the next round; values may be added. Known values: `call`, `automatic`.
    """
    next_round_after_ms: int
    """
    How long the server waits after a round before it pairs the next one or ends the tournament.
    """
    round_dates: list[str]
    """
    When the server pairs each round at the earliest, the first round first.
    """
    round_ends_after_ms: int | None
    """
    How long a round is played after its games have started; null until its last result.
    """
    unfinished: str
    """
    What happens then to the tables without a result; values may be added. Known values: `wait`, `void`.
    """
    duplicate: bool
    """
    Whether all tables of a round with the same number of seats play the same deal.
    """
    id: str
    status: str
    """
    How far it is; values may be added. Known values: `draft`, `registration`, `running`, `finished`, `cancelled`.
    """
    creator: PlayerRef
    entry_count: int
    """
    The number of entries.
    """
    round_count: int
    """
    The number of rounds that were paired.
    """
    commitment: str
    """
    The commitment to the seed: `SHA256("lapidary/event/v1" 00 seed)` in hexadecimal.
    """
    created_at: str
    started_at: str | None
    pairing_until: str | None
    """
    When an arena stops to make tables; those that are played go on. Null for other formats and before the
    start.
    """
    ended_at: str | None
    description: list[str]
    """
    What organizers tell about the tournament, in paragraphs.
    """
    series: TournamentSeries | None
    organizers: list[PlayerRef]
    """
    The organizers besides the creator.
    """
    invited_organizers: list[PlayerRef]
    """
    The players who were asked to organize the tournament and have not answered. Organizers see all of
    them, a player who was asked sees themself.
    """
    last_round: RoundSummary | None
    my_entry: TournamentEntry | None
    forbidden_pairs: list[ForbiddenPair]
    """
    The pairs that must not meet in the next rounds.
    """
    forbidden_pairs_version: int
    """
    Another number after each change of these pairs; `PATCH` takes it.
    """
    seed: str | None
    """
    The seed of lots and pairings in hexadecimal; null until the tournament is over. It stays public if
    the tournament is reopened.
    """


class TournamentFrameTournament(TypedDict):
    """
    The tournament has changed.
    """

    data: Tournament
    """
    The tournament has changed.
    """
    type: Literal['tournament']
    server_time: str
    """
    When the server sent the frame.
    """


class TournamentItem(TypedDict):
    """
    A tournament as lists show it.
    """

    ruleset: str
    """
    Known values: `splendor`, `kids`. Values may be added.
    """
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    name: str
    """
    The name.
    """
    play: str
    """
    Where the games are played; values may be added. Known values: `server`, `over_the_board`.
    """
    club: str | None
    """
    The club to which it belongs; null if it belongs to none.
    """
    members_only: bool
    """
    Whether only members of the club can enter.
    """
    invited_only: bool
    """
    Whether only players who are invited can enter.
    """
    ladder: str | None
    """
    The ladder of the club in whose seasons the games are rated; null if they are rated in `pool`, or not
    at all.
    """
    visibility: str
    """
    Who may find and see it; values may be added. Known values: `public`, `unlisted`, `private`.
    """
    seat_count: int
    """
    The number of seats of a table.
    """
    clock: Clock
    format: str
    """
    How it is played; values may be added. Known values: `swiss`, `round_robin`, `heats`, `single_elimination`, `double_elimination`, `arena`.
    """
    rounds: int | None
    """
    The number of rounds of a Swiss event, or of heats before the cut; null where the format decides.
    """
    duration_ms: int | None
    """
    How long an arena makes tables; null for other formats.
    """
    cut: int | None
    """
    How many entries go on to knock-out tables after the rounds for everybody; null without them.
    """
    cycles: int
    """
    How often everybody meets everybody in a round robin.
    """
    early_leavers: str
    """
    What becomes of the results of whoever leaves a round robin before half of their games; values may be added. Known values: `count`, `annul`.
    """
    best_of: int
    """
    The number of games of a knock-out match.
    """
    advance: int
    """
    How many go on from a knock-out table after the cut; a final has one winner.
    """
    odd: str
    """
    What happens to an odd field at tables of two; values may be added. Known values: `bye`, `three`.
    """
    acceleration: str
    """
    Whether strong entries have virtual points in the first rounds of a Swiss event; values may be added. Known values: `none`, `baku`.
    """
    byes: ByeRules
    third_place: bool
    """
    Whether the losers of the semi-finals play for the third place.
    """
    teams: TeamRules | None
    spectator_delay: SpectatorDelay | None
    points: Points
    tie_breaks: list[str]
    """
    The criteria of the standings, in order.
    """
    players: str
    """
    Who may play: `human`, `bot` or `any`. Values may be added. Known values: `human`, `bot`, `any`.
    """
    rated: bool
    """
    Whether the games change ratings.
    """
    rating_ended_at: str | None
    """
    When an organizer gave up the rating of the running tournament: rounds paired later are not rated.
    Null for others.
    """
    pool: str | None
    """
    The pool of the ratings of the entries; null without a clock.
    """
    entries_max: int
    """
    The maximum number of entries.
    """
    waiting_list: bool
    """
    Whether players who enter while it is full wait for a place until the start.
    """
    rating: RequiredRating
    conditions: EntryConditions
    entry: str
    """
    What a player sends to enter: nothing, the `password`, or the code of a `link`; values may be added. Known values: `open`, `password`, `link`.
    """
    registration_closes_at: str | None
    """
    When the registration closes; null if an organizer decides.
    """
    starts_at: str | None
    """
    When the server starts it; null if an organizer does.
    """
    late_entries: bool
    """
    Whether players can enter while the tournament runs.
    """
    ready_check_ms: int
    """
    How long players have to say that they are ready, after a round is paired; 0 without a ready check.
    """
    first_turn_ms: int | None
    """
    The part of its time that each seat has for its first turn; null if it has all.
    """
    next_round: str
    """
    Who pairs the next round; values may be added. Known values: `call`, `automatic`.
    """
    next_round_after_ms: int
    """
    How long the server waits after a round before it pairs the next one or ends the tournament.
    """
    round_dates: list[str]
    """
    When the server pairs each round at the earliest, the first round first.
    """
    round_ends_after_ms: int | None
    """
    How long a round is played after its games have started; null until its last result.
    """
    unfinished: str
    """
    What happens then to the tables without a result; values may be added. Known values: `wait`, `void`.
    """
    duplicate: bool
    """
    Whether all tables of a round with the same number of seats play the same deal.
    """
    id: str
    status: str
    """
    How far it is; values may be added. Known values: `draft`, `registration`, `running`, `finished`, `cancelled`.
    """
    creator: PlayerRef
    entry_count: int
    """
    The number of entries.
    """
    round_count: int
    """
    The number of rounds that were paired.
    """
    commitment: str
    """
    The commitment to the seed: `SHA256("lapidary/event/v1" 00 seed)` in hexadecimal.
    """
    created_at: str
    started_at: str | None
    pairing_until: str | None
    """
    When an arena stops to make tables; those that are played go on. Null for other formats and before the
    start.
    """
    ended_at: str | None


class TournamentPage(TypedDict):
    """
    A page of tournaments.
    """

    items: list[TournamentItem]
    """
    The tournaments, the newest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class TournamentRound(TypedDict):
    """
    A round.
    """

    round: int
    """
    Its number, from 1.
    """
    stage: str
    """
    By which rule it is paired; values may be added. Known values: `swiss`, `round_robin`, `heats`, `knock_out`, `arena`.
    """
    status: str
    """
    How far it is; values may be added. Known values: `paired`, `open`, `closed`.
    """
    entrants: list[int]
    """
    The numbers of the entries that took part when it was paired; of a schedule or a bracket in its order,
    of an arena those at its start.
    """
    tables: list[TournamentTable]
    byes: list[EntryRef]
    """
    Who has a bye, which scores.
    """
    requested_byes: NotRequired[list[EntryRef]]
    """
    Who had requested a bye, with the points of `byes` of the tournament; absent if nobody had.
    """
    virtual_points: NotRequired[VirtualPoints]
    """
    Points that count in this pairing only, never in standings; absent if nobody has any.
    """
    no_shows: list[EntryRef]
    """
    Who was not ready in time.
    """
    forbidden_pairs: list[ForbiddenPair]
    """
    The pairs that must not meet in this round.
    """
    ready: list[int]
    """
    The numbers of the entries that are ready.
    """
    ready_until: str | None
    """
    Until when the players can say that they are ready.
    """
    paired_at: str
    opened_at: str | None
    ends_at: str | None
    """
    When the time to play it is over; null without a deadline.
    """
    unfinished: NotRequired[str]
    """
    What happens then to its tables without a result; absent without a deadline. Values may be added. Known values: `wait`, `void`.
    """
    closed_at: str | None
    next_round_at: str | None
    """
    When the server pairs the next round or ends the tournament; null if it does not wait for that.
    """
    absent: NotRequired[list[int]]
    """
    The numbers of the entries that took no part any more when it was closed; absent before. Whoever is
    among them does not win the knock-out round.
    """
    deals: NotRequired[list[SharedDeal]]
    """
    The deals that tables of the round share, once its games have started; absent without duplicate deals.
    """


class UpdateWebhook(TypedDict):
    """
    What to change; a field that is left out keeps its value.
    """

    enabled: NotRequired[bool]
    """
    Whether messages are sent. Enabling it again also sends the messages that were not accepted yet. With
    the access token of a login, `true` also makes the webhook independent of the grant or the API token
    that made it; with another token, a webhook whose maker has ended depends on this token.
    """
    events: NotRequired[list[WebhookEvent]]
    """
    The events to be told of.
    """
    rotate_secret: NotRequired[bool]
    """
    `true`: makes a new secret, which only this response has. For 24 hours, messages are signed with the
    old secret too. If two earlier secrets still sign, there is no new one yet.
    """


class Waiting(TypedDict):
    """
    Everything that waits for a player. Lists may be added.
    """

    games: list[OwnGame]
    """
    The player's games that are not over, the newest first: those that wait for the player have `my_turn`.
    """
    invitations: list[OwnInvitation]
    """
    The games to which the player is invited and that wait for players.
    """
    tournaments: list[OwnTournament]
    """
    The tournaments that the player has entered and that are not over, the newest first.
    """
    announcements: list[OwnAnnouncement]
    """
    The last announcements of the tournaments that the player has entered or organizes and that are not
    over, at most twenty, the newest first.
    """
    analyses: list[OwnAnalysis]
    """
    The last analyses that the player has asked for, at most twenty, the newest first, also those that are
    finished.
    """


WantedClock: TypeAlias = WantedClockNone | WantedClockLive | WantedClockCorrespondence
"""
The clock of a new game.
"""


class WebhookMessage(TypedDict):
    """
    A message, as the address of a webhook receives it. It is signed by the rules of Standard Webhooks: the
    headers are `webhook-id`, `webhook-timestamp` and `webhook-signature`. The response must have a status
    from 200 to 299.
    """

    type: str
    """
    The event; values may be added. `webhook.test` is a test. Known values: `game.started`, `game.finished`, `game.aborted`, `tournament.round_paired`, `tournament.table_ready`, `tournament.table_finished`, `tournament.table_disputed`, `tournament.round_closed`, `tournament.announced`, `game.turn`, `challenge`, `invitation`, `rematch`, `pairing`, `analysis.done`, `webhook.test`.
    """
    timestamp: str
    """
    When it happened.
    """
    data: WebhookMessageData
    """
    Where it happened. Read the game or the tournament for more.
    """


ActionTake: TypeAlias = SplendorActionTake | KidsActionTake
"""
Take gems: three different (B5), two equal (B6), or two equal and another with the extra_token post
(P2). Take tokens: three of different resources, two of one, or one gold (K3, K4).
"""


class BotMatch(TypedDict):
    """
    A bot match with its result so far.
    """

    ruleset: str
    """
    Known values: `splendor`, `kids`. Values may be added.
    """
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    id: str
    creator: PlayerRef
    seat_count: int
    """
    The number of seats, which is that of the bots.
    """
    visibility: str
    """
    Who may see the games once the match is over. Known values: `public`, `unlisted`, `private`. Values may be added.
    """
    clock: Clock
    games: int
    """
    The number of games.
    """
    concurrent_games: int
    """
    The maximum number of games that are played at the same time.
    """
    bots: list[MatchBot]
    """
    The bots, in the order of their seats in the first game of each deal. The next game of a deal moves
    every bot to the seat before, the first one to the last seat.
    """
    ladder: bool
    """
    Whether the server made the match by itself, for the ladder of bots. Then its result changes ratings,
    and nobody can cancel it.
    """
    status: str
    """
    `waiting` until all bots, or their owners, have accepted; `playing`; `finished` after the last game; `stopped` if it ended before that. Values may be added. Known values: `waiting`, `playing`, `finished`, `stopped`.
    """
    stopped_because: str | None
    """
    Why it was stopped: `cancelled` by its creator, by a bot or by its owner; `expired` before all had accepted; `bot_erased`; `blocked`, because a bot or its owner has blocked the creator. Null unless it was stopped. Values may be added. Known values: `cancelled`, `expired`, `bot_erased`, `blocked`, `bot_locked`.
    """
    commitment: str
    """
    The commitment to the secret from which all deals follow: SHA-256 in hexadecimal.
    """
    created_at: str
    started_at: str | None
    """
    When all bots had accepted; null before.
    """
    ended_at: str | None
    """
    When it ended; null before.
    """
    finished: int
    """
    The number of games with a result.
    """
    aborted: int
    """
    The number of games that ended without a result, which do not count.
    """
    running: int
    """
    The number of games that are played now.
    """
    results: list[MatchResult]
    """
    The results of the bots, in their order.
    """
    secret: str | None
    """
    The secret from which all deals follow, in hexadecimal; null until the match is over.
    """


class BotMatchItem(TypedDict):
    """
    A bot match without its result.
    """

    ruleset: str
    """
    Known values: `splendor`, `kids`. Values may be added.
    """
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    id: str
    creator: PlayerRef
    seat_count: int
    """
    The number of seats, which is that of the bots.
    """
    visibility: str
    """
    Who may see the games once the match is over. Known values: `public`, `unlisted`, `private`. Values may be added.
    """
    clock: Clock
    games: int
    """
    The number of games.
    """
    concurrent_games: int
    """
    The maximum number of games that are played at the same time.
    """
    bots: list[MatchBot]
    """
    The bots, in the order of their seats in the first game of each deal. The next game of a deal moves
    every bot to the seat before, the first one to the last seat.
    """
    ladder: bool
    """
    Whether the server made the match by itself, for the ladder of bots. Then its result changes ratings,
    and nobody can cancel it.
    """
    status: str
    """
    `waiting` until all bots, or their owners, have accepted; `playing`; `finished` after the last game; `stopped` if it ended before that. Values may be added. Known values: `waiting`, `playing`, `finished`, `stopped`.
    """
    stopped_because: str | None
    """
    Why it was stopped: `cancelled` by its creator, by a bot or by its owner; `expired` before all had accepted; `bot_erased`; `blocked`, because a bot or its owner has blocked the creator. Null unless it was stopped. Values may be added. Known values: `cancelled`, `expired`, `bot_erased`, `blocked`, `bot_locked`.
    """
    commitment: str
    """
    The commitment to the secret from which all deals follow: SHA-256 in hexadecimal.
    """
    created_at: str
    started_at: str | None
    """
    When all bots had accepted; null before.
    """
    ended_at: str | None
    """
    When it ended; null before.
    """


class BotMatchPage(TypedDict):
    """
    A page of bot matches.
    """

    items: list[BotMatchItem]
    """
    The matches, the newest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class Challenge(TypedDict):
    """
    A challenge.
    """

    ruleset: str
    """
    Known values: `splendor`, `kids`. Values may be added.
    """
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    id: str
    """
    The id, which is the id of its game.
    """
    challenger: PlayerRef
    to: list[Challenged]
    """
    The challenged players.
    """
    seat_count: int
    """
    The number of seats.
    """
    visibility: str
    """
    Who may find and see the game once it has started. Until then only the players see it. Known values: `public`, `unlisted`, `private`. Values may be added.
    """
    seating: str
    """
    How the seats are assigned: `random`, or in the order of joining; values may be added. Known values: `random`, `join_order`.
    """
    clock: Clock
    rated: bool
    """
    Whether the game changes ratings.
    """
    pool: str | None
    """
    The pool in which it changes ratings: a season of a ladder of a club; null if it is unrated.
    """
    status: str
    """
    What has become of it; values may be added. Known values: `open`, `accepted`, `declined`, `withdrawn`, `expired`.
    """
    declined: Declined | None
    rematch_of: str | None
    """
    The game whose players play again; null if it is no rematch.
    """
    commitment: str
    """
    The commitment to the server's secret of the deal: SHA-256 in hexadecimal.
    """
    created_at: str
    expires_at: str
    """
    When it ends if not every challenged player has accepted.
    """


class ChallengePage(TypedDict):
    """
    A page of challenges.
    """

    items: list[Challenge]
    """
    The challenges, the newest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class ClubLadder(TypedDict):
    """
    A ladder of a club.
    """

    name: str
    members_only: bool
    """
    Whether only members of the club play in it.
    """
    member_days_min: int
    """
    For how many days a player must be a member before their games count; 0 for everybody who may play.
    """
    account_days_min: int
    """
    For how many days a player must have their account before their games count; 0 for everybody.
    """
    listing: ListingRules
    id: str
    base_pool: str
    """
    The games that it rates, as the pool of the server with the same games.
    """
    created_at: str
    closed_at: str | None
    """
    When it was closed; null while seasons can begin.
    """
    version: int
    """
    Another number after each change of the settings, for the next change.
    """
    season: ClubSeason | None


class ClubLadderPage(TypedDict):
    """
    All ladders of a club.
    """

    items: list[ClubLadder]
    """
    The ladders, the oldest first, those that are closed included.
    """
    next_cursor: str | None
    """
    Always null: the list is complete.
    """


class ClubRequestPage(TypedDict):
    """
    A page of invitations or applications.
    """

    items: list[OpenClubRequest]
    """
    Those whose accounts are oldest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


class Correction(TypedDict):
    """
    What a correction changes.
    """

    round: int
    """
    The round of the table.
    """
    table: int
    """
    The number of the table.
    """
    dry_run: bool
    """
    Whether nothing was stored.
    """
    changes: list[StandingChange]
    """
    The lines of the current standings that change, the first place first.
    """
    would_go_on: list[EntryRef]
    """
    After a correction in the heats of a tournament whose knock-out has begun: who would have gone on by
    it. The knock-out stays as it was paired.
    """
    would_not_go_on: list[EntryRef]
    """
    Who went on from the heats, and would not have gone on by it.
    """


class CreateBotMatch(TypedDict):
    """
    A bot match to create.
    """

    games: int
    """
    The number of games. It is rounded up so that every deal is played with every bot in every seat, if
    that does not exceed the maximum.
    """
    bots: list[WantedMatchBot]
    """
    The bots, as many as the games have seats. At least one of them is the caller, or a bot of the caller.
    """
    ruleset: str
    """
    The id of a ruleset.
    """
    modules: NotRequired[list[str]]
    """
    Modules of the ruleset, in any order.
    """
    options: NotRequired[dict[str, str]]
    """
    Options of the ruleset by name.
    """
    clock: NotRequired[WantedClock]
    """
    The clock of each game. Without a clock, a bot that does not move stops the match until somebody
    cancels it.
    """
    visibility: NotRequired[Visibility]
    """
    Who may see the games once the match is over; until then only their seats do.
    """
    concurrent_games: NotRequired[int]
    """
    The maximum number of games at the same time; without it 4. A bot never plays more games than it
    accepts.
    """


class CreateChallenge(TypedDict):
    """
    A challenge to create.
    """

    ruleset: str
    """
    The id of a ruleset.
    """
    modules: NotRequired[list[str]]
    """
    Modules of the ruleset, in any order.
    """
    seats: int
    """
    The number of seats.
    """
    clock: NotRequired[WantedClock]
    """
    The clock.
    """
    options: NotRequired[dict[str, str]]
    """
    Options of the ruleset by name.
    """
    entropy: NotRequired[str | None]
    """
    The entropy that the creator contributes to the deal: up to 64 bytes in hexadecimal.
    """
    to: ChallengedPlayers
    """
    The name of the challenged player; for more than two seats, a list of names, one for each other
    seat.
    """
    visibility: NotRequired[Visibility]
    """
    Who may find and see the game once it has started. Until then only the players see it.
    """
    seating: NotRequired[NewSeating]
    """
    How the seats are assigned.
    """
    ladder: NotRequired[str]
    """
    The ladder of a club in which the game is rated, in the season that runs. The game needs a clock
    and is public.
    """


class CreateGame(TypedDict):
    """
    A game to create.
    """

    ruleset: str
    """
    The id of a ruleset.
    """
    modules: NotRequired[list[str]]
    """
    Modules of the ruleset, in any order.
    """
    seats: int
    """
    The number of seats.
    """
    clock: NotRequired[WantedClock]
    """
    The clock.
    """
    options: NotRequired[dict[str, str]]
    """
    Options of the ruleset by name.
    """
    entropy: NotRequired[str | None]
    """
    The entropy that the creator contributes to the deal: up to 64 bytes in hexadecimal.
    """
    visibility: NotRequired[Visibility]
    """
    Who may find and see it.
    """
    seating: NotRequired[NewSeating]
    """
    How the seats are assigned.
    """
    label: NotRequired[str]
    """
    The name of the game, such as that of an event and a table.
    """
    seated: NotRequired[list[str]]
    """
    The usernames of all players in the order of their seats. The creator has no seat then and
    organizes the game: only these players can join it, and the creator may abort it while it waits,
    and end it if it stalls.
    """
    opponents: NotRequired[list[Opponent]]
    """
    Built-in opponents that take free seats immediately: at most one for each seat but the creator's.
    If they take all of them, the game starts at once. The same one may occur several times. Not with
    `seated`, which can name built-in opponents itself.
    """
    spectator_delay: NotRequired[WantedSpectatorDelay]
    """
    How much later those without a seat see the game: its views, events, export and lists. Only for
    public and unlisted games; without it, they see everything at once. The seats see everything at
    once in any case.
    """


class CreateSeek(TypedDict):
    """
    A seek to make. The game is public, and its seats are random.
    """

    ruleset: str
    """
    The id of a ruleset.
    """
    modules: NotRequired[list[str]]
    """
    Modules of the ruleset, in any order.
    """
    seats: int
    """
    The number of seats.
    """
    clock: NotRequired[WantedClock]
    """
    The clock.
    """
    options: NotRequired[dict[str, str]]
    """
    Options of the ruleset by name.
    """
    entropy: NotRequired[str | None]
    """
    The entropy that the creator contributes to the deal: up to 64 bytes in hexadecimal.
    """
    rated: NotRequired[bool]
    """
    Whether the game changes ratings. It needs a clock, cannot be aborted by its players, and is
    paired by rating: people with people, and bots with bots.
    """
    rating_range: NotRequired[RatingRange | None]
    ladder: NotRequired[str]
    """
    The ladder of a club in which the game is rated, in the season that runs; only with `rated`. The
    seek meets seeks in the same ladder.
    """


class CreateTournament(TypedDict):
    """
    A tournament to create.
    """

    name: str
    """
    The name.
    """
    ruleset: str
    """
    The id of a ruleset.
    """
    modules: NotRequired[list[str]]
    """
    Modules of the ruleset, in any order.
    """
    options: NotRequired[dict[str, str]]
    """
    Options of the ruleset by name.
    """
    seats: int
    """
    The number of seats of a table. Fields that it does not divide have smaller tables too.
    """
    clock: NotRequired[WantedClock]
    """
    The clock of the games.
    """
    format: NewFormat
    """
    How it is played.
    """
    open: NotRequired[bool]
    """
    Whether players can enter at once. Otherwise the tournament is a draft that only its organizers
    see.
    """
    duplicate: NotRequired[bool]
    """
    Whether all tables of a round with the same number of seats play the same deal. Then only its
    seats see a game until the last game with this deal is over. Not possible in brackets and
    for `arena`, nor with `best_of` above 1.
    """
    series: NotRequired[str]
    """
    The series to which it is added, which the caller organizes; it has the same visibility. Later,
    `PUT /v1/series/{id}/events/{tournament_id}` adds a tournament.
    """
    description: NotRequired[list[DescriptionItem]]
    """
    What organizers tell about the tournament: rules, place, prizes, in paragraphs.
    """
    play: NotRequired[NewPlay]
    """
    Where the games are played; `server` if left out.
    """
    club: NotRequired[str]
    """
    The club to which it belongs, which the caller owns or manages.
    """
    members_only: NotRequired[bool]
    """
    Whether only members of the club can enter; `false` if left out.
    """
    invited_only: NotRequired[bool]
    """
    Whether only players who are `invited` can enter; `false` if left out.
    """
    ladder: NotRequired[str]
    """
    The ladder of the club in whose seasons the games are rated; only with `club` and `rated`.
    Games that start while no season runs are not rated.
    """
    visibility: NotRequired[Visibility]
    """
    Who may find and see the tournament and its games.
    """
    rounds: NotRequired[int]
    """
    The number of rounds of a Swiss event or of heats, before the cut. Only for these formats.
    """
    duration_ms: NotRequired[int]
    """
    How long an arena makes tables. Only for this format; at least the initial time of the clock.
    """
    cut: NotRequired[int | None]
    """
    How many entries go on to knock-out tables after heats, or after a Swiss event, which has none
    if it is null or left out. Only for these formats.
    """
    cycles: NotRequired[int]
    """
    How often everybody meets everybody in a round robin; 1 if left out. The second time, the
    seats are turned. Only for this format.
    """
    early_leavers: NotRequired[NewEarlyLeavers]
    """
    What becomes of the results of whoever leaves a round robin for good before they have played
    half of their games; `count` if left out. With `annul`, only at tables of two, they count for
    nobody.
    """
    best_of: NotRequired[int]
    """
    The number of games of a knock-out match; 1 if left out.
    """
    advance: NotRequired[int]
    """
    How many go on from a knock-out table of three or four after the cut; 1 if left out. A final
    has one winner. Only with `cut`, and with `best_of` 1.
    """
    odd: NotRequired[NewOdd]
    """
    What happens to an odd field at tables of two; `bye` if left out.
    """
    acceleration: NotRequired[NewAcceleration]
    """
    Virtual points for the strong entries of a large Swiss event, in pairings only; `none` if left
    out. Only for this format.
    """
    byes: NotRequired[NewByes]
    """
    Byes that players request; none if left out.
    """
    third_place: NotRequired[bool]
    """
    Whether the losers of the semi-finals of a `single_elimination` play for the third place,
    beside the final; `false` if left out.
    """
    teams: NotRequired[NewTeams | None]
    spectator_delay: NotRequired[WantedSpectatorDelay | None]
    points: NotRequired[WantedPoints]
    """
    The points for places; the preset `standard` if left out.
    """
    tie_breaks: NotRequired[list[NewTieBreak]]
    """
    The criteria of the standings, in order.
    """
    players: NotRequired[NewPlayers]
    """
    Who may play: people, bots, or both. If left out, people in a rated tournament, otherwise
    both.
    """
    rated: NotRequired[bool]
    """
    Whether the games change ratings. They need a clock for that, `visibility` must be `public`,
    and people and bots do not play together.
    """
    entries_max: NotRequired[int]
    """
    The maximum number of entries; 256 if left out.
    """
    waiting_list: NotRequired[bool]
    """
    Whether players who enter while it is full wait for a place until the start, in the order of
    entering; `false` if left out. Not with `teams`.
    """
    rating: NotRequired[EntryRating]
    """
    The required rating in the pool of the tournament.
    """
    conditions: NotRequired[NewConditions]
    """
    What else a player needs to enter. It replaces all earlier conditions.
    """
    entry: NotRequired[NewEntryLock]
    """
    What a player sends to enter; nothing if left out.
    """
    registration_closes_in_ms: NotRequired[int]
    """
    After which time the registration closes, unless the tournament starts before.
    """
    starts_at: NotRequired[str | None]
    """
    When the server starts the tournament, within the next 366 days; null if an organizer starts
    it. If it cannot start then, it stays in registration, and its organizers are told.
    """
    late_entries: NotRequired[bool]
    """
    Whether players can enter while the tournament runs; only in a Swiss event, in heats, and in
    an arena, where it is `true` if left out.
    """
    ready_check_ms: NotRequired[int]
    """
    How long players have to say that they are ready, after a round is paired; 0 without a ready
    check. If left out, one minute for a live clock, one day for a correspondence clock, and 0
    without a clock. Always 0 in an arena.
    """
    first_turn_ms: NotRequired[int | None]
    """
    The part of its time that each seat has for its first turn, so that whoever does not come
    loses soon; null, as if left out, if it has all. It is shorter than `initial_ms` or
    `per_turn_ms` of the clock.
    """
    next_round: NotRequired[NewNextRound]
    """
    Who pairs the next round; `call` if left out. Always `automatic` in an arena.
    """
    next_round_after_ms: NotRequired[int]
    """
    How long the server waits after the last result of a round before it pairs the next one or
    ends the tournament, so that results can be corrected; 0 if left out. Only with
    `next_round: "automatic"`. `POST …/rounds/close` ends the wait.
    """
    round_dates: NotRequired[list[RoundDate]]
    """
    When the server pairs each round at the earliest, the first round first, in order and within
    the next 366 days; a round without a date follows the one before. Only with `next_round:
    "automatic"`. While the tournament runs, the dates of rounds to come can change.
    """
    round_ends_after_ms: NotRequired[int | None]
    """
    How long a round is played after its games have started; null, as if left out, until its last
    result. Not for knock-out rounds. A change holds for rounds that start later.
    """
    unfinished: NotRequired[NewUnfinished]
    """
    What happens to the tables without a result when the time of a round is over; `wait` if left
    out.
    """
    organizers: NotRequired[list[Organizer]]
    """
    The names of players who are asked to organize the tournament. They accept with
    `POST …/organizers/accept`.
    """
    invited: NotRequired[list[InvitedItem]]
    """
    The names of players who may see and enter a private tournament.
    """


class Deal(TypedDict):
    """
    The inputs of the deal.
    """

    deal_id: str
    """
    The name of the deal: 16 bytes in hexadecimal.
    """
    commitment: str
    """
    The commitment to the secret: SHA-256 in hexadecimal.
    """
    server_seed: NotRequired[str]
    """
    The secret: 32 bytes in hexadecimal; left out before the reveal.
    """
    deal_ruleset: str
    """
    The ruleset as the deal spells it, with the modules in their fixed order.
    """
    players: int
    """
    The number of players.
    """
    contributions: list[ExportContribution]
    """
    The entropy that the players contributed, in the order in which they joined.
    """
    beacon: str
    """
    Public randomness, in hexadecimal: in a duplicate tournament a digest of what all players contributed;
    empty if there was none.
    """
    seating: str
    """
    How the seats were assigned. Known values: `random`, `join_order`. Values may be added.
    """
    join_order: list[ExportPlayer]
    """
    The players in the order in which they joined.
    """
    board: NotRequired[KidsExportBoard]
    """
    The board of a game of Kids, so that its export needs no board file. Left out before the start, in
    Splendor, and in exports of servers that did not have this field yet.
    """


EffectMarketRefilled: TypeAlias = SplendorEffectMarketRefilled | KidsEffectMarketRefilled
"""
A vacant place of the market was filled from its deck (B11). An empty place of the market was filled from the stack (K11).
"""


EffectPlaceLeftEmpty: TypeAlias = SplendorEffectPlaceLeftEmpty | KidsEffectPlaceLeftEmpty
"""
A vacant place of the market stays empty, because its deck is empty (B11). An empty place of the market stays empty, because the stack is empty (K11).
"""


class EventFinished(TypedDict):
    """
    The game ended.
    """

    data: Finished
    """
    The game ended.
    """
    type: Literal['finished']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """


class EventFrameFinished(TypedDict):
    """
    The game ended.
    """

    data: Finished
    """
    The game ended.
    """
    type: Literal['finished']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """
    server_time: str
    """
    When the server sent the frame.
    """


ExportActionTake: TypeAlias = SplendorExportActionTake | KidsExportActionTake
"""
Take gems: three different (B5), two equal (B6), or two equal and another with the extra_token post
(P2). Take tokens: three of different resources, two of one, or one gold (K3, K4).
"""


ExportEffectMarketRefilled: TypeAlias = SplendorExportEffectMarketRefilled | KidsExportEffectMarketRefilled
"""
A vacant place of the market was filled from its deck (B11). An empty place of the market was filled from the stack (K11).
"""


ExportEffectPlaceLeftEmpty: TypeAlias = SplendorExportEffectPlaceLeftEmpty | KidsExportEffectPlaceLeftEmpty
"""
A vacant place of the market stays empty, because its deck is empty (B11). An empty place of the market stays empty, because the stack is empty (K11).
"""


class ExportEventFinished(TypedDict):
    """
    The game ended. A game that an older server aborted has this event without a result.
    """

    data: ExportFinished
    """
    The game ended. A game that an older server aborted has this event without a result.
    """
    type: Literal['finished']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """


ExportStarted: TypeAlias = SplendorExportStarted | KidsExportStarted
"""
How a game started.
"""


class FollowedTournament(TypedDict):
    """
    A tournament and its last round.
    """

    tournament: Tournament
    round: TournamentRound | None


class ForkGame(TypedDict):
    """
    The terms of a fork. All others are those of the game that is over: ruleset, modules, options and number
    of seats.
    """

    visibility: NotRequired[Visibility]
    """
    Who may find and see the fork. Without it, as in the game that is over; a fork of a private game is
    private.
    """
    seat: NotRequired[int]
    """
    The seat that the caller takes; the other players take the free seats in the order of joining. Without
    it, the deal assigns random seats.
    """
    clock: NotRequired[WantedClock]
    """
    The clock. Without it, there is none.
    """
    entropy: NotRequired[str | None]
    """
    The entropy that the creator contributes to the deal: up to 64 bytes in hexadecimal.
    """


KidsAction: TypeAlias = KidsActionTake | KidsActionMove | KidsActionReturn | KidsActionDrawTown | KidsActionGive
"""
An action of Kids; `legal-actions` lists the legal ones.
"""


class KidsCatalogue(TypedDict):
    """
    All tiles, and the boards that this server's part-sides form.
    """

    town_tiles: list[KidsTownTile]
    """
    The town tiles in the order of the deal (K1).
    """
    village_tiles: list[str]
    """
    The village tiles in the order of the deal (K12).
    """
    boards: list[KidsBoard]
    """
    The full boards, then the short ones. They are the server's own, not the printed ones.
    """
    maps: list[KidsMap]
    """
    Where the places of a side lie in its drawing, for the sides for which the operator has said so.
    """
    editions: list[PrintedEdition]
    """
    The printed editions that the tiles and the rules are from: of the game, then of its module.
    """


class LeagueSeason(TypedDict):
    """
    A season of a league.
    """

    series: str
    """
    The id of the league.
    """
    season: int
    """
    The number of the season, from 1.
    """
    groups: list[LeagueSeasonGroup]
    """
    The groups, from the top.
    """
    left: list[LeftLeague]
    """
    Those who were in the season before and do not stay.
    """


class Lobby(TypedDict):
    """
    What is in the lobby. Lists may be added.
    """

    games: list[GameItem]
    """
    The public games that wait for players, the newest first, at most 200.
    """
    running: list[LobbyRunning]
    """
    The public games that run, the newest first, at most 100: without their positions, which change all
    the time.
    """
    seeks: list[Seek]
    """
    The open seeks, the newest first, at most 200.
    """


class LobbyFrameRunning(TypedDict):
    """
    A game runs: add it to those that run.
    """

    data: LobbyRunning
    """
    A game runs: add it to those that run.
    """
    type: Literal['running']
    server_time: str
    """
    When the server sent the frame.
    """


class LobbyFrameSeek(TypedDict):
    """
    A seek is new or has changed: it replaces the one with the same id.
    """

    data: Seek
    """
    A seek is new or has changed: it replaces the one with the same id.
    """
    type: Literal['seek']
    server_time: str
    """
    When the server sent the frame.
    """


class LobbyFrameSnapshot(TypedDict):
    """
    Everything in the lobby. It is the first frame.
    """

    data: Lobby
    """
    Everything in the lobby. It is the first frame.
    """
    type: Literal['snapshot']
    server_time: str
    """
    When the server sent the frame.
    """


class OwnFrameGame(TypedDict):
    """
    A game is new or has changed: it replaces the one with the same id.
    """

    data: OwnGame
    """
    A game is new or has changed: it replaces the one with the same id.
    """
    type: Literal['game']
    server_time: str
    """
    When the server sent the frame.
    """


class OwnFrameInvitation(TypedDict):
    """
    An invitation is new or has changed: it replaces the one with the same game.
    """

    data: OwnInvitation
    """
    An invitation is new or has changed: it replaces the one with the same game.
    """
    type: Literal['invitation']
    server_time: str
    """
    When the server sent the frame.
    """


class OwnFrameSnapshot(TypedDict):
    """
    Everything that waits for the caller. It is the first frame.
    """

    data: Waiting
    """
    Everything that waits for the caller. It is the first frame.
    """
    type: Literal['snapshot']
    server_time: str
    """
    When the server sent the frame.
    """


class PlannedRound(TypedDict):
    """
    A round that was planned and not made.
    """

    round: int
    """
    The number that the round would have.
    """
    stage: str
    """
    By which rule it is paired; values may be added. Known values: `swiss`, `round_robin`, `heats`, `knock_out`, `arena`.
    """
    tables: list[PlannedTable]
    byes: list[EntryRef]
    """
    Who has a bye.
    """
    requested_byes: NotRequired[list[EntryRef]]
    """
    Who has requested a bye; absent if nobody has.
    """
    virtual_points: NotRequired[VirtualPoints]
    """
    Points that count in this pairing only, never in standings; absent if nobody has any.
    """
    displaced: NotRequired[str]
    """
    Which entries would not sit at their fixed tables, because two of them meet; absent if all would.
    """
    cost: TableCost
    """
    The sum of the costs.
    """
    schedule: NotRequired[Schedule]
    """
    How even the schedule of a round robin is; absent for other formats.
    """


SplendorAction: TypeAlias = SplendorActionTake | SplendorActionReserve | SplendorActionReserveBlind | SplendorActionKeep | SplendorActionBuy | SplendorActionAssociate | SplendorActionTakeFree | SplendorActionTakeToken | SplendorActionPlaceStronghold | SplendorActionRemoveStronghold | SplendorActionConquer | SplendorActionDeclineConquest | SplendorActionReturn | SplendorActionChooseNoble | SplendorActionChoosePost | SplendorActionPass
"""
An action of Splendor; `legal-actions` lists the legal ones.
"""


class SplendorCard(TypedDict):
    """
    A development card.
    """

    id: str
    deck: str
    """
    The deck it belongs to.
    """
    level: int
    bonus: SplendorGem | None
    bonus_count: int
    """
    The number of bonuses of its color that it gives.
    """
    points: int
    cost: SplendorColors
    effect: str | None
    """
    Its special effect; values may be added. Known values: `double_bonus`, `virtual_gold`, `associate`, `associate_then_take_free_level_1`, `take_free_level_2`, `pay_by_discarding_2_cards`.
    """
    free_card_level: int | None
    """
    The level of the card that the buyer takes at no cost.
    """
    discard_cost: SplendorDiscardCost | None


class SplendorCatalogue(TypedDict):
    """
    All pieces of the base game and its modules.
    """

    cards: list[SplendorCard]
    """
    The cards, base game first.
    """
    nobles: list[SplendorNoble]
    posts: list[SplendorPost]
    """
    The trading posts. Each seat can own one of each kind.
    """
    cities: list[SplendorCity]
    """
    The faces of the city tiles; the two faces with the same number are one tile.
    """
    editions: list[PrintedEdition]
    """
    The printed editions that the pieces are from: of the base game, then of each module.
    """


class SplendorGameSeat(TypedDict):
    """
    A seat, its player, and what the seat owns.
    """

    tokens: SplendorTokenCounts
    cards: list[SplendorOwnedCard]
    """
    Its cards, in catalogue order.
    """
    bonuses: SplendorColorCounts
    """
    The discount of its cards on each color of a cost.
    """
    card_counts: SplendorColorCounts
    """
    The number of its cards of each color.
    """
    hand: list[SplendorHandCard]
    """
    Its reserved cards, in the order in which they were reserved.
    """
    drawn: NotRequired[list[str]]
    """
    The cards to choose from while the game waits for `keep`, after a blind reserve with
    draw_two_reserve_one. Only the seat itself sees them.
    """
    nobles: list[str]
    posts: list[str]
    strongholds: NotRequired[list[str | None]]
    """
    The cards on which its three strongholds stand, null for each one at home. Only in games with
    Strongholds.
    """
    cities: list[str]
    """
    The cities that it currently fulfills.
    """
    prestige: int
    purchases: int
    """
    The number of cards that it bought.
    """
    out: bool
    """
    Whether the seat left the game.
    """
    seat: int
    player: PlayerRef
    strength: int | None
    """
    How strong a built-in opponent plays here, in percent of what it can do; null for everybody else.
    """


class SplendorHoldings(TypedDict):
    """
    What a seat owns.
    """

    tokens: SplendorTokenCounts
    cards: list[SplendorOwnedCard]
    """
    Its cards, in catalogue order.
    """
    bonuses: SplendorColorCounts
    """
    The discount of its cards on each color of a cost.
    """
    card_counts: SplendorColorCounts
    """
    The number of its cards of each color.
    """
    hand: list[SplendorHandCard]
    """
    Its reserved cards, in the order in which they were reserved.
    """
    drawn: NotRequired[list[str]]
    """
    The cards to choose from while the game waits for `keep`, after a blind reserve with
    draw_two_reserve_one. Only the seat itself sees them.
    """
    nobles: list[str]
    posts: list[str]
    strongholds: NotRequired[list[str | None]]
    """
    The cards on which its three strongholds stand, null for each one at home. Only in games with
    Strongholds.
    """
    cities: list[str]
    """
    The cities that it currently fulfills.
    """
    prestige: int
    purchases: int
    """
    The number of cards that it bought.
    """
    out: bool
    """
    Whether the seat left the game.
    """


class StartLeagueSeason(TypedDict):
    """
    The first season of a league.
    """

    settings: CreateTournament
    """
    The settings of the event of each group, as those of a tournament. The name of the group is added to
    `name`. `entries_max` is the size of the group, and `invited`, `entry` and `series` are left out.
    """
    groups: NotRequired[list[GroupPlayers]]
    """
    The players of each group, from the top: only they can enter its event. If it is left out, everybody
    can enter each group.
    """


class TournamentExport(TypedDict):
    """
    An exported tournament: everything from which its standings, and after its end its pairings, can be
    computed again. Those of an arena depend on who waited at each moment.
    """

    format: str
    """
    `lapidary-tournament-1`
    """
    tournament: TournamentItem
    seed: str | None
    """
    The seed of lots and pairings in hexadecimal; null until the tournament is over. It stays public if
    the tournament is reopened.
    """
    entries: list[TournamentEntry]
    """
    All entries.
    """
    rounds: list[TournamentRound]
    """
    All rounds.
    """
    adjustments: list[PointsAdjustment]
    """
    Points that organizers gave or took.
    """
    standings: list[TournamentStanding]
    """
    The standings after all rounds.
    """
    teams: NotRequired[list[ExportedTeam]]
    """
    The teams; absent if there are none. Entries say to which one they belong.
    """
    team_standings: NotRequired[list[TeamStanding]]
    """
    The standings of teams after all rounds; absent if there are none.
    """
    games: list[TournamentGame]
    """
    All games that were made for its tables, in the order in which they were made: also those that another
    game has replaced.
    """
    ratings: list[RatedEntry]
    """
    What the rated games of the tournament have changed, for each entry that has played one, and for each
    pool.
    """


class TournamentFrameRound(TypedDict):
    """
    The last round is new or has changed.
    """

    data: TournamentRound
    """
    The last round is new or has changed.
    """
    type: Literal['round']
    server_time: str
    """
    When the server sent the frame.
    """


class TournamentFrameSnapshot(TypedDict):
    """
    The tournament and its last round. It is the first frame.
    """

    data: FollowedTournament
    """
    The tournament and its last round. It is the first frame.
    """
    type: Literal['snapshot']
    server_time: str
    """
    When the server sent the frame.
    """


class UpdateTournament(TypedDict):
    """
    A change of a tournament; a field that is left out keeps its value.
    """

    name: NotRequired[str]
    """
    The name.
    """
    ruleset: NotRequired[str]
    """
    The id of a ruleset. With it, `modules` and `options` are those of the body.
    """
    modules: NotRequired[list[str]]
    """
    Modules of the ruleset, in any order. Only with `ruleset`.
    """
    options: NotRequired[dict[str, str]]
    """
    Options of the ruleset by name. Only with `ruleset`.
    """
    seats: NotRequired[int]
    """
    The number of seats of a table.
    """
    clock: NotRequired[WantedClock]
    """
    The clock of the games.
    """
    format: NotRequired[NewFormat]
    """
    How it is played. Settings that the format does not have are reset.
    """
    duplicate: NotRequired[bool]
    """
    Whether all tables of a round with the same number of seats play the same deal.
    """
    open: NotRequired[bool]
    """
    `true` opens the registration of a draft.
    """
    forbidden_pairs: NotRequired[list[WantedForbiddenPair]]
    """
    All pairs of entries that must not meet in the next rounds.
    """
    forbidden_pairs_version: NotRequired[int]
    """
    The `forbidden_pairs_version` that you have seen: if the pairs have changed since, the request is
    refused with `settings_changed`. If left out, they are replaced whatever stands there.
    """
    description: NotRequired[list[DescriptionItem]]
    """
    What organizers tell about the tournament: rules, place, prizes, in paragraphs.
    """
    play: NotRequired[NewPlay]
    """
    Where the games are played; `server` if left out.
    """
    club: NotRequired[str]
    """
    The club to which it belongs, which the caller owns or manages.
    """
    members_only: NotRequired[bool]
    """
    Whether only members of the club can enter; `false` if left out.
    """
    invited_only: NotRequired[bool]
    """
    Whether only players who are `invited` can enter; `false` if left out.
    """
    ladder: NotRequired[str]
    """
    The ladder of the club in whose seasons the games are rated; only with `club` and `rated`.
    Games that start while no season runs are not rated.
    """
    visibility: NotRequired[Visibility]
    """
    Who may find and see the tournament and its games.
    """
    rounds: NotRequired[int]
    """
    The number of rounds of a Swiss event or of heats, before the cut. Only for these formats.
    """
    duration_ms: NotRequired[int]
    """
    How long an arena makes tables. Only for this format; at least the initial time of the clock.
    """
    cut: NotRequired[int | None]
    """
    How many entries go on to knock-out tables after heats, or after a Swiss event, which has none
    if it is null or left out. Only for these formats.
    """
    cycles: NotRequired[int]
    """
    How often everybody meets everybody in a round robin; 1 if left out. The second time, the
    seats are turned. Only for this format.
    """
    early_leavers: NotRequired[NewEarlyLeavers]
    """
    What becomes of the results of whoever leaves a round robin for good before they have played
    half of their games; `count` if left out. With `annul`, only at tables of two, they count for
    nobody.
    """
    best_of: NotRequired[int]
    """
    The number of games of a knock-out match; 1 if left out.
    """
    advance: NotRequired[int]
    """
    How many go on from a knock-out table of three or four after the cut; 1 if left out. A final
    has one winner. Only with `cut`, and with `best_of` 1.
    """
    odd: NotRequired[NewOdd]
    """
    What happens to an odd field at tables of two; `bye` if left out.
    """
    acceleration: NotRequired[NewAcceleration]
    """
    Virtual points for the strong entries of a large Swiss event, in pairings only; `none` if left
    out. Only for this format.
    """
    byes: NotRequired[NewByes]
    """
    Byes that players request; none if left out.
    """
    third_place: NotRequired[bool]
    """
    Whether the losers of the semi-finals of a `single_elimination` play for the third place,
    beside the final; `false` if left out.
    """
    teams: NotRequired[NewTeams | None]
    spectator_delay: NotRequired[WantedSpectatorDelay | None]
    points: NotRequired[WantedPoints]
    """
    The points for places; the preset `standard` if left out.
    """
    tie_breaks: NotRequired[list[NewTieBreak]]
    """
    The criteria of the standings, in order.
    """
    players: NotRequired[NewPlayers]
    """
    Who may play: people, bots, or both. If left out, people in a rated tournament, otherwise
    both.
    """
    rated: NotRequired[bool]
    """
    Whether the games change ratings. They need a clock for that, `visibility` must be `public`,
    and people and bots do not play together.
    """
    entries_max: NotRequired[int]
    """
    The maximum number of entries; 256 if left out.
    """
    waiting_list: NotRequired[bool]
    """
    Whether players who enter while it is full wait for a place until the start, in the order of
    entering; `false` if left out. Not with `teams`.
    """
    rating: NotRequired[EntryRating]
    """
    The required rating in the pool of the tournament.
    """
    conditions: NotRequired[NewConditions]
    """
    What else a player needs to enter. It replaces all earlier conditions.
    """
    entry: NotRequired[NewEntryLock]
    """
    What a player sends to enter; nothing if left out.
    """
    registration_closes_in_ms: NotRequired[int]
    """
    After which time the registration closes, unless the tournament starts before.
    """
    starts_at: NotRequired[str | None]
    """
    When the server starts the tournament, within the next 366 days; null if an organizer starts
    it. If it cannot start then, it stays in registration, and its organizers are told.
    """
    late_entries: NotRequired[bool]
    """
    Whether players can enter while the tournament runs; only in a Swiss event, in heats, and in
    an arena, where it is `true` if left out.
    """
    ready_check_ms: NotRequired[int]
    """
    How long players have to say that they are ready, after a round is paired; 0 without a ready
    check. If left out, one minute for a live clock, one day for a correspondence clock, and 0
    without a clock. Always 0 in an arena.
    """
    first_turn_ms: NotRequired[int | None]
    """
    The part of its time that each seat has for its first turn, so that whoever does not come
    loses soon; null, as if left out, if it has all. It is shorter than `initial_ms` or
    `per_turn_ms` of the clock.
    """
    next_round: NotRequired[NewNextRound]
    """
    Who pairs the next round; `call` if left out. Always `automatic` in an arena.
    """
    next_round_after_ms: NotRequired[int]
    """
    How long the server waits after the last result of a round before it pairs the next one or
    ends the tournament, so that results can be corrected; 0 if left out. Only with
    `next_round: "automatic"`. `POST …/rounds/close` ends the wait.
    """
    round_dates: NotRequired[list[RoundDate]]
    """
    When the server pairs each round at the earliest, the first round first, in order and within
    the next 366 days; a round without a date follows the one before. Only with `next_round:
    "automatic"`. While the tournament runs, the dates of rounds to come can change.
    """
    round_ends_after_ms: NotRequired[int | None]
    """
    How long a round is played after its games have started; null, as if left out, until its last
    result. Not for knock-out rounds. A change holds for rounds that start later.
    """
    unfinished: NotRequired[NewUnfinished]
    """
    What happens to the tables without a result when the time of a round is over; `wait` if left
    out.
    """
    organizers: NotRequired[list[Organizer]]
    """
    The names of players who are asked to organize the tournament. They accept with
    `POST …/organizers/accept`.
    """
    invited: NotRequired[list[InvitedItem]]
    """
    The names of players who may see and enter a private tournament.
    """


class WebhookDelivery(TypedDict):
    """
    A message with what became of it.
    """

    id: str
    """
    The id of the message, which is also its `webhook-id`.
    """
    message: WebhookMessage
    status: str
    """
    What became of it; values may be added. `pending`: it will be sent. `accepted`: the response had a status from 200 to 299. `failed`: it is not sent any more. Known values: `pending`, `accepted`, `failed`.
    """
    attempts: list[WebhookAttempt]
    """
    The attempts, the oldest first; the newest 20.
    """
    next_attempt_at: str | None
    """
    When it is sent at the earliest; null unless it is pending.
    """


class WebhookDeliveryPage(TypedDict):
    """
    A page of messages.
    """

    items: list[WebhookDelivery]
    """
    The messages, the newest first.
    """
    next_cursor: str | None
    """
    The cursor of the next page; null on the last page.
    """


Action: TypeAlias = ActionTake | SplendorActionReserve | SplendorActionReserveBlind | SplendorActionKeep | SplendorActionBuy | SplendorActionAssociate | SplendorActionTakeFree | SplendorActionTakeToken | SplendorActionPlaceStronghold | SplendorActionRemoveStronghold | SplendorActionConquer | SplendorActionDeclineConquest | ActionReturn | SplendorActionChooseNoble | SplendorActionChoosePost | SplendorActionPass | KidsActionMove | KidsActionDrawTown | KidsActionGive
"""
An action; `type` selects the alternative. `SplendorAction` and `KidsAction` are the actions of one ruleset.
"""


class AnswerPuzzle(TypedDict):
    """
    A turn as the answer to a puzzle.
    """

    actions: list[Action]
    """
    The complete turn, in order, as for a game.
    """


Catalogue: TypeAlias = SplendorCatalogue | KidsCatalogue
"""
The pieces of a ruleset; the ruleset decides the fields.
"""


Effect: TypeAlias = EffectTokensTaken | EffectTokensReturned | SplendorEffectCardReserved | SplendorEffectCardsDrawn | SplendorEffectCardKept | SplendorEffectCardPutUnder | SplendorEffectCardBought | SplendorEffectCardTakenFree | SplendorEffectCardAssociated | SplendorEffectCardDiscarded | EffectMarketRefilled | EffectPlaceLeftEmpty | SplendorEffectStrongholdPlaced | SplendorEffectStrongholdRemoved | SplendorEffectStrongholdsReturned | SplendorEffectNobleReceived | SplendorEffectPostTaken | SplendorEffectCityFulfilled | EffectStepLapsed | SplendorEffectFinalRound | SplendorEffectPlayGoesOn | EffectSeatOut | EffectTurnBegan | EffectGameOver | KidsEffectTokenGiven | KidsEffectTreasuresSpent | KidsEffectTilesTurnedDown | KidsEffectMoved | KidsEffectTownDrawn | KidsEffectTilesTurnedUp | KidsEffectVillageUncovered | KidsEffectTreasureGained | KidsEffectJewelGained | KidsEffectMarketGone | KidsEffectAnotherTurn | KidsEffectPalaceReached | KidsEffectGatesClosed | KidsEffectGatesOpened
"""
One thing that happened in a game of the ruleset; types may be added.
"""


class Entry(TypedDict):
    """
    A decision, or a seat going out, with its effects.
    """

    seat: int
    by: By
    action: Action | None
    notation: str
    """
    The same as a line of text, with `?` for what the viewer may not see.
    """
    effects: list[Effect]
    """
    What happened, in order.
    """


class EventAction(TypedDict):
    """
    A player made a decision, or the engine made it because only one choice was legal (T2).
    """

    data: Entry
    """
    A player made a decision, or the engine made it because only one choice was legal (T2).
    """
    type: Literal['action']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """


class EventFrameAction(TypedDict):
    """
    A player made a decision, or the engine made it because only one choice was legal (T2).
    """

    data: Entry
    """
    A player made a decision, or the engine made it because only one choice was legal (T2).
    """
    type: Literal['action']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """
    server_time: str
    """
    When the server sent the frame.
    """


class EventFrameResigned(TypedDict):
    """
    A player resigned (B19).
    """

    data: Entry
    """
    A player resigned (B19).
    """
    type: Literal['resigned']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """
    server_time: str
    """
    When the server sent the frame.
    """


class EventFrameTimedOut(TypedDict):
    """
    A player's time ran out (B19).
    """

    data: Entry
    """
    A player's time ran out (B19).
    """
    type: Literal['timed_out']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """
    server_time: str
    """
    When the server sent the frame.
    """


class EventResigned(TypedDict):
    """
    A player resigned (B19).
    """

    data: Entry
    """
    A player resigned (B19).
    """
    type: Literal['resigned']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """


class EventTimedOut(TypedDict):
    """
    A player's time ran out (B19).
    """

    data: Entry
    """
    A player's time ran out (B19).
    """
    type: Literal['timed_out']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """


ExportAction: TypeAlias = ExportActionTake | SplendorExportActionReserve | SplendorExportActionReserveBlind | SplendorExportActionKeep | SplendorExportActionBuy | SplendorExportActionAssociate | SplendorExportActionTakeFree | SplendorExportActionTakeToken | SplendorExportActionPlaceStronghold | SplendorExportActionRemoveStronghold | SplendorExportActionConquer | SplendorExportActionDeclineConquest | ExportActionReturn | SplendorExportActionChooseNoble | SplendorExportActionChoosePost | SplendorExportActionPass | KidsExportActionMove | KidsExportActionDrawTown | KidsExportActionGive
"""
An action of the ruleset of the game.
"""


ExportEffect: TypeAlias = ExportEffectTokensTaken | ExportEffectTokensReturned | SplendorExportEffectCardReserved | SplendorExportEffectCardsDrawn | SplendorExportEffectCardKept | SplendorExportEffectCardPutUnder | SplendorExportEffectCardBought | SplendorExportEffectCardTakenFree | SplendorExportEffectCardAssociated | SplendorExportEffectCardDiscarded | ExportEffectMarketRefilled | ExportEffectPlaceLeftEmpty | SplendorExportEffectStrongholdPlaced | SplendorExportEffectStrongholdRemoved | SplendorExportEffectStrongholdsReturned | SplendorExportEffectNobleReceived | SplendorExportEffectPostTaken | SplendorExportEffectCityFulfilled | ExportEffectStepLapsed | SplendorExportEffectFinalRound | SplendorExportEffectPlayGoesOn | ExportEffectSeatOut | ExportEffectTurnBegan | ExportEffectGameOver | KidsExportEffectTokenGiven | KidsExportEffectTreasuresSpent | KidsExportEffectTilesTurnedDown | KidsExportEffectMoved | KidsExportEffectTownDrawn | KidsExportEffectTilesTurnedUp | KidsExportEffectVillageUncovered | KidsExportEffectMarketGone | KidsExportEffectAnotherTurn | KidsExportEffectPalaceReached | KidsExportEffectGatesClosed | KidsExportEffectGatesOpened
"""
One thing that happened in a game of the ruleset.
"""


class ExportEntry(TypedDict):
    """
    A decision, or a seat going out, with its effects.
    """

    seat: int
    by: ExportBy
    action: ExportAction | None
    notation: str
    """
    The same as a line of text, with `?` for what the viewer may not see.
    """
    effects: list[ExportEffect]
    """
    What happened, in order.
    """


class ExportEventAction(TypedDict):
    """
    A player made a decision, or the engine made it because only one choice was legal (T2).
    """

    data: ExportEntry
    """
    A player made a decision, or the engine made it because only one choice was legal (T2).
    """
    type: Literal['action']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """


class ExportEventResigned(TypedDict):
    """
    A player resigned (B19).
    """

    data: ExportEntry
    """
    A player resigned (B19).
    """
    type: Literal['resigned']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """


class ExportEventStarted(TypedDict):
    """
    The game started.
    """

    data: ExportStarted
    """
    The game started.
    """
    type: Literal['started']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """


class ExportEventTimedOut(TypedDict):
    """
    A player's time ran out (B19).
    """

    data: ExportEntry
    """
    A player's time ran out (B19).
    """
    type: Literal['timed_out']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """


Holdings: TypeAlias = SplendorHoldings | KidsHoldings
"""
What a seat owns; the ruleset decides the fields.
"""


class LegalAction(TypedDict):
    """
    A legal action.
    """

    action: Action
    notation: str
    """
    The same as a line of text.
    """


class LegalActions(TypedDict):
    """
    The decision that the game waits for from the caller's seat, and its legal actions.
    """

    version: int
    """
    The version of the game.
    """
    seat: int | None
    """
    The caller's seat; null if the caller has none.
    """
    decision: str | None
    """
    The kind of decision; null if the game does not wait for the seat. Values may be added. Known values: `main`, `keep`, `associate`, `take_free`, `take_token`, `stronghold`, `conquest`, `return`, `noble`, `post`, `draw_town`, `give`.
    """
    actions: list[LegalAction]
    """
    The legal actions; empty if the game does not wait for the seat.
    """
    payments_limited: bool
    """
    Whether the list of payments of a purchase reached the limit of 2000. Exact payments that are not
    listed are accepted too.
    """
    missing: NotRequired[list[SplendorMissing]]
    """
    The cards of the market and of the seat's hand that it cannot pay for, and what it lacks, also while
    other seats decide; only with `missing=true`. Empty in Kids, and for whoever has no seat.
    """


LobbyFrame: TypeAlias = LobbyFrameSnapshot | LobbyFrameGame | LobbyFrameGameGone | LobbyFrameRunning | LobbyFrameRunningGone | LobbyFrameSeek | LobbyFrameSeekGone | LobbyFrameStreamEnd
"""
A frame of the stream of the lobby; types may be added.
"""


OwnFrame: TypeAlias = OwnFrameSnapshot | OwnFrameGame | OwnFrameGameGone | OwnFrameInvitation | OwnFrameInvitationGone | OwnFrameTournament | OwnFrameTournamentGone | OwnFrameAnnouncement | OwnFrameAnnouncementGone | OwnFrameAnalysis | OwnFrameAnalysisGone | OwnFrameStreamEnd
"""
A frame of the stream of what waits for the caller; types may be added.
"""


class PlayTurn(TypedDict):
    """
    The actions of one turn.
    """

    version: int
    """
    The version of the game that the actions were chosen for.
    """
    actions: list[Action]
    """
    One or more actions, in order. Either all of them are applied or none.
    """


class SplendorGame(TypedDict):
    """
    A game as one viewer sees it.
    """

    ruleset: Literal['splendor']
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    supply: SplendorTokenCounts
    """
    The tokens left.
    """
    market: dict[str, SplendorMarketRow]
    """
    For each deck, by its id, the number of cards left and the face-up cards.
    """
    nobles: list[str]
    """
    The nobles on the table; none with Cities.
    """
    cities: list[str]
    """
    The city tiles on the table; none without Cities.
    """
    final_round: bool
    """
    Whether the end is triggered, so that this round is the last.
    """
    passes: int
    """
    The number of seats that passed one after another; when all seats in play have passed, the game ends
    (B12).
    """
    quiet_rounds: int
    """
    The number of whole rounds in a row without a purchase or a reserve; 25 end the game (B20).
    """
    id: str
    visibility: str
    """
    Who may find and see it: `public`, `unlisted` or `private`. Known values: `public`, `unlisted`, `private`. Values may be added.
    """
    status: str
    """
    The status; values may be added. Known values: `waiting`, `active`, `finished`, `aborted`, `frozen`.
    """
    version: int
    """
    The number of entries in its log; 0 while it waits for players.
    """
    viewer_seat: int | None
    """
    The seat of the caller; before the start, their place in the order of joining. Null if the caller has
    no seat.
    """
    to_act: ToAct | None
    turn: Turn | None
    clock: Clock
    spectator_delay: NotRequired[SpectatorDelay]
    """
    How much later those without a seat see the game; absent if there is no delay.
    """
    rated: bool
    """
    Whether its result changes ratings.
    """
    pool: str | None
    """
    The pool in which it changes ratings; null if in none.
    """
    ratings: NotRequired[list[SeatRating]]
    """
    The ratings of the seats of a rated game, in `GET /v1/games/{id}` of the current game; otherwise left
    out.
    """
    unrated_because: NotRequired[str]
    """
    Why the game changed no rating, although it was to be rated: in `GET /v1/games/{id}` of such a game that was played to its end; otherwise left out. Values may be added. Known values: `not_public`, `same_owner`, `pair_limit`, `left_early`, `gain_limit`.
    """
    tournament: str | None
    """
    The id of the tournament to which it belongs; null if there is none.
    """
    label: str | None
    """
    The name that its creator gave it; null if there is none.
    """
    organized: bool
    """
    Whether its creator organizes it for others: the creator named the players, and may end the game if it
    stalls.
    """
    origin: NotRequired[Origin]
    """
    The game and version whose position the game begins with; absent if it begins from the start.
    """
    commitment: str
    """
    The commitment to the server's secret: SHA-256 in hexadecimal.
    """
    creator: str
    """
    The id of the player who created the game.
    """
    created_at: str
    seat_count: int
    """
    The number of seats.
    """
    seats: list[SplendorGameSeat]
    """
    The seats in order of play; before the start, the players in the order of joining.
    """
    abort_agreed: list[int]
    """
    The seats that agree to abort the game. The next turn empties the list.
    """
    result: GameResult | None
    rematch: Rematch | None
    legal_actions: NotRequired[list[LegalAction]]
    """
    The legal actions of the caller's seat, as `legal-actions` lists them; only with
    `include=legal_actions`.
    """


class SplendorPuzzle(TypedDict):
    """
    A puzzle: the position as its seat sees it, in the fields of a game. The names of the players are not part
    of it.
    """

    ruleset: Literal['splendor']
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    supply: SplendorTokenCounts
    """
    The tokens left.
    """
    market: dict[str, SplendorMarketRow]
    """
    For each deck, by its id, the number of cards left and the face-up cards.
    """
    nobles: list[str]
    """
    The nobles on the table; none with Cities.
    """
    cities: list[str]
    """
    The city tiles on the table; none without Cities.
    """
    final_round: bool
    """
    Whether the end is triggered, so that this round is the last.
    """
    passes: int
    """
    The number of seats that passed one after another; when all seats in play have passed, the game ends
    (B12).
    """
    quiet_rounds: int
    """
    The number of whole rounds in a row without a purchase or a reserve; 25 end the game (B20).
    """
    id: str
    viewer_seat: int
    """
    The seat whose best turn is asked for.
    """
    to_act: ToAct | None
    turn: Turn | None
    seat_count: int
    """
    The number of seats.
    """
    seats: list[SplendorPuzzleSeat]
    """
    The seats in order of play.
    """
    legal_actions: list[LegalAction]
    """
    The legal actions with which a turn can begin, each purchase once, with the canonical payment. Other
    exact payments are accepted too.
    """
    rating: Rating
    """
    How hard it is: its rating in the pool of puzzles.
    """
    answers: int
    """
    How often it was answered by players, each once.
    """
    solved: int
    """
    How many of these answers were right.
    """
    result: PuzzleResult | None


TournamentFrame: TypeAlias = TournamentFrameSnapshot | TournamentFrameTournament | TournamentFrameRound | TournamentFrameStreamEnd
"""
A frame of the stream of a tournament; types may be added.
"""


ExportEvent: TypeAlias = ExportEventStarted | ExportEventAction | ExportEventResigned | ExportEventTimedOut | ExportEventFinished | ExportEventAborted
"""
An entry of the log.
"""


class Forked(TypedDict):
    """
    The position with which a fork begins, beside its table, as the viewer may see it.
    """

    origin: Origin
    holdings: list[Holdings]
    """
    What each seat owns, in order of seats.
    """
    to_act: ToAct | None
    turn: Turn | None


class KidsGame(TypedDict):
    """
    A game as one viewer sees it.
    """

    ruleset: Literal['kids']
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    supply: KidsTokenCounts
    """
    The tokens left.
    """
    board: KidsBoard | None
    stack_size: int
    """
    How many town tiles are left in the stack.
    """
    market: list[KidsResource | None] | None
    """
    The face-up town tiles from the left, null where a place is empty; null without Mysteries and after a
    Tornado.
    """
    tiled_villages: list[str]
    """
    The villages on which a tile lies face down; none without Mysteries.
    """
    gates_closed: bool
    """
    Whether the gates are closed, so that this round is the last.
    """
    quiet_rounds: int
    """
    The number of whole rounds in a row without a move; 25 end the game (B20).
    """
    id: str
    visibility: str
    """
    Who may find and see it: `public`, `unlisted` or `private`. Known values: `public`, `unlisted`, `private`. Values may be added.
    """
    status: str
    """
    The status; values may be added. Known values: `waiting`, `active`, `finished`, `aborted`, `frozen`.
    """
    version: int
    """
    The number of entries in its log; 0 while it waits for players.
    """
    viewer_seat: int | None
    """
    The seat of the caller; before the start, their place in the order of joining. Null if the caller has
    no seat.
    """
    to_act: ToAct | None
    turn: Turn | None
    clock: Clock
    spectator_delay: NotRequired[SpectatorDelay]
    """
    How much later those without a seat see the game; absent if there is no delay.
    """
    rated: bool
    """
    Whether its result changes ratings.
    """
    pool: str | None
    """
    The pool in which it changes ratings; null if in none.
    """
    ratings: NotRequired[list[SeatRating]]
    """
    The ratings of the seats of a rated game, in `GET /v1/games/{id}` of the current game; otherwise left
    out.
    """
    unrated_because: NotRequired[str]
    """
    Why the game changed no rating, although it was to be rated: in `GET /v1/games/{id}` of such a game that was played to its end; otherwise left out. Values may be added. Known values: `not_public`, `same_owner`, `pair_limit`, `left_early`, `gain_limit`.
    """
    tournament: str | None
    """
    The id of the tournament to which it belongs; null if there is none.
    """
    label: str | None
    """
    The name that its creator gave it; null if there is none.
    """
    organized: bool
    """
    Whether its creator organizes it for others: the creator named the players, and may end the game if it
    stalls.
    """
    origin: NotRequired[Origin]
    """
    The game and version whose position the game begins with; absent if it begins from the start.
    """
    commitment: str
    """
    The commitment to the server's secret: SHA-256 in hexadecimal.
    """
    creator: str
    """
    The id of the player who created the game.
    """
    created_at: str
    seat_count: int
    """
    The number of seats.
    """
    seats: list[KidsGameSeat]
    """
    The seats in order of play; before the start, the players in the order of joining.
    """
    abort_agreed: list[int]
    """
    The seats that agree to abort the game. The next turn empties the list.
    """
    result: GameResult | None
    rematch: Rematch | None
    legal_actions: NotRequired[list[LegalAction]]
    """
    The legal actions of the caller's seat, as `legal-actions` lists them; only with
    `include=legal_actions`.
    """


class KidsPuzzle(TypedDict):
    """
    A puzzle: the position as its seat sees it, in the fields of a game. The names of the players are not part
    of it.
    """

    ruleset: Literal['kids']
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    supply: KidsTokenCounts
    """
    The tokens left.
    """
    board: KidsBoard | None
    stack_size: int
    """
    How many town tiles are left in the stack.
    """
    market: list[KidsResource | None] | None
    """
    The face-up town tiles from the left, null where a place is empty; null without Mysteries and after a
    Tornado.
    """
    tiled_villages: list[str]
    """
    The villages on which a tile lies face down; none without Mysteries.
    """
    gates_closed: bool
    """
    Whether the gates are closed, so that this round is the last.
    """
    quiet_rounds: int
    """
    The number of whole rounds in a row without a move; 25 end the game (B20).
    """
    id: str
    viewer_seat: int
    """
    The seat whose best turn is asked for.
    """
    to_act: ToAct | None
    turn: Turn | None
    seat_count: int
    """
    The number of seats.
    """
    seats: list[KidsPuzzleSeat]
    """
    The seats in order of play.
    """
    legal_actions: list[LegalAction]
    """
    The legal actions with which a turn can begin, each purchase once, with the canonical payment. Other
    exact payments are accepted too.
    """
    rating: Rating
    """
    How hard it is: its rating in the pool of puzzles.
    """
    answers: int
    """
    How often it was answered by players, each once.
    """
    solved: int
    """
    How many of these answers were right.
    """
    result: PuzzleResult | None


class KidsStarted(TypedDict):
    """
    How a game started.
    """

    ruleset: Literal['kids']
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    supply: KidsTokenCounts
    """
    The tokens left.
    """
    board: KidsBoard | None
    stack_size: int
    """
    How many town tiles are left in the stack.
    """
    market: list[KidsResource | None] | None
    """
    The face-up town tiles from the left, null where a place is empty; null without Mysteries and after a
    Tornado.
    """
    tiled_villages: list[str]
    """
    The villages on which a tile lies face down; none without Mysteries.
    """
    gates_closed: bool
    """
    Whether the gates are closed, so that this round is the last.
    """
    quiet_rounds: int
    """
    The number of whole rounds in a row without a move; 25 end the game (B20).
    """
    seats: list[Seated]
    """
    The seats in order of play.
    """
    commitment: str
    """
    The commitment to the server's secret, made before the first player joined: SHA-256 in hexadecimal.
    """
    contributions: list[Contribution]
    """
    The entropy that the players contributed to the deal, in the order in which they joined.
    """
    fork: NotRequired[Forked]
    """
    The rest of the position with which a fork begins; absent in a game that begins from the start.
    """


Puzzle: TypeAlias = SplendorPuzzle | KidsPuzzle
"""
A puzzle: the position as its seat sees it, in the fields of a game. The names of the players are not part
of it.
"""


class SplendorStarted(TypedDict):
    """
    How a game started.
    """

    ruleset: Literal['splendor']
    modules: list[str]
    """
    The modules in play, in their fixed order.
    """
    options: dict[str, str]
    """
    The options, defaults included.
    """
    supply: SplendorTokenCounts
    """
    The tokens left.
    """
    market: dict[str, SplendorMarketRow]
    """
    For each deck, by its id, the number of cards left and the face-up cards.
    """
    nobles: list[str]
    """
    The nobles on the table; none with Cities.
    """
    cities: list[str]
    """
    The city tiles on the table; none without Cities.
    """
    final_round: bool
    """
    Whether the end is triggered, so that this round is the last.
    """
    passes: int
    """
    The number of seats that passed one after another; when all seats in play have passed, the game ends
    (B12).
    """
    quiet_rounds: int
    """
    The number of whole rounds in a row without a purchase or a reserve; 25 end the game (B20).
    """
    seats: list[Seated]
    """
    The seats in order of play.
    """
    commitment: str
    """
    The commitment to the server's secret, made before the first player joined: SHA-256 in hexadecimal.
    """
    contributions: list[Contribution]
    """
    The entropy that the players contributed to the deal, in the order in which they joined.
    """
    fork: NotRequired[Forked]
    """
    The rest of the position with which a fork begins; absent in a game that begins from the start.
    """


Started: TypeAlias = SplendorStarted | KidsStarted
"""
How a game started.
"""


class DailyPuzzle(TypedDict):
    """
    The puzzle of a day.
    """

    date: str
    """
    The day, by UTC.
    """
    puzzle: Puzzle


class EventFrameStarted(TypedDict):
    """
    The game started.
    """

    data: Started
    """
    The game started.
    """
    type: Literal['started']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """
    server_time: str
    """
    When the server sent the frame.
    """


class EventStarted(TypedDict):
    """
    The game started.
    """

    data: Started
    """
    The game started.
    """
    type: Literal['started']
    seq: int
    """
    The version of the game after it; the first entry is 1.
    """
    at: str
    """
    When it happened.
    """


class Export(TypedDict):
    """
    A whole game.
    """

    format: str
    game: ExportedGame
    deal: Deal
    ancestors: NotRequired[list[ExportAncestor]]
    """
    Only in a fork: the games from which it descends, the first one first.
    """
    events: list[ExportEvent]
    """
    The log, as the viewer may see it.
    """
    result: ExportResult | None


Game: TypeAlias = SplendorGame | KidsGame
"""
A game as one viewer sees it.
"""


GameOrDryRun: TypeAlias = Game | DryRunAnswer
"""
The response to an abort: the game, or the result of a dry run.
"""


class Replay(TypedDict):
    """
    The views of a game that is over.
    """

    version: int
    """
    The last version of the game.
    """
    more: bool
    """
    Whether the game has more views after these.
    """
    views: list[Game]
    """
    The game at each version, in order.
    """
    pictures: NotRequired[ReplayPictures]
    """
    The pictures of the views; only with `pictures=true`.
    """


class SnapshotFrame(TypedDict):
    """
    The first frame: the game as the caller may see it. Every further one replaces all frames before it: one
    is sent when players join or leave a game that waits for players.
    """

    type: Literal['snapshot']
    """
    The type of a snapshot.
    """
    seq: int
    """
    The version of the game in this view.
    """
    server_time: str
    """
    When the server sent the frame.
    """
    data: Game
    presence: list[int]
    """
    The seats whose players are connected: they follow the game or wait for it. Empty after the end, and
    for those who see the game later than the seats.
    """
    watchers: int
    """
    How many streams of others follow the game; 0 for those who see the game later than the seats.
    """


Event: TypeAlias = EventStarted | EventAction | EventResigned | EventTimedOut | EventFinished | EventAborted
"""
An entry of a game's log.
"""


EventFrame: TypeAlias = EventFrameStarted | EventFrameAction | EventFrameResigned | EventFrameTimedOut | EventFrameFinished | EventFrameAborted
"""
An entry of the log, as `GET /v1/games/{id}/events` returns it, with the time of the server.
"""


class Events(TypedDict):
    """
    A part of a game's log.
    """

    version: int
    """
    The version of the game after the last of these entries.
    """
    more: bool
    """
    Whether the log has more entries after this version.
    """
    events: list[Event]
    """
    The entries in order.
    """


Frame: TypeAlias = SnapshotFrame | EventFrame | ClockFrame | OffersFrame | PresenceFrame | RematchFrame | StreamEndFrame
"""
A frame of the stream of a game; types may be added.
"""


MergedFrameBody: TypeAlias = Frame | OwnFrame | LobbyFrame
"""
The frame of a stream.
"""


class TurnAnswer(TypedDict):
    """
    The result of a turn.
    """

    version: int
    """
    The version of the game after the turn.
    """
    events: list[Event]
    """
    The entries that the turn added to the log.
    """
    game: NotRequired[Game]
    """
    The game after the turn; left out with `Prefer: return=minimal`.
    """
    legal_actions: NotRequired[list[LegalAction]]
    """
    The legal actions of the caller's seat at this version; only with `include=legal_actions`.
    """


TurnOrDryRun: TypeAlias = TurnAnswer | DryRunAnswer
"""
The response to a turn: its result, or the result of a dry run.
"""


class MergedFrame(TypedDict):
    """
    A frame of one of several streams.
    """

    stream: str
    """
    The path of the stream, which is also a path of its own: `/v1/games/{id}/events`, `/v1/me/events` or
    `/v1/lobby/events`.
    """
    frame: MergedFrameBody
    """
    The frame, as that stream sends it.
    """
