-- The tables of the first release, by subject: accounts, access, games, finding a game, the running service, ratings,
-- tournaments, webhooks. This file is never changed: what a later release stores otherwise is a new migration beside it.
--
-- Three things hold everywhere:
--   Secrets that somebody presents (passwords, tokens, codes, tickets) are stored as digests: whoever reads the
--   database can log in as nobody.
--   Games can be distributed over shards by their ids. So no table outside the subject `games` has a foreign key to
--   `games`, and no row of a game refers to another game.
--   A turn updates one row of `games` and appends to `game_log`. No index holds a column of `games` that a turn
--   changes, and columns of these two tables are checked by domains, not by CHECK: PostgreSQL compiles every CHECK of a
--   table anew for each statement, but that of a domain once for each connection, and evaluates it only where the column
--   is written.

CREATE DOMAIN seat_count AS smallint CHECK (VALUE BETWEEN 2 AND 4);
CREATE DOMAIN game_visibility AS text CHECK (VALUE IN ('public', 'unlisted', 'private'));
CREATE DOMAIN game_seating AS text CHECK (VALUE IN ('random', 'join_order'));
CREATE DOMAIN game_status AS text CHECK (VALUE IN ('waiting', 'active', 'finished', 'aborted', 'frozen'));
CREATE DOMAIN entry_author AS text CHECK (VALUE IN ('player', 'engine', 'clock'));
CREATE DOMAIN entry_kind AS text
    CHECK (VALUE IN ('started', 'action', 'resigned', 'timed_out', 'finished', 'aborted'));
CREATE DOMAIN log_position AS integer CHECK (VALUE >= 0);
CREATE DOMAIN origin_version AS integer CHECK (VALUE > 0);
CREATE DOMAIN sha256_digest AS bytea CHECK (octet_length(VALUE) = 32);
CREATE DOMAIN spectator_turns AS smallint CHECK (VALUE >= 0);
CREATE DOMAIN spectator_ms AS bigint CHECK (VALUE >= 0);

--------------------------------------------------------------------------------------------------------------- Accounts

-- Players, people and bots. Names and addresses are in this table alone; everything else knows a player by id, so the
-- games of an erased account stay.
CREATE TABLE players (
    id            uuid        PRIMARY KEY,
    username      text,
    email         text,
    password_hash text,
    role          text        NOT NULL DEFAULT 'player' CHECK (role IN ('player', 'administrator')),
    created_at    timestamptz NOT NULL DEFAULT now(),
    erased_at     timestamptz,
    -- A bot has no password and no address: nobody can log in as a bot, it plays with API tokens. The mark stays when the
    -- bot is erased.
    bot           boolean     NOT NULL DEFAULT false,
    CHECK (erased_at IS NULL OR (username IS NULL AND email IS NULL AND password_hash IS NULL)),
    CHECK (erased_at IS NOT NULL OR username IS NOT NULL),
    CONSTRAINT players_bots_cannot_log_in CHECK (NOT bot OR (email IS NULL AND password_hash IS NULL))
);
CREATE UNIQUE INDEX players_username ON players (lower(username));
-- The accounts with an address, for a player who has forgotten the password.
CREATE INDEX players_email ON players (lower(email), id) WHERE email IS NOT NULL;
-- Every turn checks that none of its players was erased since its game was loaded. The index holds erased players only,
-- so the check reads a page or two instead of a row for each player.
CREATE INDEX players_erased ON players (id) WHERE erased_at IS NOT NULL;

-- The bots that are not erased, with what they declare to play.
CREATE TABLE bots (
    player_id        uuid       PRIMARY KEY REFERENCES players,
    -- Null if the bot is part of the server.
    owner_id         uuid       REFERENCES players,
    rulesets         text[]     NOT NULL,
    modules          text[]     NOT NULL,
    seats            smallint[] NOT NULL,
    clocks           text[]     NOT NULL,
    concurrent_games integer    NOT NULL CHECK (concurrent_games >= 0),
    -- The last use of one of its tokens, accurate to a minute or so.
    seen_at          timestamptz
);
CREATE INDEX bots_owner ON bots (owner_id);
-- A list of the bots that are online reads these alone, however many bots there are.
CREATE INDEX bots_seen ON bots (seen_at);

-- Players who cannot join any game that the blocker creates.
CREATE TABLE blocks (
    blocker_id uuid        NOT NULL REFERENCES players,
    blocked_id uuid        NOT NULL REFERENCES players,
    blocked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (blocker_id, blocked_id),
    CHECK (blocker_id <> blocked_id)
);
-- Who has blocked a player: a list of seeks leaves out those of players who have blocked the reader.
CREATE INDEX blocks_blocked ON blocks (blocked_id, blocker_id);

----------------------------------------------------------------------------------------------------------------- Access

-- A session is whatever may act for an account: a login, an API token, or the grant of an app. So each request checks
-- all of them in the same way, and each of them can be ended.
CREATE TABLE sessions (
    id              uuid        PRIMARY KEY,
    player_id       uuid        NOT NULL REFERENCES players,
    created_at      timestamptz NOT NULL DEFAULT now(),
    revoked_at      timestamptz,
    kind            text        NOT NULL DEFAULT 'login' CHECK (kind IN ('login', 'token', 'grant')),
    scopes          text        NOT NULL DEFAULT 'read play challenge bots tournaments',
    -- For a login the client, for a token its name, for a grant the app.
    label           text,
    -- Of an API token.
    token_digest    bytea       CHECK (octet_length(token_digest) = 32),
    -- Of an API token; null if it does not expire. Logins and grants last as long as their refresh tokens.
    expires_at      timestamptz,
    -- Accurate to a minute or so.
    last_used_at    timestamptz,
    -- Of a grant: the origin of the address that received its code, which is what the player trusted; null if a device
    -- got the grant.
    redirect_origin text,
    -- When the newest access token of a login or a grant that a server has accepted was issued. A refresh token that is
    -- presented again is accepted as long as nothing of the pair that replaced it was used.
    token_issued_at timestamptz,
    CONSTRAINT sessions_token_of_kind CHECK ((kind = 'token') = (token_digest IS NOT NULL))
);
CREATE INDEX sessions_player ON sessions (player_id) WHERE revoked_at IS NULL;
-- The ended sessions of an account, of which the oldest are deleted.
CREATE INDEX sessions_ended ON sessions (player_id, revoked_at) WHERE revoked_at IS NOT NULL;
CREATE UNIQUE INDEX sessions_token_digest ON sessions (token_digest);

-- The refresh tokens of logins and grants, each used once.
CREATE TABLE refresh_tokens (
    digest     bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    session_id uuid        NOT NULL REFERENCES sessions ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);

-- Links that set a new password. A row is kept for a while after its end, because it counts against the mails that an
-- account gets in an hour.
CREATE TABLE password_resets (
    digest     bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    player_id  uuid        NOT NULL REFERENCES players,
    mailed     boolean     NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    -- When it was used, replaced, or made useless by another change of the account.
    ended_at   timestamptz
);
CREATE INDEX password_resets_player ON password_resets (player_id, created_at);
CREATE INDEX password_resets_age ON password_resets (created_at);

-- Authorization codes of OAuth.
CREATE TABLE oauth_codes (
    digest       bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    player_id    uuid        NOT NULL REFERENCES players,
    client_id    text        NOT NULL,
    redirect_uri text        NOT NULL,
    -- The SHA-256 of the secret with which the app must prove that it asked for the code (PKCE).
    challenge    bytea       NOT NULL CHECK (octet_length(challenge) = 32),
    scopes       text        NOT NULL,
    expires_at   timestamptz NOT NULL,
    -- The grant made from the code. A code with a grant is used.
    session_id   uuid        REFERENCES sessions ON DELETE CASCADE
);
CREATE INDEX oauth_codes_expiry ON oauth_codes (expires_at);
CREATE INDEX oauth_codes_player ON oauth_codes (player_id);
CREATE INDEX oauth_codes_session ON oauth_codes (session_id);

-- Codes of devices on which nobody can log in.
CREATE TABLE device_codes (
    digest       bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    -- What the player types, without the dash. It gives no access: the device has to present the other code.
    user_code    text        NOT NULL UNIQUE,
    client_id    text        NOT NULL,
    scopes       text        NOT NULL,
    expires_at   timestamptz NOT NULL,
    status       text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'allowed', 'denied')),
    -- Who has decided.
    player_id    uuid        REFERENCES players,
    polled_at    timestamptz,
    poll_seconds int         NOT NULL,
    session_id   uuid        REFERENCES sessions ON DELETE CASCADE,
    CHECK ((status = 'pending') = (player_id IS NULL))
);
CREATE INDEX device_codes_expiry ON device_codes (expires_at);
CREATE INDEX device_codes_player ON device_codes (player_id);
CREATE INDEX device_codes_session ON device_codes (session_id);

-- Tickets for event streams, for browsers, whose `EventSource` cannot send headers. A ticket ends with its session.
CREATE TABLE stream_tickets (
    digest      bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    session_id  uuid        NOT NULL REFERENCES sessions ON DELETE CASCADE,
    path        text        NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    -- Until when it must be used for the first time.
    open_before timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    opened_at   timestamptz
);
CREATE INDEX stream_tickets_session ON stream_tickets (session_id, created_at);
CREATE INDEX stream_tickets_expiry ON stream_tickets (expires_at);

-- The responses to requests with an Idempotency-Key. The transaction that does the work writes the row, so the two are
-- stored together or not at all.
CREATE TABLE idempotency_keys (
    player_id   uuid        NOT NULL REFERENCES players,
    route       text        NOT NULL,
    key         text        NOT NULL,
    body_digest bytea       NOT NULL CHECK (octet_length(body_digest) = 32),
    status      smallint    NOT NULL,
    location    text,
    body        text        NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (player_id, route, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- What all servers must share: the keys that sign access tokens, and the one from which refresh tokens descend.
CREATE TABLE server_secrets (
    purpose    text        PRIMARY KEY CHECK (purpose IN ('access_current', 'access_next', 'refresh')),
    secret     bytea       NOT NULL CHECK (octet_length(secret) = 32),
    created_at timestamptz NOT NULL DEFAULT now()
);

------------------------------------------------------------------------------------------------------------------ Games

-- The hot row of a game. A turn changes `version`, `snapshot`, `updated_at` and `abort_agreed`, and of the last turn also
-- `status`, `reason` and `ranks`.
CREATE TABLE games (
    id              uuid            PRIMARY KEY,
    ruleset         text            NOT NULL,
    options         text            NOT NULL DEFAULT '',
    seats           seat_count      NOT NULL,
    visibility      game_visibility NOT NULL,
    seating         game_seating    NOT NULL,
    status          game_status     NOT NULL DEFAULT 'waiting',
    version         log_position    NOT NULL DEFAULT 0,
    snapshot        bytea,
    commitment      sha256_digest   NOT NULL,
    creator_id      uuid            NOT NULL REFERENCES players,
    reason          text,
    ranks           smallint[],
    created_at      timestamptz     NOT NULL DEFAULT now(),
    updated_at      timestamptz     NOT NULL DEFAULT now(),
    -- The seats that agree to abort the game as it stands; any turn empties the list.
    abort_agreed    smallint[]      NOT NULL DEFAULT '{}',
    -- Whether the log is in `folded_logs`.
    folded          boolean         NOT NULL DEFAULT false,
    -- Fixed at the creation: `none`, `live <initial_ms> <increment_ms>`, `correspondence <per_turn_ms>`.
    clock           text            NOT NULL DEFAULT 'none',
    -- How much later those without a seat see the game, fixed at the creation. With `spectator_turns`, they do not see
    -- that many turns; `spectator_ms` is how late they see each entry, or with turns, how late they see the end. 0 is no
    -- delay.
    spectator_turns spectator_turns NOT NULL DEFAULT 0,
    spectator_ms    spectator_ms    NOT NULL DEFAULT 0,
    -- What depends on the result, fixed at the creation: ratings, and a tournament.
    rated           boolean         NOT NULL DEFAULT false,
    tournament_id   uuid,
    -- A name that its creator gives it.
    label           text,
    -- A fork begins with a position of another game, which is over: which game, and at which version. The server reads a
    -- row with one of the two as broken.
    origin_id       uuid,
    origin_version  origin_version,
    -- Whether the creator organizes the game for others, with the right to end it if it stalls.
    organized       boolean         NOT NULL DEFAULT false,
    -- The deal that the game shares with others. Until the deal is revealed, only its seats see the game.
    shared_deal     uuid,
    CONSTRAINT games_check1 CHECK ((status = 'finished') = (reason IS NOT NULL AND ranks IS NOT NULL))
) WITH (fillfactor = 70);
-- A list of games is a range of an index in its order, newest first, for each filter: a filter that few games pass would
-- otherwise read all games.
CREATE INDEX games_public ON games (id) WHERE visibility = 'public';
CREATE INDEX games_public_status ON games (status, id) WHERE visibility = 'public';
CREATE INDEX games_public_ruleset ON games (split_part(ruleset, '+', 1), id) WHERE visibility = 'public';
CREATE INDEX games_public_seats ON games (seats, id) WHERE visibility = 'public';
CREATE INDEX games_public_label ON games (label, id) WHERE visibility = 'public' AND label IS NOT NULL;
CREATE INDEX games_organizer ON games (creator_id, id) WHERE organized;
-- Lists and metrics of the games that are not over. The index holds no others, so their cost does not grow with the
-- games that were ever played.
CREATE INDEX games_open ON games (status, id) WHERE status IN ('waiting', 'active', 'frozen');
-- What an account has created in the last hour, for its limit; what it has that waits, for its limit and the expiry.
CREATE INDEX games_creator ON games (creator_id, created_at);
CREATE INDEX games_waiting ON games (creator_id, created_at) WHERE status = 'waiting';
-- The games whose logs are still to be folded, in the order in which they were created: a game that was created a moment
-- ago cannot have ended long ago.
CREATE INDEX games_unfolded ON games (created_at, id) WHERE status IN ('finished', 'aborted') AND NOT folded;
-- Games with a delay whose end may not be public yet. The logs of games that ended long ago are folded.
CREATE INDEX games_delayed_ends ON games (id)
    WHERE spectator_ms > 0 AND visibility = 'public' AND status IN ('finished', 'aborted') AND NOT folded;
-- An export has all games of its tournament, also those that were replaced by others and belong to no table any more.
CREATE INDEX games_tournament ON games (tournament_id, id) WHERE tournament_id IS NOT NULL;

-- Who plays in a game. The seat is drawn at the start; until then players are in the order in which they joined.
CREATE TABLE game_seats (
    game_id    uuid     NOT NULL REFERENCES games ON DELETE CASCADE,
    join_order smallint NOT NULL,
    player_id  uuid     NOT NULL REFERENCES players,
    seat       smallint CHECK (seat BETWEEN 0 AND 3),
    -- Whether the log of the game is in `folded_logs`.
    folded     boolean  NOT NULL DEFAULT false,
    -- Whether the game is over.
    over       boolean  NOT NULL DEFAULT false,
    PRIMARY KEY (game_id, join_order),
    UNIQUE (game_id, player_id),
    UNIQUE (game_id, seat)
);
CREATE INDEX game_seats_player ON game_seats (player_id, game_id);
-- What is asked about a player's open games (lists of them, their feed, the limits of an account) reads the seats without
-- this mark: as many as the player has open games, however many they have played.
CREATE INDEX game_seats_open ON game_seats (player_id, game_id) WHERE NOT over;
-- The seats whose logs are not folded are read for ends that may still be hidden.
CREATE INDEX game_seats_unfolded ON game_seats (player_id, game_id) WHERE NOT folded;

-- What nobody may know before the end of the game: the seed, and the game as dealt, from which the log is replayed.
CREATE TABLE game_secrets (
    game_id     uuid  PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    deal_id     uuid  NOT NULL,
    server_seed bytea NOT NULL CHECK (octet_length(server_seed) = 32),
    opening     bytea,
    -- Of a fork: the position of the other game. What is hidden in it is dealt anew when the fork starts.
    position    bytea
);

-- What the players add to the deal, secret until the start.
CREATE TABLE game_contributions (
    game_id          uuid    NOT NULL REFERENCES games ON DELETE CASCADE,
    player_id        uuid    NOT NULL REFERENCES players,
    entropy          bytea   NOT NULL CHECK (octet_length(entropy) <= 64),
    after_commitment boolean NOT NULL,
    PRIMARY KEY (game_id, player_id)
);

-- The log, append-only. It refers to no other table: the statement that updates the row of the game inserts the entry.
CREATE TABLE game_log (
    game_id uuid         NOT NULL,
    seq     log_position NOT NULL,
    seat    smallint,
    by      entry_author NOT NULL,
    kind    entry_kind   NOT NULL,
    -- The decision in canonical notation; of an aborted game the reason.
    action  text,
    at      timestamptz  NOT NULL DEFAULT now(),
    PRIMARY KEY (game_id, seq)
);

-- The log of a game that is over, in one row: store/packed_log.rs knows its bytes. One transaction inserts this row,
-- deletes the entries in `game_log` and marks the game, so every reader finds the log in exactly one of the two.
CREATE TABLE folded_logs (
    game_id   uuid        PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    entries   bytea       NOT NULL,
    folded_at timestamptz NOT NULL DEFAULT now()
);

-- The clocks of the seats of a game that has started and has a clock. They are beside `games`, so that a turn of a game
-- without a clock writes nothing here, and no index of `games` depends on a deadline. All times are the database's.
CREATE TABLE game_clocks (
    game_id      uuid        PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    -- The time that each seat has, in order of seats; that of the running seat at the moment `since`.
    remaining_ms bigint[]    NOT NULL,
    -- The seat whose clock runs; null if the game is over.
    running      smallint,
    -- When the running clock began to run. During a pause it is the end of the pause.
    since        timestamptz NOT NULL,
    -- When the running seat has no time left; null if the game is over.
    deadline     timestamptz,
    -- The lag allowance, fixed at the start.
    lag_ms       bigint      NOT NULL,
    paused       boolean     NOT NULL DEFAULT false,
    -- The seats that agree to a pause; any turn empties the list.
    pause_agreed smallint[]  NOT NULL DEFAULT '{}',
    -- The days off that each seat has left, in order of seats.
    days_off     smallint[]  NOT NULL,
    -- The days off that the running seat has taken in the current turn.
    days_taken   smallint    NOT NULL DEFAULT 0
);
CREATE INDEX game_clocks_deadline ON game_clocks (deadline) WHERE deadline IS NOT NULL;

-- Who may see and join a game besides those who have a seat.
CREATE TABLE invitations (
    game_id    uuid        NOT NULL REFERENCES games ON DELETE CASCADE,
    player_id  uuid        NOT NULL REFERENCES players,
    invited_at timestamptz NOT NULL DEFAULT now(),
    -- Whether the log of the game is in `folded_logs`.
    folded     boolean     NOT NULL DEFAULT false,
    -- Of a rematch: the place in the order of joining that is kept for the player.
    place      smallint    CHECK (place BETWEEN 0 AND 3),
    PRIMARY KEY (game_id, player_id)
);
-- A list of what waits for a player reads the invitations without the mark, however often the player was invited.
CREATE INDEX invitations_unfolded ON invitations (player_id, game_id) WHERE NOT folded;
-- The invitations of a player, for the stream of what waits for them.
CREATE INDEX invitations_player ON invitations (player_id, invited_at);

-- Players whom the creator of a game has removed before the start: they cannot join it again.
CREATE TABLE kicks (
    game_id   uuid        NOT NULL REFERENCES games ON DELETE CASCADE,
    player_id uuid        NOT NULL REFERENCES players,
    kicked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game_id, player_id)
);

-- Games that a player has aborted alone: counted, so that nobody deals again and again until the market is to their
-- liking.
CREATE TABLE aborts (
    game_id    uuid        PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    player_id  uuid        NOT NULL REFERENCES players,
    aborted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX aborts_player ON aborts (player_id, aborted_at);

-- A challenge is a private game that waits for invited players; this row says what makes it a challenge. It is deleted
-- when the log of the game is folded.
CREATE TABLE challenges (
    game_id       uuid            PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    challenger_id uuid            NOT NULL REFERENCES players,
    -- What the game becomes when it starts: until then it is private.
    visibility    game_visibility NOT NULL,
    status        text            NOT NULL DEFAULT 'open'
                                  CHECK (status IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    declined_by   uuid            REFERENCES players,
    reason        text,
    -- The game after which the same players play again; null if this is no rematch.
    rematch_of    uuid
);
CREATE INDEX challenges_challenger ON challenges (challenger_id, game_id);

-- The game that the players of a game agree to play next.
CREATE TABLE rematches (
    game_id   uuid PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    next_game uuid NOT NULL
);

--------------------------------------------------------------------------------------------------------- Finding a game

-- Players who take any opponent on the same terms. A rated seek is paired by rating.
CREATE TABLE seeks (
    id         uuid        PRIMARY KEY,
    player_id  uuid        NOT NULL REFERENCES players,
    ruleset    text        NOT NULL,
    options    text        NOT NULL,
    seats      smallint    NOT NULL CHECK (seats BETWEEN 2 AND 4),
    clock      text        NOT NULL,
    status     text        NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paired', 'withdrawn')),
    commitment bytea       NOT NULL CHECK (octet_length(commitment) = 32),
    game_id    uuid,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- When the newest seek on the same terms was made that could be read before this one was sent; null if there was
    -- none.
    seen_until timestamptz,
    rated      boolean     NOT NULL DEFAULT false,
    -- The range of acceptable ratings, which has no end on the side that is null.
    rating_min smallint,
    rating_max smallint,
    -- When its game started.
    paired_at  timestamptz,
    CHECK ((status = 'paired') = (game_id IS NOT NULL)),
    CHECK (NOT rated OR clock <> 'none'),
    CHECK (rated OR (rating_min IS NULL AND rating_max IS NULL))
);
CREATE INDEX seeks_terms ON seeks (ruleset, options, seats, clock, rated, created_at, id) WHERE status = 'open';
CREATE INDEX seeks_open ON seeks (id) WHERE status = 'open';
CREATE INDEX seeks_rated ON seeks (id) WHERE rated AND status = 'open';
CREATE INDEX seeks_player ON seeks (player_id, id);
CREATE INDEX seeks_expiry ON seeks (expires_at);
-- Who has met whom in ladder games of the last day: seeks are stored longer than that.
CREATE INDEX seeks_meetings ON seeks (player_id, paired_at) WHERE rated AND status = 'paired';

-- What nobody may know of a seek before its game is over.
CREATE TABLE seek_secrets (
    seek_id     uuid  PRIMARY KEY REFERENCES seeks ON DELETE CASCADE,
    deal_id     uuid  NOT NULL,
    server_seed bytea NOT NULL CHECK (octet_length(server_seed) = 32),
    entropy     bytea CHECK (octet_length(entropy) <= 64)
);

---------------------------------------------------------------------------------------------------- The running service

-- One row for the whole service, written every second by any server: a gap shows that no server was running.
CREATE TABLE heartbeat (
    id      boolean     PRIMARY KEY DEFAULT true CHECK (id),
    beat_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO heartbeat DEFAULT VALUES;

-- The servers that are running, each with the time until which it is known to be.
CREATE TABLE presence_nodes (
    node       uuid        PRIMARY KEY,
    expires_at timestamptz NOT NULL
);

-- Which players follow their games on which server. A row is written when a player comes or goes, and counts as long as
-- the row of its server: so nothing is written while a player stays, and a server that died leaves nothing to clear up.
CREATE TABLE presence (
    node      uuid NOT NULL REFERENCES presence_nodes ON DELETE CASCADE,
    game_id   uuid NOT NULL,
    player_id uuid NOT NULL,
    PRIMARY KEY (game_id, player_id, node)
);
CREATE INDEX presence_node ON presence (node);

---------------------------------------------------------------------------------------------------------------- Ratings
-- Ratings are compared only within a pool, such as splendor.duel.live.human. Means (mu) and deviations (sigma) are in
-- millionths. None of these tables has a key to players, who are never deleted: the transaction that ends a game would
-- otherwise lock the rows of its players.

-- The row of a pool is its counter: whoever writes ratings of the pool locks it first, so the numbers of its games have
-- no gaps and follow the order of their ends.
CREATE TABLE rating_pools (
    pool     text        PRIMARY KEY,
    -- The number of the last game.
    games    bigint      NOT NULL CHECK (games >= 0),
    players  bigint      NOT NULL DEFAULT 0 CHECK (players >= 0),
    -- How often the log was changed afterward, because a game was annulled or the ratings were recomputed.
    revision bigint      NOT NULL DEFAULT 0,
    last_at  timestamptz NOT NULL
);

-- The current rating of a player in a pool.
CREATE TABLE ratings (
    player_id uuid        NOT NULL,
    pool      text        NOT NULL,
    mu        bigint      NOT NULL,
    sigma     bigint      NOT NULL,
    games     bigint      NOT NULL,
    opponents bigint      NOT NULL,
    -- The end of the last rated game.
    last_at   timestamptz NOT NULL,
    PRIMARY KEY (player_id, pool)
);
-- The order of a leaderboard, the best first. The operator chooses who is listed, so the index holds everybody whom the
-- loosest choice lists: with a shown deviation of at most 120, which is a sigma below 6.025. A page filters what it reads.
CREATE INDEX ratings_standings ON ratings (pool, (2 * sigma - mu), player_id) WHERE sigma < 6025000;

-- The public log: a row for each seat of a rated game.
CREATE TABLE rating_events (
    pool         text        NOT NULL,
    pool_seq     bigint      NOT NULL,
    seat         smallint    NOT NULL CHECK (seat BETWEEN 0 AND 3),
    seats        smallint    NOT NULL CHECK (seats BETWEEN 2 AND 4),
    game_id      uuid        NOT NULL,
    player_id    uuid        NOT NULL,
    place        smallint    NOT NULL CHECK (place BETWEEN 1 AND 4),
    mu_before    bigint      NOT NULL,
    sigma_before bigint      NOT NULL,
    mu_after     bigint      NOT NULL,
    sigma_after  bigint      NOT NULL,
    algorithm    text        NOT NULL,
    finished_at  timestamptz NOT NULL,
    annulled     boolean     NOT NULL DEFAULT false,
    -- Whether the player left the game after fewer own turns than count as playing it.
    left_early   boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (pool, pool_seq, seat)
);
CREATE UNIQUE INDEX rating_events_game ON rating_events (game_id, seat);
CREATE INDEX rating_events_player ON rating_events (player_id, pool, pool_seq);
-- Whether a game is rated depends on the last day of its players in the pool.
CREATE INDEX rating_events_recent ON rating_events (player_id, pool, finished_at);

-- With whom a player has played how many rated games: the number of distinct opponents decides who is listed.
CREATE TABLE rating_opponents (
    player_id   uuid   NOT NULL,
    pool        text   NOT NULL,
    opponent_id uuid   NOT NULL,
    games       bigint NOT NULL CHECK (games > 0),
    PRIMARY KEY (player_id, pool, opponent_id)
);

-- Games that were to be rated, were played to their end, and changed no rating: why. Their rows in `games` stay as they
-- are.
CREATE TABLE unrated (
    game_id uuid PRIMARY KEY,
    reason  text NOT NULL
);

-- Games that administrators have annulled.
CREATE TABLE annulments (
    game_id     uuid        PRIMARY KEY,
    pool        text        NOT NULL,
    pool_seq    bigint      NOT NULL,
    reason      text        NOT NULL,
    annulled_by uuid        NOT NULL,
    annulled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (pool, pool_seq)
);

-- How an annulment changed the ratings of each player.
CREATE TABLE rating_corrections (
    game_id      uuid   NOT NULL REFERENCES annulments,
    player_id    uuid   NOT NULL,
    mu_before    bigint NOT NULL,
    sigma_before bigint NOT NULL,
    mu_after     bigint NOT NULL,
    sigma_after  bigint NOT NULL,
    PRIMARY KEY (game_id, player_id)
);

------------------------------------------------------------------------------------------------------------ Tournaments

-- A tournament and its settings.
CREATE TABLE tournaments (
    id                     uuid            PRIMARY KEY,
    name                   text            NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
    status                 text            NOT NULL
                                           CHECK (status IN ('draft', 'registration', 'running', 'finished', 'cancelled')),
    visibility             game_visibility NOT NULL,
    creator_id             uuid            NOT NULL REFERENCES players,
    ruleset                text            NOT NULL,
    options                text            NOT NULL,
    clock                  text            NOT NULL,
    format                 text            NOT NULL
                                           CHECK (format IN ('swiss', 'round_robin', 'heats', 'single_elimination', 'arena')),
    seats                  smallint        NOT NULL CHECK (seats BETWEEN 2 AND 4),
    -- Of a Swiss event all rounds, of heats the rounds before the cut; null where the format decides.
    rounds                 smallint,
    cut                    smallint,
    best_of                smallint        NOT NULL,
    odd                    text            NOT NULL CHECK (odd IN ('bye', 'three')),
    -- For two, three and four seats, then for a bye: 4 0|4 2 0|4 2 1 0|4.
    points                 text            NOT NULL,
    tie_breaks             text[]          NOT NULL,
    rated                  boolean         NOT NULL,
    entries_max            integer         NOT NULL,
    rating_min             integer,
    rating_max             integer,
    registration_closes_at timestamptz,
    late_entries           boolean         NOT NULL,
    -- 0 without a ready check.
    ready_check_ms         bigint          NOT NULL,
    next_round             text            NOT NULL CHECK (next_round IN ('call', 'automatic')),
    -- Pairs of entries that must not meet: the first and second number, the third and fourth, and so on.
    forbidden              integer[]       NOT NULL DEFAULT '{}',
    commitment             bytea           NOT NULL CHECK (octet_length(commitment) = 32),
    created_at             timestamptz     NOT NULL DEFAULT clock_timestamp(),
    started_at             timestamptz,
    ended_at               timestamptz,
    -- How long an arena makes tables; null for other formats.
    duration_ms            bigint          CHECK ((duration_ms IS NOT NULL) = (format = 'arena')),
    -- Whether all tables of a round with the same number of seats play one deal.
    duplicate              boolean         NOT NULL DEFAULT false,
    -- Who may play. Null is `human` in a rated tournament, otherwise `any`.
    players                text            CHECK (players IN ('human', 'bot', 'any')),
    -- How long the server waits before it pairs the next round, so that results can be corrected.
    next_round_after_ms    bigint          NOT NULL DEFAULT 0 CHECK (next_round_after_ms >= 0),
    -- Whether the seed was revealed by an end that an organizer has taken back. Then it stays public.
    seed_revealed          boolean         NOT NULL DEFAULT false
);
CREATE INDEX tournaments_public ON tournaments (id) WHERE visibility = 'public' AND status <> 'draft';
CREATE INDEX tournaments_creator ON tournaments (creator_id, id);
-- The tournaments that are cancelled when their last organizer erases the account.
CREATE INDEX tournaments_entering ON tournaments (creator_id) WHERE status IN ('draft', 'registration');

-- What nobody may know before the tournament is over.
CREATE TABLE tournament_secrets (
    tournament_id uuid  PRIMARY KEY REFERENCES tournaments ON DELETE CASCADE,
    seed          bytea NOT NULL CHECK (octet_length(seed) = 32)
);

-- Organizers besides the creator, players who were asked to organize and have not answered, and players who may enter a
-- private tournament.
CREATE TABLE tournament_members (
    tournament_id uuid NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    player_id     uuid NOT NULL REFERENCES players,
    role          text NOT NULL CHECK (role IN ('organizer', 'invited_organizer', 'invited')),
    -- Who asked. A player does not see requests of players whom they have blocked.
    asked_by      uuid REFERENCES players,
    PRIMARY KEY (tournament_id, player_id, role)
);
CREATE INDEX tournament_members_player ON tournament_members (player_id, tournament_id);

-- The players who take part.
CREATE TABLE tournament_entries (
    tournament_id uuid        NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    number        integer     NOT NULL CHECK (number > 0),
    player_id     uuid        NOT NULL REFERENCES players,
    status        text        NOT NULL CHECK (status IN ('active', 'paused', 'dropped', 'removed')),
    -- The shown rating when the player entered.
    rating        integer     NOT NULL,
    -- What the player contributes to the deals of the games.
    entropy       bytea       CHECK (octet_length(entropy) <= 64),
    entered_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- In an arena that runs: from when on the entry waits for a table. Null while its game is played, and in other
    -- formats.
    waits_from    timestamptz,
    -- The last round that was paired when an organizer removed the entry; 0 before the first. Standings after earlier
    -- rounds have the entry in its place.
    removed_in    smallint,
    PRIMARY KEY (tournament_id, number),
    UNIQUE (tournament_id, player_id)
);
CREATE INDEX tournament_entries_player ON tournament_entries (player_id, tournament_id);
CREATE INDEX tournament_entries_waiting ON tournament_entries (tournament_id, waits_from)
    WHERE status = 'active' AND waits_from IS NOT NULL;

-- The rounds. An arena has one, which stays open for its duration and to which tables are added.
CREATE TABLE tournament_rounds (
    tournament_id uuid        NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    number        smallint    NOT NULL CHECK (number > 0),
    stage         text        NOT NULL CHECK (stage IN ('swiss', 'round_robin', 'heats', 'knock_out', 'arena')),
    status        text        NOT NULL CHECK (status IN ('paired', 'open', 'closed')),
    -- The entries that took part when the round was paired.
    entrants      integer[]   NOT NULL,
    byes          integer[]   NOT NULL,
    no_shows      integer[]   NOT NULL DEFAULT '{}',
    forbidden     integer[]   NOT NULL,
    -- Who is ready, while the round is paired.
    ready         integer[]   NOT NULL DEFAULT '{}',
    ready_until   timestamptz,
    paired_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    opened_at     timestamptz,
    closed_at     timestamptz,
    -- When the server pairs the next round; null if it does not wait for that.
    next_round_at timestamptz,
    -- The entries that took no part any more when the round closed; null while it is not closed. What happens later, such
    -- as a return or an erasure, does not change who went on.
    absent        integer[],
    PRIMARY KEY (tournament_id, number)
);
CREATE INDEX tournament_rounds_unfinished ON tournament_rounds (tournament_id)
    WHERE status <> 'closed' OR next_round_at IS NOT NULL;

-- The tables of all rounds, with their results. What was not measured is null, not 0, which is a value: prestige and
-- cards of a result that an organizer has set without them, and the cards of Kids, which has none.
CREATE TABLE tournament_tables (
    tournament_id uuid        NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    number        integer     NOT NULL CHECK (number > 0),
    round         smallint    NOT NULL,
    -- Games between the same entries of a knock-out round share the number of their match.
    match_number  smallint    NOT NULL,
    status        text        NOT NULL CHECK (status IN ('waiting', 'playing', 'done', 'void')),
    -- Numbers of entries, seat 0 first.
    seats         integer[]   NOT NULL,
    -- Those of the pairing, before somebody was missing or replaced.
    paired        integer[]   NOT NULL,
    manual        boolean     NOT NULL,
    -- Forbidden pairs, repeats, their squares, squared differences of points, repeated floats, seats.
    cost          bigint[]    NOT NULL,
    game_id       uuid,
    -- The result by seat: places, prestige, bought cards, tokens. Null while there is none.
    places        smallint[],
    prestige      smallint[],
    cards         smallint[],
    tokens        smallint[],
    decided_by    text        CHECK (decided_by IN ('game', 'arbiter')),
    -- The end of play; a decision of an organizer does not change it.
    ended_at      timestamptz,
    started_at    timestamptz,
    -- When an organizer has decided the table, the last time.
    decided_at    timestamptz,
    -- The seats that forfeited, from 0.
    forfeits      smallint[],
    PRIMARY KEY (tournament_id, number)
);
CREATE INDEX tournament_tables_round ON tournament_tables (tournament_id, round, number);
CREATE INDEX tournament_tables_unfinished ON tournament_tables (tournament_id, round)
    WHERE status IN ('waiting', 'playing');
CREATE INDEX tournament_tables_game ON tournament_tables (game_id) WHERE game_id IS NOT NULL;

-- Points that organizers have added or taken away.
CREATE TABLE tournament_adjustments (
    tournament_id uuid        NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    number        integer     NOT NULL,
    entry         integer     NOT NULL,
    -- It counts from this round on.
    round         smallint    NOT NULL,
    points        integer     NOT NULL,
    reason        text        NOT NULL,
    PRIMARY KEY (tournament_id, number)
);

-- Everything that happens in a tournament, in the order of ids: the audit, which is public.
CREATE TABLE tournament_events (
    id            uuid        PRIMARY KEY,
    tournament_id uuid        NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    kind          text        NOT NULL,
    -- Who did it; null for the server.
    player_id     uuid        REFERENCES players,
    round         smallint,
    table_number  integer,
    entry         integer,
    note          text,
    at            timestamptz NOT NULL DEFAULT clock_timestamp(),
    note_public   boolean     NOT NULL DEFAULT true
);
CREATE INDEX tournament_events_tournament ON tournament_events (tournament_id, id);

-- A deal that the games of a duplicate tournament share. Its secret is in `game_secrets` of each game.
CREATE TABLE shared_deals (
    id            uuid          PRIMARY KEY,
    tournament_id uuid          NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    round         smallint      NOT NULL,
    seats         seat_count    NOT NULL,
    commitment    sha256_digest NOT NULL,
    -- A digest of what the players at the tables have contributed, and from what it follows: the entries and their
    -- entropies.
    beacon        bytea         NOT NULL CHECK (octet_length(beacon) = 32),
    entries       integer[]     NOT NULL,
    entropies     bytea[]       NOT NULL,
    games         uuid[]        NOT NULL DEFAULT '{}',
    -- The games that are not over. Each end of a game locks this row, so exactly one of them is the last.
    running       uuid[]        NOT NULL DEFAULT '{}',
    revealed_at   timestamptz,
    -- A round that is unpaired leaves its deals to its aborted games. The round that is paired in its place has deals of
    -- its own.
    unpaired      boolean       NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX shared_deals_of_round ON shared_deals (tournament_id, round, seats) WHERE NOT unpaired;
-- The deals whose games lists leave out.
CREATE INDEX shared_deals_hidden ON shared_deals (id) WHERE revealed_at IS NULL;

--------------------------------------------------------------------------------------------------------------- Webhooks

-- Addresses to which the server sends what happens to games and tournaments.
CREATE TABLE webhooks (
    id              uuid        PRIMARY KEY,
    player_id       uuid        NOT NULL REFERENCES players,
    url             text        NOT NULL,
    events          text[]      NOT NULL,
    -- Only events of this game, or of this tournament.
    game_id         uuid,
    tournament_id   uuid,
    -- The key of the signatures, which the server needs in the clear. The old one also signs for a while.
    secret          bytea       NOT NULL CHECK (octet_length(secret) = 32),
    old_secret      bytea       CHECK (octet_length(old_secret) = 32),
    old_until       timestamptz,
    enabled         boolean     NOT NULL DEFAULT true,
    disabled_reason text,
    created_at      timestamptz NOT NULL DEFAULT now(),
    -- When it last accepted a message.
    accepted_at     timestamptz,
    -- Until when one server has it to itself.
    busy_until      timestamptz NOT NULL DEFAULT now(),
    -- What the slots for messages are shared by: the host in the address, and whether the last attempt was slow. The host
    -- is as it is written in the address, without the port; other spellings of one host are found by the address that
    -- they resolve to.
    host            text        NOT NULL GENERATED ALWAYS AS (
        coalesce(lower(substring(url COLLATE "C" FROM '^[^:]*:/*(\[[^\]]*\]|[^:/?#]*)')), '')
    ) STORED,
    slow            boolean     NOT NULL DEFAULT false,
    -- The grant of an app or the API token that made the webhook, which ends with it; null if the owner made it with a
    -- login. No foreign key, because a session that has ended may be deleted, and its webhook then stays ended.
    session_id      uuid,
    -- The secret before the old one, which signs until its time is over even if there was another rotation.
    older_secret    bytea       CHECK (octet_length(older_secret) = 32),
    older_until     timestamptz
);
CREATE INDEX webhooks_player ON webhooks (player_id);
CREATE INDEX webhooks_game ON webhooks (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX webhooks_tournament ON webhooks (tournament_id) WHERE tournament_id IS NOT NULL;

-- The messages to send, written in the transaction of what happened.
CREATE TABLE webhook_deliveries (
    id            uuid        PRIMARY KEY,
    webhook_id    uuid        NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    event         text        NOT NULL,
    game_id       uuid,
    tournament_id uuid,
    round         smallint,
    table_number  smallint,
    happened_at   timestamptz NOT NULL,
    status        text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'failed')),
    -- All attempts, and those since it was last asked for.
    attempts      integer     NOT NULL DEFAULT 0,
    tries         smallint    NOT NULL DEFAULT 0,
    due_at        timestamptz NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at, id) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);

-- What became of each attempt to send a message.
CREATE TABLE webhook_attempts (
    delivery_id     uuid        NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
    number          integer     NOT NULL,
    at              timestamptz NOT NULL DEFAULT now(),
    response_status smallint,
    failure         text,
    duration_ms     integer     NOT NULL,
    PRIMARY KEY (delivery_id, number)
);
