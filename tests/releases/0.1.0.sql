SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE DOMAIN public.entry_author AS text
	CONSTRAINT entry_author_check CHECK ((VALUE = ANY (ARRAY['player'::text, 'engine'::text, 'clock'::text])));
CREATE DOMAIN public.entry_kind AS text
	CONSTRAINT entry_kind_check CHECK ((VALUE = ANY (ARRAY['started'::text, 'action'::text, 'resigned'::text, 'timed_out'::text, 'finished'::text, 'aborted'::text])));
CREATE DOMAIN public.game_seating AS text
	CONSTRAINT game_seating_check CHECK ((VALUE = ANY (ARRAY['random'::text, 'join_order'::text])));
CREATE DOMAIN public.game_status AS text
	CONSTRAINT game_status_check CHECK ((VALUE = ANY (ARRAY['waiting'::text, 'active'::text, 'finished'::text, 'aborted'::text, 'frozen'::text])));
CREATE DOMAIN public.game_visibility AS text
	CONSTRAINT game_visibility_check CHECK ((VALUE = ANY (ARRAY['public'::text, 'unlisted'::text, 'private'::text])));
CREATE DOMAIN public.log_position AS integer
	CONSTRAINT log_position_check CHECK ((VALUE >= 0));
CREATE DOMAIN public.origin_version AS integer
	CONSTRAINT origin_version_check CHECK ((VALUE > 0));
CREATE DOMAIN public.seat_count AS smallint
	CONSTRAINT seat_count_check CHECK (((VALUE >= 2) AND (VALUE <= 4)));
CREATE DOMAIN public.sha256_digest AS bytea
	CONSTRAINT sha256_digest_check CHECK ((octet_length(VALUE) = 32));
CREATE DOMAIN public.spectator_ms AS bigint
	CONSTRAINT spectator_ms_check CHECK ((VALUE >= 0));
CREATE DOMAIN public.spectator_turns AS smallint
	CONSTRAINT spectator_turns_check CHECK ((VALUE >= 0));
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.__diesel_schema_migrations (
    version character varying(50) NOT NULL,
    run_on timestamp without time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE TABLE public.aborts (
    game_id uuid NOT NULL,
    player_id uuid NOT NULL,
    aborted_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.annulments (
    game_id uuid NOT NULL,
    pool text NOT NULL,
    pool_seq bigint NOT NULL,
    reason text NOT NULL,
    annulled_by uuid NOT NULL,
    annulled_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE public.blocks (
    blocker_id uuid NOT NULL,
    blocked_id uuid NOT NULL,
    blocked_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT blocks_check CHECK ((blocker_id <> blocked_id))
);
CREATE TABLE public.bots (
    player_id uuid NOT NULL,
    owner_id uuid,
    rulesets text[] NOT NULL,
    modules text[] NOT NULL,
    seats smallint[] NOT NULL,
    clocks text[] NOT NULL,
    concurrent_games integer NOT NULL,
    seen_at timestamp with time zone,
    CONSTRAINT bots_concurrent_games_check CHECK ((concurrent_games >= 0))
);
CREATE TABLE public.challenges (
    game_id uuid NOT NULL,
    challenger_id uuid NOT NULL,
    visibility public.game_visibility NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    declined_by uuid,
    reason text,
    rematch_of uuid,
    CONSTRAINT challenges_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text])))
);
CREATE TABLE public.device_codes (
    digest bytea NOT NULL,
    user_code text NOT NULL,
    client_id text NOT NULL,
    scopes text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    player_id uuid,
    polled_at timestamp with time zone,
    poll_seconds integer NOT NULL,
    session_id uuid,
    CONSTRAINT device_codes_check CHECK (((status = 'pending'::text) = (player_id IS NULL))),
    CONSTRAINT device_codes_digest_check CHECK ((octet_length(digest) = 32)),
    CONSTRAINT device_codes_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'allowed'::text, 'denied'::text])))
);
CREATE TABLE public.folded_logs (
    game_id uuid NOT NULL,
    entries bytea NOT NULL,
    folded_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.game_clocks (
    game_id uuid NOT NULL,
    remaining_ms bigint[] NOT NULL,
    running smallint,
    since timestamp with time zone NOT NULL,
    deadline timestamp with time zone,
    lag_ms bigint NOT NULL,
    paused boolean DEFAULT false NOT NULL,
    pause_agreed smallint[] DEFAULT '{}'::smallint[] NOT NULL,
    days_off smallint[] NOT NULL,
    days_taken smallint DEFAULT 0 NOT NULL
);
CREATE TABLE public.game_contributions (
    game_id uuid NOT NULL,
    player_id uuid NOT NULL,
    entropy bytea NOT NULL,
    after_commitment boolean NOT NULL,
    CONSTRAINT game_contributions_entropy_check CHECK ((octet_length(entropy) <= 64))
);
CREATE TABLE public.game_log (
    game_id uuid NOT NULL,
    seq public.log_position NOT NULL,
    seat smallint,
    by public.entry_author NOT NULL,
    kind public.entry_kind NOT NULL,
    action text,
    at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.game_seats (
    game_id uuid NOT NULL,
    join_order smallint NOT NULL,
    player_id uuid NOT NULL,
    seat smallint,
    folded boolean DEFAULT false NOT NULL,
    over boolean DEFAULT false NOT NULL,
    CONSTRAINT game_seats_seat_check CHECK (((seat >= 0) AND (seat <= 3)))
);
CREATE TABLE public.game_secrets (
    game_id uuid NOT NULL,
    deal_id uuid NOT NULL,
    server_seed bytea NOT NULL,
    opening bytea,
    "position" bytea,
    CONSTRAINT game_secrets_server_seed_check CHECK ((octet_length(server_seed) = 32))
);
CREATE TABLE public.games (
    id uuid NOT NULL,
    ruleset text NOT NULL,
    options text DEFAULT ''::text NOT NULL,
    seats public.seat_count NOT NULL,
    visibility public.game_visibility NOT NULL,
    seating public.game_seating NOT NULL,
    status public.game_status DEFAULT 'waiting'::text NOT NULL,
    version public.log_position DEFAULT 0 NOT NULL,
    snapshot bytea,
    commitment public.sha256_digest NOT NULL,
    creator_id uuid NOT NULL,
    reason text,
    ranks smallint[],
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    abort_agreed smallint[] DEFAULT '{}'::smallint[] NOT NULL,
    folded boolean DEFAULT false NOT NULL,
    clock text DEFAULT 'none'::text NOT NULL,
    spectator_turns public.spectator_turns DEFAULT 0 NOT NULL,
    spectator_ms public.spectator_ms DEFAULT 0 NOT NULL,
    rated boolean DEFAULT false NOT NULL,
    tournament_id uuid,
    label text,
    origin_id uuid,
    origin_version public.origin_version,
    organized boolean DEFAULT false NOT NULL,
    shared_deal uuid,
    CONSTRAINT games_check1 CHECK ((((status)::text = 'finished'::text) = ((reason IS NOT NULL) AND (ranks IS NOT NULL))))
)
WITH (fillfactor='70');
CREATE TABLE public.heartbeat (
    id boolean DEFAULT true NOT NULL,
    beat_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT heartbeat_id_check CHECK (id)
);
CREATE TABLE public.idempotency_keys (
    player_id uuid NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    body_digest bytea NOT NULL,
    status smallint NOT NULL,
    location text,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT idempotency_keys_body_digest_check CHECK ((octet_length(body_digest) = 32))
);
CREATE TABLE public.invitations (
    game_id uuid NOT NULL,
    player_id uuid NOT NULL,
    invited_at timestamp with time zone DEFAULT now() NOT NULL,
    folded boolean DEFAULT false NOT NULL,
    place smallint,
    CONSTRAINT invitations_place_check CHECK (((place >= 0) AND (place <= 3)))
);
CREATE TABLE public.kicks (
    game_id uuid NOT NULL,
    player_id uuid NOT NULL,
    kicked_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.oauth_codes (
    digest bytea NOT NULL,
    player_id uuid NOT NULL,
    client_id text NOT NULL,
    redirect_uri text NOT NULL,
    challenge bytea NOT NULL,
    scopes text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    session_id uuid,
    CONSTRAINT oauth_codes_challenge_check CHECK ((octet_length(challenge) = 32)),
    CONSTRAINT oauth_codes_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE TABLE public.password_resets (
    digest bytea NOT NULL,
    player_id uuid NOT NULL,
    mailed boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT password_resets_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE TABLE public.players (
    id uuid NOT NULL,
    username text,
    email text,
    password_hash text,
    role text DEFAULT 'player'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    erased_at timestamp with time zone,
    bot boolean DEFAULT false NOT NULL,
    CONSTRAINT players_bots_cannot_log_in CHECK (((NOT bot) OR ((email IS NULL) AND (password_hash IS NULL)))),
    CONSTRAINT players_check CHECK (((erased_at IS NULL) OR ((username IS NULL) AND (email IS NULL) AND (password_hash IS NULL)))),
    CONSTRAINT players_check1 CHECK (((erased_at IS NOT NULL) OR (username IS NOT NULL))),
    CONSTRAINT players_role_check CHECK ((role = ANY (ARRAY['player'::text, 'administrator'::text])))
);
CREATE TABLE public.presence (
    node uuid NOT NULL,
    game_id uuid NOT NULL,
    player_id uuid NOT NULL
);
CREATE TABLE public.presence_nodes (
    node uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.rating_corrections (
    game_id uuid NOT NULL,
    player_id uuid NOT NULL,
    mu_before bigint NOT NULL,
    sigma_before bigint NOT NULL,
    mu_after bigint NOT NULL,
    sigma_after bigint NOT NULL
);
CREATE TABLE public.rating_events (
    pool text NOT NULL,
    pool_seq bigint NOT NULL,
    seat smallint NOT NULL,
    seats smallint NOT NULL,
    game_id uuid NOT NULL,
    player_id uuid NOT NULL,
    place smallint NOT NULL,
    mu_before bigint NOT NULL,
    sigma_before bigint NOT NULL,
    mu_after bigint NOT NULL,
    sigma_after bigint NOT NULL,
    algorithm text NOT NULL,
    finished_at timestamp with time zone NOT NULL,
    annulled boolean DEFAULT false NOT NULL,
    left_early boolean DEFAULT false NOT NULL,
    CONSTRAINT rating_events_place_check CHECK (((place >= 1) AND (place <= 4))),
    CONSTRAINT rating_events_seat_check CHECK (((seat >= 0) AND (seat <= 3))),
    CONSTRAINT rating_events_seats_check CHECK (((seats >= 2) AND (seats <= 4)))
);
CREATE TABLE public.rating_opponents (
    player_id uuid NOT NULL,
    pool text NOT NULL,
    opponent_id uuid NOT NULL,
    games bigint NOT NULL,
    CONSTRAINT rating_opponents_games_check CHECK ((games > 0))
);
CREATE TABLE public.rating_pools (
    pool text NOT NULL,
    games bigint NOT NULL,
    players bigint DEFAULT 0 NOT NULL,
    revision bigint DEFAULT 0 NOT NULL,
    last_at timestamp with time zone NOT NULL,
    CONSTRAINT rating_pools_games_check CHECK ((games >= 0)),
    CONSTRAINT rating_pools_players_check CHECK ((players >= 0))
);
CREATE TABLE public.ratings (
    player_id uuid NOT NULL,
    pool text NOT NULL,
    mu bigint NOT NULL,
    sigma bigint NOT NULL,
    games bigint NOT NULL,
    opponents bigint NOT NULL,
    last_at timestamp with time zone NOT NULL
);
CREATE TABLE public.refresh_tokens (
    digest bytea NOT NULL,
    session_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT refresh_tokens_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE TABLE public.rematches (
    game_id uuid NOT NULL,
    next_game uuid NOT NULL
);
CREATE TABLE public.seek_secrets (
    seek_id uuid NOT NULL,
    deal_id uuid NOT NULL,
    server_seed bytea NOT NULL,
    entropy bytea,
    CONSTRAINT seek_secrets_entropy_check CHECK ((octet_length(entropy) <= 64)),
    CONSTRAINT seek_secrets_server_seed_check CHECK ((octet_length(server_seed) = 32))
);
CREATE TABLE public.seeks (
    id uuid NOT NULL,
    player_id uuid NOT NULL,
    ruleset text NOT NULL,
    options text NOT NULL,
    seats smallint NOT NULL,
    clock text NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    commitment bytea NOT NULL,
    game_id uuid,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    seen_until timestamp with time zone,
    rated boolean DEFAULT false NOT NULL,
    rating_min smallint,
    rating_max smallint,
    paired_at timestamp with time zone,
    CONSTRAINT seeks_check CHECK (((status = 'paired'::text) = (game_id IS NOT NULL))),
    CONSTRAINT seeks_check1 CHECK (((NOT rated) OR (clock <> 'none'::text))),
    CONSTRAINT seeks_check2 CHECK ((rated OR ((rating_min IS NULL) AND (rating_max IS NULL)))),
    CONSTRAINT seeks_commitment_check CHECK ((octet_length(commitment) = 32)),
    CONSTRAINT seeks_seats_check CHECK (((seats >= 2) AND (seats <= 4))),
    CONSTRAINT seeks_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paired'::text, 'withdrawn'::text])))
);
CREATE TABLE public.server_secrets (
    purpose text NOT NULL,
    secret bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT server_secrets_purpose_check CHECK ((purpose = ANY (ARRAY['access_current'::text, 'access_next'::text, 'refresh'::text]))),
    CONSTRAINT server_secrets_secret_check CHECK ((octet_length(secret) = 32))
);
CREATE TABLE public.sessions (
    id uuid NOT NULL,
    player_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    kind text DEFAULT 'login'::text NOT NULL,
    scopes text DEFAULT 'read play challenge bots tournaments'::text NOT NULL,
    label text,
    token_digest bytea,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    redirect_origin text,
    token_issued_at timestamp with time zone,
    CONSTRAINT sessions_kind_check CHECK ((kind = ANY (ARRAY['login'::text, 'token'::text, 'grant'::text]))),
    CONSTRAINT sessions_token_digest_check CHECK ((octet_length(token_digest) = 32)),
    CONSTRAINT sessions_token_of_kind CHECK (((kind = 'token'::text) = (token_digest IS NOT NULL)))
);
CREATE TABLE public.shared_deals (
    id uuid NOT NULL,
    tournament_id uuid NOT NULL,
    round smallint NOT NULL,
    seats public.seat_count NOT NULL,
    commitment public.sha256_digest NOT NULL,
    beacon bytea NOT NULL,
    entries integer[] NOT NULL,
    entropies bytea[] NOT NULL,
    games uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    running uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    revealed_at timestamp with time zone,
    unpaired boolean DEFAULT false NOT NULL,
    CONSTRAINT shared_deals_beacon_check CHECK ((octet_length(beacon) = 32))
);
CREATE TABLE public.stream_tickets (
    digest bytea NOT NULL,
    session_id uuid NOT NULL,
    path text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    open_before timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    opened_at timestamp with time zone,
    CONSTRAINT stream_tickets_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE TABLE public.tournament_adjustments (
    tournament_id uuid NOT NULL,
    number integer NOT NULL,
    entry integer NOT NULL,
    round smallint NOT NULL,
    points integer NOT NULL,
    reason text NOT NULL
);
CREATE TABLE public.tournament_entries (
    tournament_id uuid NOT NULL,
    number integer NOT NULL,
    player_id uuid NOT NULL,
    status text NOT NULL,
    rating integer NOT NULL,
    entropy bytea,
    entered_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    waits_from timestamp with time zone,
    removed_in smallint,
    CONSTRAINT tournament_entries_entropy_check CHECK ((octet_length(entropy) <= 64)),
    CONSTRAINT tournament_entries_number_check CHECK ((number > 0)),
    CONSTRAINT tournament_entries_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'dropped'::text, 'removed'::text])))
);
CREATE TABLE public.tournament_events (
    id uuid NOT NULL,
    tournament_id uuid NOT NULL,
    kind text NOT NULL,
    player_id uuid,
    round smallint,
    table_number integer,
    entry integer,
    note text,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    note_public boolean DEFAULT true NOT NULL
);
CREATE TABLE public.tournament_members (
    tournament_id uuid NOT NULL,
    player_id uuid NOT NULL,
    role text NOT NULL,
    asked_by uuid,
    CONSTRAINT tournament_members_role_check CHECK ((role = ANY (ARRAY['organizer'::text, 'invited_organizer'::text, 'invited'::text])))
);
CREATE TABLE public.tournament_rounds (
    tournament_id uuid NOT NULL,
    number smallint NOT NULL,
    stage text NOT NULL,
    status text NOT NULL,
    entrants integer[] NOT NULL,
    byes integer[] NOT NULL,
    no_shows integer[] DEFAULT '{}'::integer[] NOT NULL,
    forbidden integer[] NOT NULL,
    ready integer[] DEFAULT '{}'::integer[] NOT NULL,
    ready_until timestamp with time zone,
    paired_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    opened_at timestamp with time zone,
    closed_at timestamp with time zone,
    next_round_at timestamp with time zone,
    absent integer[],
    CONSTRAINT tournament_rounds_number_check CHECK ((number > 0)),
    CONSTRAINT tournament_rounds_stage_check CHECK ((stage = ANY (ARRAY['swiss'::text, 'round_robin'::text, 'heats'::text, 'knock_out'::text, 'arena'::text]))),
    CONSTRAINT tournament_rounds_status_check CHECK ((status = ANY (ARRAY['paired'::text, 'open'::text, 'closed'::text])))
);
CREATE TABLE public.tournament_secrets (
    tournament_id uuid NOT NULL,
    seed bytea NOT NULL,
    CONSTRAINT tournament_secrets_seed_check CHECK ((octet_length(seed) = 32))
);
CREATE TABLE public.tournament_tables (
    tournament_id uuid NOT NULL,
    number integer NOT NULL,
    round smallint NOT NULL,
    match_number smallint NOT NULL,
    status text NOT NULL,
    seats integer[] NOT NULL,
    paired integer[] NOT NULL,
    manual boolean NOT NULL,
    cost bigint[] NOT NULL,
    game_id uuid,
    places smallint[],
    prestige smallint[],
    cards smallint[],
    tokens smallint[],
    decided_by text,
    ended_at timestamp with time zone,
    started_at timestamp with time zone,
    decided_at timestamp with time zone,
    forfeits smallint[],
    CONSTRAINT tournament_tables_decided_by_check CHECK ((decided_by = ANY (ARRAY['game'::text, 'arbiter'::text]))),
    CONSTRAINT tournament_tables_number_check CHECK ((number > 0)),
    CONSTRAINT tournament_tables_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'playing'::text, 'done'::text, 'void'::text])))
);
CREATE TABLE public.tournaments (
    id uuid NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    visibility public.game_visibility NOT NULL,
    creator_id uuid NOT NULL,
    ruleset text NOT NULL,
    options text NOT NULL,
    clock text NOT NULL,
    format text NOT NULL,
    seats smallint NOT NULL,
    rounds smallint,
    cut smallint,
    best_of smallint NOT NULL,
    odd text NOT NULL,
    points text NOT NULL,
    tie_breaks text[] NOT NULL,
    rated boolean NOT NULL,
    entries_max integer NOT NULL,
    rating_min integer,
    rating_max integer,
    registration_closes_at timestamp with time zone,
    late_entries boolean NOT NULL,
    ready_check_ms bigint NOT NULL,
    next_round text NOT NULL,
    forbidden integer[] DEFAULT '{}'::integer[] NOT NULL,
    commitment bytea NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    duration_ms bigint,
    duplicate boolean DEFAULT false NOT NULL,
    players text,
    next_round_after_ms bigint DEFAULT 0 NOT NULL,
    seed_revealed boolean DEFAULT false NOT NULL,
    CONSTRAINT tournaments_check CHECK (((duration_ms IS NOT NULL) = (format = 'arena'::text))),
    CONSTRAINT tournaments_commitment_check CHECK ((octet_length(commitment) = 32)),
    CONSTRAINT tournaments_format_check CHECK ((format = ANY (ARRAY['swiss'::text, 'round_robin'::text, 'heats'::text, 'single_elimination'::text, 'arena'::text]))),
    CONSTRAINT tournaments_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
    CONSTRAINT tournaments_next_round_after_ms_check CHECK ((next_round_after_ms >= 0)),
    CONSTRAINT tournaments_next_round_check CHECK ((next_round = ANY (ARRAY['call'::text, 'automatic'::text]))),
    CONSTRAINT tournaments_odd_check CHECK ((odd = ANY (ARRAY['bye'::text, 'three'::text]))),
    CONSTRAINT tournaments_players_check CHECK ((players = ANY (ARRAY['human'::text, 'bot'::text, 'any'::text]))),
    CONSTRAINT tournaments_seats_check CHECK (((seats >= 2) AND (seats <= 4))),
    CONSTRAINT tournaments_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'registration'::text, 'running'::text, 'finished'::text, 'cancelled'::text])))
);
CREATE TABLE public.unrated (
    game_id uuid NOT NULL,
    reason text NOT NULL
);
CREATE TABLE public.webhook_attempts (
    delivery_id uuid NOT NULL,
    number integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    response_status smallint,
    failure text,
    duration_ms integer NOT NULL
);
CREATE TABLE public.webhook_deliveries (
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event text NOT NULL,
    game_id uuid,
    tournament_id uuid,
    round smallint,
    table_number smallint,
    happened_at timestamp with time zone NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'failed'::text])))
);
CREATE TABLE public.webhooks (
    id uuid NOT NULL,
    player_id uuid NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    game_id uuid,
    tournament_id uuid,
    secret bytea NOT NULL,
    old_secret bytea,
    old_until timestamp with time zone,
    enabled boolean DEFAULT true NOT NULL,
    disabled_reason text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    accepted_at timestamp with time zone,
    busy_until timestamp with time zone DEFAULT now() NOT NULL,
    host text GENERATED ALWAYS AS (COALESCE(lower("substring"((url COLLATE "C"), '^[^:]*:/*(\[[^\]]*\]|[^:/?#]*)'::text)), ''::text)) STORED NOT NULL,
    slow boolean DEFAULT false NOT NULL,
    session_id uuid,
    older_secret bytea,
    older_until timestamp with time zone,
    CONSTRAINT webhooks_old_secret_check CHECK ((octet_length(old_secret) = 32)),
    CONSTRAINT webhooks_older_secret_check CHECK ((octet_length(older_secret) = 32)),
    CONSTRAINT webhooks_secret_check CHECK ((octet_length(secret) = 32))
);
INSERT INTO public.__diesel_schema_migrations VALUES ('20260101000000', '2026-11-25 15:52:55.302049');
INSERT INTO public.game_clocks VALUES ('01a2136a-f4e2-7674-b77a-ba1decc4108e', '{600000,600000}', NULL, '2026-11-25 15:55:06.435455+00', NULL, 500, false, '{}', '{0,0}', 0);
INSERT INTO public.game_clocks VALUES ('01a2136a-fad8-7403-b2d2-386f5e457f91', '{86400000,86400000}', 1, '2026-11-25 15:55:08.000308+00', '2026-11-26 15:55:08.000308+00', 500, false, '{}', '{14,14}', 0);
INSERT INTO public.game_log VALUES ('01a2136a-f4e2-7674-b77a-ba1decc4108e', 1, NULL, 'engine', 'started', NULL, '2026-11-25 15:55:06.312803+00');
INSERT INTO public.game_log VALUES ('01a2136a-f4e2-7674-b77a-ba1decc4108e', 2, 0, 'player', 'resigned', NULL, '2026-11-25 15:55:06.435455+00');
INSERT INTO public.game_log VALUES ('01a2136a-f4e2-7674-b77a-ba1decc4108e', 3, NULL, 'engine', 'finished', NULL, '2026-11-25 15:55:06.435455+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 1, NULL, 'engine', 'started', NULL, '2026-11-25 15:55:06.785778+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 2, 0, 'player', 'action', 'take wur', '2026-11-25 15:55:07.024274+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 3, 1, 'player', 'action', 'reserve base-1-blue-5', '2026-11-25 15:55:07.069078+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 4, 0, 'player', 'action', 'reserve base-2-blue-6', '2026-11-25 15:55:07.093299+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 5, 1, 'player', 'action', 'take wgk', '2026-11-25 15:55:07.120763+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 6, 0, 'player', 'action', 'reserve_blind base-2', '2026-11-25 15:55:07.141557+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 7, 1, 'player', 'action', 'reserve base-1-white-3', '2026-11-25 15:55:07.17232+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 8, 0, 'player', 'action', 'take grk', '2026-11-25 15:55:07.190345+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 9, 1, 'player', 'action', 'take ugk', '2026-11-25 15:55:07.203501+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 10, 0, 'player', 'action', 'take urk', '2026-11-25 15:55:07.232954+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 11, 0, 'player', 'action', 'return 1r', '2026-11-25 15:55:07.246904+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 12, 1, 'player', 'action', 'reserve base-2-red-3', '2026-11-25 15:55:07.257647+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 13, 0, 'player', 'action', 'reserve base-1-blue-1', '2026-11-25 15:55:07.285851+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 14, 1, 'player', 'action', 'take wur', '2026-11-25 15:55:07.306971+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 15, 1, 'player', 'action', 'return 1u1o', '2026-11-25 15:55:07.336367+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 16, 0, 'player', 'action', 'buy base-1-black-6 1g1r1o', '2026-11-25 15:55:07.365005+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 17, 1, 'player', 'action', 'take wug', '2026-11-25 15:55:07.414238+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 18, 1, 'player', 'action', 'return 1g2o', '2026-11-25 15:55:07.449767+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 19, 0, 'player', 'action', 'take g', '2026-11-25 15:55:07.488308+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 20, 1, 'player', 'action', 'take r', '2026-11-25 15:55:07.528964+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 21, 1, 'player', 'action', 'return 1u', '2026-11-25 15:55:07.540863+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 22, 1, 'player', 'resigned', NULL, '2026-11-25 15:55:07.560356+00');
INSERT INTO public.game_log VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 23, NULL, 'engine', 'finished', NULL, '2026-11-25 15:55:07.560356+00');
INSERT INTO public.game_log VALUES ('01a2136a-fa09-71a6-bd5a-a2fe29962bc6', 1, NULL, 'engine', 'started', NULL, '2026-11-25 15:55:07.705304+00');
INSERT INTO public.game_log VALUES ('01a2136a-fa09-71a6-bd5a-a2fe29962bc6', 2, 0, 'player', 'action', 'take uu', '2026-11-25 15:55:07.728323+00');
INSERT INTO public.game_log VALUES ('01a2136a-fa09-71a6-bd5a-a2fe29962bc6', 3, 1, 'player', 'action', 'take wur', '2026-11-25 15:55:07.73889+00');
INSERT INTO public.game_log VALUES ('01a2136a-fa09-71a6-bd5a-a2fe29962bc6', 4, 0, 'player', 'action', 'take grk', '2026-11-25 15:55:07.752281+00');
INSERT INTO public.game_log VALUES ('01a2136a-fa09-71a6-bd5a-a2fe29962bc6', 5, 1, 'player', 'action', 'reserve base-2-white-5', '2026-11-25 15:55:07.768327+00');
INSERT INTO public.game_log VALUES ('01a2136a-fa09-71a6-bd5a-a2fe29962bc6', 6, 0, 'player', 'action', 'reserve base-2-red-2', '2026-11-25 15:55:07.781804+00');
INSERT INTO public.game_log VALUES ('01a2136a-fad8-7403-b2d2-386f5e457f91', 1, NULL, 'engine', 'started', NULL, '2026-11-25 15:55:07.904328+00');
INSERT INTO public.game_log VALUES ('01a2136a-fad8-7403-b2d2-386f5e457f91', 2, 0, 'player', 'action', 'reserve base-1-red-1', '2026-11-25 15:55:08.000308+00');
INSERT INTO public.game_log VALUES ('01a2136a-fd1b-77c3-a704-ae1d8918ed29', 1, NULL, 'engine', 'started', NULL, '2026-11-25 15:55:08.415607+00');
INSERT INTO public.game_log VALUES ('01a2136a-fd2e-74d1-80f0-04765a5356de', 1, NULL, 'engine', 'started', NULL, '2026-11-25 15:55:08.415607+00');
INSERT INTO public.game_log VALUES ('01a2136a-fd1b-77c3-a704-ae1d8918ed29', 2, 1, 'player', 'resigned', NULL, '2026-11-25 15:55:08.567696+00');
INSERT INTO public.game_log VALUES ('01a2136a-fd1b-77c3-a704-ae1d8918ed29', 3, NULL, 'engine', 'finished', NULL, '2026-11-25 15:55:08.567696+00');
INSERT INTO public.game_seats VALUES ('01a2136a-f4e2-7674-b77a-ba1decc4108e', 1, '01a2136a-f496-763a-920d-19547cf55c55', 0, false, true);
INSERT INTO public.game_seats VALUES ('01a2136a-f4e2-7674-b77a-ba1decc4108e', 0, '01a2136a-f464-77e9-a88b-76fe42616b4c', 1, false, true);
INSERT INTO public.game_seats VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 0, '01a2136a-f464-77e9-a88b-76fe42616b4c', 0, false, true);
INSERT INTO public.game_seats VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 1, '01a2136a-f496-763a-920d-19547cf55c55', 1, false, true);
INSERT INTO public.game_seats VALUES ('01a2136a-fa09-71a6-bd5a-a2fe29962bc6', 0, '01a2136a-f464-77e9-a88b-76fe42616b4c', 0, false, false);
INSERT INTO public.game_seats VALUES ('01a2136a-fa09-71a6-bd5a-a2fe29962bc6', 1, '01a2136a-f496-763a-920d-19547cf55c55', 1, false, false);
INSERT INTO public.game_seats VALUES ('01a2136a-fad8-7403-b2d2-386f5e457f91', 0, '01a2136a-f464-77e9-a88b-76fe42616b4c', 0, false, false);
INSERT INTO public.game_seats VALUES ('01a2136a-fad8-7403-b2d2-386f5e457f91', 1, '01a2136a-f496-763a-920d-19547cf55c55', 1, false, false);
INSERT INTO public.game_seats VALUES ('01a2136a-fd2e-74d1-80f0-04765a5356de', 0, '01a2136a-fc24-7561-97db-20e5a3a357c1', 0, false, false);
INSERT INTO public.game_seats VALUES ('01a2136a-fd2e-74d1-80f0-04765a5356de', 1, '01a2136a-fc91-7489-ba84-5e287d7b3292', 1, false, false);
INSERT INTO public.game_seats VALUES ('01a2136a-fd1b-77c3-a704-ae1d8918ed29', 0, '01a2136a-fc65-7066-aee0-c324bdd2ee99', 0, false, true);
INSERT INTO public.game_seats VALUES ('01a2136a-fd1b-77c3-a704-ae1d8918ed29', 1, '01a2136a-fbda-758b-b8b3-ce29a23048eb', 1, false, true);
INSERT INTO public.game_secrets VALUES ('01a2136a-f4e2-7674-b77a-ba1decc4108e', '01a2136a-f4b0-77d4-825b-d77520c6da1e', '\x3fffb432259a050608bccb99edec0934c36a3e4810d1e8b7c5233a7777735f28', '\x010200040404040405241c0a251321101f0624171104070b2022090d0c160523082728010f1b150e121d191426031a18021e1a393f353a2a372f3d2b4433454634422c3c36382931413b32302d40433e2e10474b5649504e5354554c5159574f4d4a4852585a001a000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000000000000000000', NULL);
INSERT INTO public.game_secrets VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', '01a2136a-f66d-776b-82c2-708e2c5b15bf', '\x8d82327e04633e1131a2a06fd964bc8d091a77a9cccb8242af2b6aef943b588d', '\x010200040404040405240901261521050402161e0e11222707232419201813141c061b0a0c250f121a1f0810280b1d0d17031a3d3c2930443341462b3f2c2f2a403b3a3731322e35453943383e2d423436104a5659474c5154555a4b4f57584e52495048534d000a010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000000000000000000', NULL);
INSERT INTO public.game_secrets VALUES ('01a2136a-fa09-71a6-bd5a-a2fe29962bc6', '01a2136a-fa09-71a6-bd5a-a2fd7cde751e', '\xf3b23004533857043629ce103a051e2637d3320ab2d7438776a2b26c578b497a', '\x010200040404040405240f1a1426131b220d0b08192416211d17230e0625050918151c0427031f111012071e0c28010a02201a2e322a37382b342f43333f4245413129363d463040443a3b393e2d3c2c35104e534d4a484758554b545a4f5749515259564c50001a000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000000000000000000', NULL);
INSERT INTO public.game_secrets VALUES ('01a2136a-fad8-7403-b2d2-386f5e457f91', '01a2136a-fad8-7403-b2d2-386efc29c218', '\x7cccceccc3f5e7925f8eaffeb12c98d26cd7e208b193c07608274766585fd4dc', '\x01020004040404040524161d212007121a0e270a1f251001111c18171e1b0c26280309240b0d1308060223140415050f22191a3b2c433c322f304433293a3e2d373440424539462e41383d362b353f312a10504c4853514b5a4f4d5255564e474a4954585759001a000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000000000000000000', NULL);
INSERT INTO public.game_secrets VALUES ('01a2136a-fd1b-77c3-a704-ae1d8918ed29', '01a2136a-fd1b-77c3-a704-ae1e3247c4aa', '\x719d15c3a57dee0dcd851efc66c59ea152fb3b97222b0267779a6f40873b03bd', '\x0102000110fe200002000001fe210000000202fe30020000000120220000000203203103000100012122000002010021310100020001213200020100003022020000020030320001000201226002010001002270020102000031600002000002317002020000003260020000030032700102000003031960610000020101606201000200006071000100020070620100010101707101020000006163010001020061720001010200626301000200016273000101010171630000000102717200020000027173000000020163640002020000637402030000007264010002000072740001020000727502000000027364000202000073750001010300648000000100026490010000010374800100000201749001000001027580020100010175900002010001040a808100010100028091000000030290810101020000909102010200008182010002010081920200010002918202010000019192020000010182ff000103010092ff0201020001030303030307140201040101000302030200000304030400010204000000000000000000000000000000000000fe00000000000000000000000000000000000000fe000001000000000000', NULL);
INSERT INTO public.game_secrets VALUES ('01a2136a-fd2e-74d1-80f0-04765a5356de', '01a2136a-fd2e-74d1-80f0-047757298036', '\x6399dccd89ff730ae652cb56778edb2e61773052cf67f0fb539e873621e3dc67', '\x0102000110fe200002000001fe210000000202fe3002000000012022000000020320310300010001212200000201002131010002000121320002010000302202000002003032000100020122600201000100227002010200003160000200000231700202000000326002000003003270010200000303196061000002010160620100020000607100010002007062010001010170710102000000616301000102006172000101020062630100020001627300010101017163000000010271720002000002717300000002016364000202000063740203000000726401000200007274000102000072750200000002736400020200007375000101030064a0000001000264b0010000010374a0010000020174b0010000010275a0020100010175b00002010001050da0a10100010101a0b10100000201b0a10200000100b0a20101000101b0b10001000201a1a30202000000a1b20100000003a2a30200000001a2b20003010000b1a30001010101b1b20203000000a3ff0201000200b2ff0101000102030303030307140304020304020400010401000003010302010002000000000000000000000000000000000000fe00000000000000000000000000000000000000fe000001000000000000', NULL);
INSERT INTO public.games VALUES ('01a2136a-f4e2-7674-b77a-ba1decc4108e', 'splendor', '', 2, 'public', 'random', 'finished', 3, '\x010200040404040405241c0a251321101f0624171104070b2022090d0c160523082728010f1b150e121d191426031a18021e1a393f353a2a372f3d2b4433454634422c3c36382931413b32302d40433e2e10474b5649504e5354554c5159574f4d4a4852585a001a000000000000000000000000000000000000000000000000000000010000000000000000000000000000000000000000000000000000000001000000000000000004', '\x4752c5f68d82658a7891149d49c5042fe43b2c083b16646b2a00c84ccb83d1bf', '01a2136a-f464-77e9-a88b-76fe42616b4c', 'last_seat', '{2,1}', '2026-11-25 15:55:06.312803+00', '2026-11-25 15:55:06.435455+00', '{}', false, 'live 600000 5000', 0, 0, true, NULL, NULL, NULL, NULL, false, NULL);
INSERT INTO public.games VALUES ('01a2136a-fd1b-77c3-a704-ae1d8918ed29', 'kids', 'board=full', 2, 'public', 'join_order', 'finished', 3, '\x0102000110fe200002000001fe210000000202fe30020000000120220000000203203103000100012122000002010021310100020001213200020100003022020000020030320001000201226002010001002270020102000031600002000002317002020000003260020000030032700102000003031960610000020101606201000200006071000100020070620100010101707101020000006163010001020061720001010200626301000200016273000101010171630000000102717200020000027173000000020163640002020000637402030000007264010002000072740001020000727502000000027364000202000073750001010300648000000100026490010000010374800100000201749001000001027580020100010175900002010001040a808100010100028091000000030290810101020000909102010200008182010002010081920200010002918202010000019192020000010182ff000103010092ff0201020001030303030307140201040101000302030200000304030400010204000000000000000000000000000000000000fe00000000000000000000000000000000000000f0010001000000000004', '\x9846ebbe235e5491feb4948ac708fbcd0b410b6a98a06be907c58795546ec62f', '01a2136a-fb74-70b8-ae35-b2e2bb5a6970', 'last_seat', '{1,2}', '2026-11-25 15:55:08.415607+00', '2026-11-25 15:55:08.567696+00', '{}', false, 'none', 0, 0, false, '01a2136a-fbae-70b1-b806-bc31d5385f7f', NULL, NULL, NULL, false, NULL);
INSERT INTO public.games VALUES ('01a2136a-fa09-71a6-bd5a-a2fe29962bc6', 'splendor', '', 2, 'public', 'join_order', 'active', 6, '\x010200030103020303240f1a1426131b220d0b08192416211d17230e0625050918151c0427031f111012071e0c28010a0220182a37382b342f43333f4245413129363d463040443a3b393e2e322c35104e534d4a484758554b545a4f5749515259564c50001a0000020101010100000000000000000000000000000000023c000000000001010001000100000000000000000000000000000000022d00000000000106000000000002000000', '\x7a996dba0254d88b96e9a4047613fd6702a95f1971911575ad8492b2a1d3363c', '01a2136a-f464-77e9-a88b-76fe42616b4c', NULL, NULL, '2026-11-25 15:55:07.634546+00', '2026-11-25 15:55:07.781804+00', '{}', false, 'none', 0, 0, false, NULL, 'running', NULL, NULL, false, NULL);
INSERT INTO public.games VALUES ('01a2136a-fad8-7403-b2d2-386f5e457f91', 'splendor', '', 2, 'public', 'join_order', 'active', 2, '\x010200040404040404231d212007121a0e270a1f251001111c18171e1b0c26280309240b0d1308060223140415050f22161a3b2c433c322f304433293a3e2d373440424539462e41383d362b353f312a10504c4853514b5a4f4d5255564e474a4954585759001a0000000000000100000000000000000000000000000000021900000000000000000000000000000000000000000000000000000000000000000102000000000002000000', '\xfee784ae112b9bf2cd52e369acc96aa95439f8e0b35267982236faef1b68b697', '01a2136a-f464-77e9-a88b-76fe42616b4c', NULL, NULL, '2026-11-25 15:55:07.850772+00', '2026-11-25 15:55:08.000308+00', '{}', false, 'correspondence 86400000', 0, 0, false, NULL, 'clocked', NULL, NULL, false, NULL);
INSERT INTO public.games VALUES ('01a2136a-f66d-776b-82c2-708f6bc4460b', 'splendor', '', 2, 'public', 'join_order', 'finished', 23, '\x0102000302030302042021050402161e0e11222707232419201813141c061b0a0c250f121a1f0810280b1d1517011730443341462b3f2c2f2a403b3a3731322e35453943383e2d422936104a5659474c5154555a4b4f57584e52495048534d000a01010201010201000000004000000000000000000000000634003c010900000001000000000000000000000000000000000000000000000000000000010011000000000000000104', '\x37958b77e84b91603eb28deca23ba58af3ca9ba4746f5231a0dc9d69a56fe46f', '01a2136a-f464-77e9-a88b-76fe42616b4c', 'last_seat', '{1,2}', '2026-11-25 15:55:06.70118+00', '2026-11-25 15:55:07.560356+00', '{}', false, 'none', 0, 0, false, NULL, 'finished', NULL, NULL, false, NULL);
INSERT INTO public.games VALUES ('01a2136a-fd2e-74d1-80f0-04765a5356de', 'kids', 'board=full', 2, 'public', 'join_order', 'active', 1, '\x0102000110fe200002000001fe210000000202fe3002000000012022000000020320310300010001212200000201002131010002000121320002010000302202000002003032000100020122600201000100227002010200003160000200000231700202000000326002000003003270010200000303196061000002010160620100020000607100010002007062010001010170710102000000616301000102006172000101020062630100020001627300010101017163000000010271720002000002717300000002016364000202000063740203000000726401000200007274000102000072750200000002736400020200007375000101030064a0000001000264b0010000010374a0010000020174b0010000010275a0020100010175b00002010001050da0a10100010101a0b10100000201b0a10200000100b0a20101000101b0b10001000201a1a30202000000a1b20100000003a2a30200000001a2b20003010000b1a30001010101b1b20203000000a3ff0201000200b2ff0101000102030303030307140304020304020400010401000003010302010002000000000000000000000000000000000000fe00000000000000000000000000000000000000fe000001000000000000', '\xcd36e7ccc040c56c70d64e453b02aa2ddcb2ac198eab6bdb8e8fc9a158cef8da', '01a2136a-fb74-70b8-ae35-b2e2bb5a6970', NULL, NULL, '2026-11-25 15:55:08.415607+00', '2026-11-25 15:55:08.415607+00', '{}', false, 'none', 0, 0, false, '01a2136a-fbae-70b1-b806-bc31d5385f7f', NULL, NULL, NULL, false, NULL);
INSERT INTO public.heartbeat VALUES (true, '2026-11-25 15:55:08.351953+00');
INSERT INTO public.players VALUES ('01a2136a-f464-77e9-a88b-76fe42616b4c', 'ada', NULL, '$argon2id$v=19$m=8,t=1,p=1$K7/shUgTtJ/CfBpcEVTa8Q$R8/gjUOWrHxxaNp0YRALVuX7jpnGsj9K99scDdfm7C8', 'player', '2026-11-25 15:55:06.216546+00', NULL, false);
INSERT INTO public.players VALUES ('01a2136a-f496-763a-920d-19547cf55c55', 'bob', NULL, '$argon2id$v=19$m=8,t=1,p=1$EkYGcbpw4G6DAZgnZCaH1g$gnDqSWqVLwdt9lqPE/CyKllIZLpVAOiXgJFFncBsREQ', 'player', '2026-11-25 15:55:06.26287+00', NULL, false);
INSERT INTO public.players VALUES ('01a2136a-fb74-70b8-ae35-b2e2bb5a6970', 'organizer', NULL, '$argon2id$v=19$m=8,t=1,p=1$jWmpv2t7PxQRowRcuGMrsw$uIlj2fNaQm2QWX6bvpFywbykpCS/8wEN13wJoptO5CY', 'player', '2026-11-25 15:55:08.020868+00', NULL, false);
INSERT INTO public.players VALUES ('01a2136a-fbda-758b-b8b3-ce29a23048eb', 'player1', NULL, '$argon2id$v=19$m=8,t=1,p=1$pCl0XS3h5gPmGEvNsBrLWg$jkAfnz0F4Qr7yOKPIx0WLrEwAKLdhUqFx9o+rURrGEI', 'player', '2026-11-25 15:55:08.125891+00', NULL, false);
INSERT INTO public.players VALUES ('01a2136a-fc24-7561-97db-20e5a3a357c1', 'player2', NULL, '$argon2id$v=19$m=8,t=1,p=1$JszoQ4sro2nGS8h8oN4yWw$SvZqJyKKFwbGNXPY/AFvCbRMORzmEl55EXFRmDiFJys', 'player', '2026-11-25 15:55:08.196711+00', NULL, false);
INSERT INTO public.players VALUES ('01a2136a-fc65-7066-aee0-c324bdd2ee99', 'player3', NULL, '$argon2id$v=19$m=8,t=1,p=1$q+8+XpwvjSjQSUy8jzt42g$ipF/MhxqJJ5k5IFMWhTqdC9X13QKamfKYsvhorvbSyQ', 'player', '2026-11-25 15:55:08.264306+00', NULL, false);
INSERT INTO public.players VALUES ('01a2136a-fc91-7489-ba84-5e287d7b3292', 'player4', NULL, '$argon2id$v=19$m=8,t=1,p=1$pw9rtRp1tPGXogSWSMq4sA$Nt8HuRNERqhKY2qFZ9Xk+yebA7K7nz8T7RUuMJHhbaU', 'player', '2026-11-25 15:55:08.30578+00', NULL, false);
INSERT INTO public.presence_nodes VALUES ('fa316458-1105-4434-bb99-a602b9a6edfb', '2026-11-25 15:55:22.345475+00');
INSERT INTO public.rating_events VALUES ('splendor.duel.live.human', 1, 0, 2, '01a2136a-f4e2-7674-b77a-ba1decc4108e', '01a2136a-f496-763a-920d-19547cf55c55', 2, 25000000, 8333333, 22642817, 7993439, 'weng-lin-bt-full-1', '2026-11-25 15:55:06.435+00', false, true);
INSERT INTO public.rating_events VALUES ('splendor.duel.live.human', 1, 1, 2, '01a2136a-f4e2-7674-b77a-ba1decc4108e', '01a2136a-f464-77e9-a88b-76fe42616b4c', 1, 25000000, 8333333, 27357183, 7993439, 'weng-lin-bt-full-1', '2026-11-25 15:55:06.435+00', false, false);
INSERT INTO public.rating_opponents VALUES ('01a2136a-f464-77e9-a88b-76fe42616b4c', 'splendor.duel.live.human', '01a2136a-f496-763a-920d-19547cf55c55', 1);
INSERT INTO public.rating_opponents VALUES ('01a2136a-f496-763a-920d-19547cf55c55', 'splendor.duel.live.human', '01a2136a-f464-77e9-a88b-76fe42616b4c', 1);
INSERT INTO public.rating_pools VALUES ('splendor.duel.live.human', 1, 2, 0, '2026-11-25 15:55:06.435+00');
INSERT INTO public.ratings VALUES ('01a2136a-f464-77e9-a88b-76fe42616b4c', 'splendor.duel.live.human', 27357183, 7993439, 1, 1, '2026-11-25 15:55:06.435+00');
INSERT INTO public.ratings VALUES ('01a2136a-f496-763a-920d-19547cf55c55', 'splendor.duel.live.human', 22642817, 7993439, 1, 1, '2026-11-25 15:55:06.435+00');
INSERT INTO public.refresh_tokens VALUES ('\x03353f594a51ad345138e3eeab71502ed0ce638416cb0f945c6f33b6575a3348', '01a2136a-f481-7321-a539-cdc5da615ba2', '2026-11-25 15:55:06.241239+00', '2026-12-25 15:55:06.241239+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\x6f6dd6663821d985f616c08709510e0d8ff4d94a623f573dfe9edccd1166dc56', '01a2136a-f49a-749d-9eed-3c4b06b3da42', '2026-11-25 15:55:06.266401+00', '2026-12-25 15:55:06.266401+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\x3907fd41539e1beab5cf3e0f7c7f61b98f2a42e9f72ae51d6b8fe54d0e9fb863', '01a2136a-f50d-72e9-8898-c57decd30adf', '2026-11-25 15:55:06.38134+00', '2026-12-25 15:55:06.38134+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\x17c7d15f32d476629607f3c6ce493d01d8e13daa2be07bafaf1d652bb5896384', '01a2136a-f5c9-76b1-ada6-5e1f1867f058', '2026-11-25 15:55:06.569489+00', '2026-12-25 15:55:06.569489+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\xdb41981751542965b8731f95df934e10fa7e854873f34e249a38c4da53d4976d', '01a2136a-f609-7063-a3a6-787c7c712138', '2026-11-25 15:55:06.633973+00', '2026-12-25 15:55:06.633973+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\x44354bd3b8c9f3a972726a03d81f1bb72d7404bd64ceb5ac1775a74e6cdff364', '01a2136a-f9cf-70cc-a5a0-ba75b6f567ad', '2026-11-25 15:55:07.599775+00', '2026-12-25 15:55:07.599775+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\x2a09f2c00c369479a8446f010e7e6d776db9174075173fb5f70a2ba1e3756b22', '01a2136a-f9e5-77ec-885b-ab7c87334606', '2026-11-25 15:55:07.621635+00', '2026-12-25 15:55:07.621635+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\xca7ac6b6a44aa4771bb8284e97d18f333e8cdbf7f3d5d717d56b8f94938c29ec', '01a2136a-fa8e-735d-86d6-280058ee5f77', '2026-11-25 15:55:07.790706+00', '2026-12-25 15:55:07.790706+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\xf04f42deda15fe2237ce89610e22feae98ef84c7d53e6074a3cf1e25599e559d', '01a2136a-faad-72e2-8624-c1804c235cb7', '2026-11-25 15:55:07.821602+00', '2026-12-25 15:55:07.821602+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\x9dbf871e8224144f1907c9095076d6cdb4a45aca825a72f0bcf2d1a4b2ebb1c8', '01a2136a-fb83-71e5-bda5-974b966de66c', '2026-11-25 15:55:08.035415+00', '2026-12-25 15:55:08.035415+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\xff6bcebad22b95dd1ae813c9d4ec0bd2bc6fd73801cb7350980b1fb20c9289e6', '01a2136a-fbe2-7390-9132-b4c4e1fa4db0', '2026-11-25 15:55:08.130457+00', '2026-12-25 15:55:08.130457+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\xa751051a6e21d48e2fa1805dd18824076dec57e9de06d6bb081a5989980b237e', '01a2136a-fc28-73dc-a9c4-6f1fcc53c2bc', '2026-11-25 15:55:08.200553+00', '2026-12-25 15:55:08.200553+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\x0e7fa70e857ac1097b341ee2412db8d05355a5a298d1752f3c756c5b3bfdf510', '01a2136a-fc6b-73b8-9d83-befea409891a', '2026-11-25 15:55:08.267755+00', '2026-12-25 15:55:08.267755+00', NULL);
INSERT INTO public.refresh_tokens VALUES ('\x3616820d8bba26bf7ca7ed29877683e49e5958070eddba7d348d672ca6dfa899', '01a2136a-fc95-722a-870d-3eed41d434c2', '2026-11-25 15:55:08.309053+00', '2026-12-25 15:55:08.309053+00', NULL);
INSERT INTO public.seeks VALUES ('01a2136a-f4b0-77d4-825b-d7768facc8b8', '01a2136a-f464-77e9-a88b-76fe42616b4c', 'splendor', '', 2, 'live 600000 5000', 'paired', '\x4752c5f68d82658a7891149d49c5042fe43b2c083b16646b2a00c84ccb83d1bf', '01a2136a-f4e2-7674-b77a-ba1decc4108e', '2026-11-25 15:55:06.28977+00', '2026-11-25 16:05:06.28977+00', NULL, true, NULL, NULL, '2026-11-25 15:55:06.344439+00');
INSERT INTO public.seeks VALUES ('01a2136a-f4d2-73ff-8731-ccf9484dfc53', '01a2136a-f496-763a-920d-19547cf55c55', 'splendor', '', 2, 'live 600000 5000', 'paired', '\xda6d7634961c1270a47cf02eb30044e43519327ec993101fc592bb536b565299', '01a2136a-f4e2-7674-b77a-ba1decc4108e', '2026-11-25 15:55:06.323724+00', '2026-11-25 16:05:06.323724+00', '2026-11-25 15:55:06.28977+00', true, NULL, NULL, '2026-11-25 15:55:06.344618+00');
INSERT INTO public.server_secrets VALUES ('access_current', '\x41fcba7c96bec65091e76f025cbe9c85e17b1ffa6d861d361af0956bff4e8838', '2026-11-25 15:55:05.262697+00');
INSERT INTO public.server_secrets VALUES ('access_next', '\xd7cbdb95442557208d3278933068f0bd4bb4a777f372fa4fe584aae676f8e9ea', '2026-11-25 15:55:05.276292+00');
INSERT INTO public.server_secrets VALUES ('refresh', '\xf9ef2366728d2574cb59d661b1e7c526550f09ddd24c117399cefbff225a2381', '2026-11-25 15:55:05.277218+00');
INSERT INTO public.sessions VALUES ('01a2136a-f481-7321-a539-cdc5da615ba2', '01a2136a-f464-77e9-a88b-76fe42616b4c', '2026-11-25 15:55:06.241555+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:06.241555+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('01a2136a-f49a-749d-9eed-3c4b06b3da42', '01a2136a-f496-763a-920d-19547cf55c55', '2026-11-25 15:55:06.266638+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:06.266638+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('01a2136a-f50d-72e9-8898-c57decd30adf', '01a2136a-f496-763a-920d-19547cf55c55', '2026-11-25 15:55:06.38174+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:06.38174+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('01a2136a-f5c9-76b1-ada6-5e1f1867f058', '01a2136a-f464-77e9-a88b-76fe42616b4c', '2026-11-25 15:55:06.572287+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:06.572287+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('01a2136a-f609-7063-a3a6-787c7c712138', '01a2136a-f496-763a-920d-19547cf55c55', '2026-11-25 15:55:06.634156+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:06.634156+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('01a2136a-f9cf-70cc-a5a0-ba75b6f567ad', '01a2136a-f464-77e9-a88b-76fe42616b4c', '2026-11-25 15:55:07.600298+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:07.600298+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('01a2136a-f9e5-77ec-885b-ab7c87334606', '01a2136a-f496-763a-920d-19547cf55c55', '2026-11-25 15:55:07.621882+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:07.621882+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('01a2136a-fa8e-735d-86d6-280058ee5f77', '01a2136a-f464-77e9-a88b-76fe42616b4c', '2026-11-25 15:55:07.79095+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:07.79095+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('01a2136a-faad-72e2-8624-c1804c235cb7', '01a2136a-f496-763a-920d-19547cf55c55', '2026-11-25 15:55:07.828314+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:07.828314+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('01a2136a-fb83-71e5-bda5-974b966de66c', '01a2136a-fb74-70b8-ae35-b2e2bb5a6970', '2026-11-25 15:55:08.035753+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:08.035753+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('01a2136a-fbe2-7390-9132-b4c4e1fa4db0', '01a2136a-fbda-758b-b8b3-ce29a23048eb', '2026-11-25 15:55:08.130702+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:08.130702+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('01a2136a-fc28-73dc-a9c4-6f1fcc53c2bc', '01a2136a-fc24-7561-97db-20e5a3a357c1', '2026-11-25 15:55:08.200806+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:08.200806+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('01a2136a-fc6b-73b8-9d83-befea409891a', '01a2136a-fc65-7066-aee0-c324bdd2ee99', '2026-11-25 15:55:08.268034+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:08.268034+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('01a2136a-fc95-722a-870d-3eed41d434c2', '01a2136a-fc91-7489-ba84-5e287d7b3292', '2026-11-25 15:55:08.316312+00', NULL, 'login', 'read play challenge bots tournaments', NULL, NULL, NULL, '2026-11-25 15:55:08.316312+00', NULL, NULL);
INSERT INTO public.tournament_entries VALUES ('01a2136a-fbae-70b1-b806-bc31d5385f7f', 1, '01a2136a-fbda-758b-b8b3-ce29a23048eb', 'active', 1500, NULL, '2026-11-25 15:55:08.181865+00', NULL, NULL);
INSERT INTO public.tournament_entries VALUES ('01a2136a-fbae-70b1-b806-bc31d5385f7f', 2, '01a2136a-fc24-7561-97db-20e5a3a357c1', 'active', 1500, NULL, '2026-11-25 15:55:08.249015+00', NULL, NULL);
INSERT INTO public.tournament_entries VALUES ('01a2136a-fbae-70b1-b806-bc31d5385f7f', 3, '01a2136a-fc65-7066-aee0-c324bdd2ee99', 'active', 1500, NULL, '2026-11-25 15:55:08.300313+00', NULL, NULL);
INSERT INTO public.tournament_entries VALUES ('01a2136a-fbae-70b1-b806-bc31d5385f7f', 4, '01a2136a-fc91-7489-ba84-5e287d7b3292', 'active', 1500, NULL, '2026-11-25 15:55:08.354813+00', NULL, NULL);
INSERT INTO public.tournament_events VALUES ('01a2136a-fbb4-71f6-b603-f9c2a5dfc5de', '01a2136a-fbae-70b1-b806-bc31d5385f7f', 'created', '01a2136a-fb74-70b8-ae35-b2e2bb5a6970', NULL, NULL, NULL, NULL, '2026-11-25 15:55:08.088434+00', true);
INSERT INTO public.tournament_events VALUES ('01a2136a-fbb9-77b9-a4ad-8779e5f14774', '01a2136a-fbae-70b1-b806-bc31d5385f7f', 'registration_opened', '01a2136a-fb74-70b8-ae35-b2e2bb5a6970', NULL, NULL, NULL, NULL, '2026-11-25 15:55:08.096482+00', true);
INSERT INTO public.tournament_events VALUES ('01a2136a-fc16-7403-8096-6b1c75afdc35', '01a2136a-fbae-70b1-b806-bc31d5385f7f', 'entered', '01a2136a-fbda-758b-b8b3-ce29a23048eb', NULL, NULL, 1, NULL, '2026-11-25 15:55:08.183586+00', true);
INSERT INTO public.tournament_events VALUES ('01a2136a-fc59-77c7-8d61-d9c96b0bca4a', '01a2136a-fbae-70b1-b806-bc31d5385f7f', 'entered', '01a2136a-fc24-7561-97db-20e5a3a357c1', NULL, NULL, 2, NULL, '2026-11-25 15:55:08.250057+00', true);
INSERT INTO public.tournament_events VALUES ('01a2136a-fc8c-720b-b74a-e73ba0b50166', '01a2136a-fbae-70b1-b806-bc31d5385f7f', 'entered', '01a2136a-fc65-7066-aee0-c324bdd2ee99', NULL, NULL, 3, NULL, '2026-11-25 15:55:08.30089+00', true);
INSERT INTO public.tournament_events VALUES ('01a2136a-fcc3-76eb-8f64-33e11edc1008', '01a2136a-fbae-70b1-b806-bc31d5385f7f', 'entered', '01a2136a-fc91-7489-ba84-5e287d7b3292', NULL, NULL, 4, NULL, '2026-11-25 15:55:08.355704+00', true);
INSERT INTO public.tournament_events VALUES ('01a2136a-fce3-71b3-bc86-cfcc32164d08', '01a2136a-fbae-70b1-b806-bc31d5385f7f', 'started', '01a2136a-fb74-70b8-ae35-b2e2bb5a6970', NULL, NULL, NULL, NULL, '2026-11-25 15:55:08.387945+00', true);
INSERT INTO public.tournament_events VALUES ('01a2136a-fd0f-77b6-8fa4-68313744e8e7', '01a2136a-fbae-70b1-b806-bc31d5385f7f', 'round_paired', '01a2136a-fb74-70b8-ae35-b2e2bb5a6970', 1, NULL, NULL, NULL, '2026-11-25 15:55:08.432815+00', true);
INSERT INTO public.tournament_events VALUES ('01a2136a-fd19-72e5-8773-072936e197d1', '01a2136a-fbae-70b1-b806-bc31d5385f7f', 'round_opened', NULL, 1, NULL, NULL, NULL, '2026-11-25 15:55:08.44162+00', true);
INSERT INTO public.tournament_events VALUES ('01a2136a-fd2b-74a6-abb5-67de9e68bd58', '01a2136a-fbae-70b1-b806-bc31d5385f7f', 'table_started', NULL, 1, 1, NULL, NULL, '2026-11-25 15:55:08.459489+00', true);
INSERT INTO public.tournament_events VALUES ('01a2136a-fd3e-77a8-a874-37c7555e5114', '01a2136a-fbae-70b1-b806-bc31d5385f7f', 'table_started', NULL, 1, 2, NULL, NULL, '2026-11-25 15:55:08.480584+00', true);
INSERT INTO public.tournament_events VALUES ('01a2136a-fdae-710d-bbf2-c0c7c99405b4', '01a2136a-fbae-70b1-b806-bc31d5385f7f', 'table_finished', NULL, 1, 1, NULL, NULL, '2026-11-25 15:55:08.591173+00', true);
INSERT INTO public.tournament_rounds VALUES ('01a2136a-fbae-70b1-b806-bc31d5385f7f', 1, 'swiss', 'open', '{1,2,3,4}', '{}', '{}', '{}', '{}', '2026-11-25 15:55:08.428694+00', '2026-11-25 15:55:08.428694+00', '2026-11-25 15:55:08.440943+00', NULL, NULL, NULL);
INSERT INTO public.tournament_secrets VALUES ('01a2136a-fbae-70b1-b806-bc31d5385f7f', '\x7c02d35a7bc1ffacadf258bc1c04eb6dac9ed1345231b1aa81513ecb115f94b1');
INSERT INTO public.tournament_tables VALUES ('01a2136a-fbae-70b1-b806-bc31d5385f7f', 2, 1, 2, 'playing', '{2,4}', '{2,4}', false, '{0,0,0,0,0,3}', '01a2136a-fd2e-74d1-80f0-04765a5356de', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 15:55:08.477665+00', NULL, NULL);
INSERT INTO public.tournament_tables VALUES ('01a2136a-fbae-70b1-b806-bc31d5385f7f', 1, 1, 1, 'done', '{3,1}', '{3,1}', false, '{0,0,0,0,0,3}', '01a2136a-fd1b-77c3-a704-ae1d8918ed29', '{1,2}', '{0,0}', NULL, '{0,0}', 'game', '2026-11-25 15:55:08.567696+00', '2026-11-25 15:55:08.458749+00', NULL, '{}');
INSERT INTO public.tournaments VALUES ('01a2136a-fbae-70b1-b806-bc31d5385f7f', 'Friday', 'running', 'public', '01a2136a-fb74-70b8-ae35-b2e2bb5a6970', 'kids', 'board=full', 'none', 'swiss', 2, 2, NULL, 1, 'bye', '4 0|4 2 0|4 2 1 0|4', '{points,wins,buchholz_average,head_to_head,prestige_ratio,fewest_cards,lot}', false, 256, NULL, NULL, NULL, false, 0, 'call', '{}', '\xf244eaa8a42ad3a971d7e40399edae7d10067b5a47969a0e0a7876c19a0a79e8', '2026-11-25 15:55:08.080116+00', '2026-11-25 15:55:08.386897+00', NULL, NULL, false, NULL, 0, false);
ALTER TABLE ONLY public.__diesel_schema_migrations
    ADD CONSTRAINT __diesel_schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.aborts
    ADD CONSTRAINT aborts_pkey PRIMARY KEY (game_id);
ALTER TABLE ONLY public.annulments
    ADD CONSTRAINT annulments_pkey PRIMARY KEY (game_id);
ALTER TABLE ONLY public.annulments
    ADD CONSTRAINT annulments_pool_pool_seq_key UNIQUE (pool, pool_seq);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (blocker_id, blocked_id);
ALTER TABLE ONLY public.bots
    ADD CONSTRAINT bots_pkey PRIMARY KEY (player_id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT challenges_pkey PRIMARY KEY (game_id);
ALTER TABLE ONLY public.device_codes
    ADD CONSTRAINT device_codes_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.device_codes
    ADD CONSTRAINT device_codes_user_code_key UNIQUE (user_code);
ALTER TABLE ONLY public.folded_logs
    ADD CONSTRAINT folded_logs_pkey PRIMARY KEY (game_id);
ALTER TABLE ONLY public.game_clocks
    ADD CONSTRAINT game_clocks_pkey PRIMARY KEY (game_id);
ALTER TABLE ONLY public.game_contributions
    ADD CONSTRAINT game_contributions_pkey PRIMARY KEY (game_id, player_id);
ALTER TABLE ONLY public.game_log
    ADD CONSTRAINT game_log_pkey PRIMARY KEY (game_id, seq);
ALTER TABLE ONLY public.game_seats
    ADD CONSTRAINT game_seats_game_id_player_id_key UNIQUE (game_id, player_id);
ALTER TABLE ONLY public.game_seats
    ADD CONSTRAINT game_seats_game_id_seat_key UNIQUE (game_id, seat);
ALTER TABLE ONLY public.game_seats
    ADD CONSTRAINT game_seats_pkey PRIMARY KEY (game_id, join_order);
ALTER TABLE ONLY public.game_secrets
    ADD CONSTRAINT game_secrets_pkey PRIMARY KEY (game_id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.heartbeat
    ADD CONSTRAINT heartbeat_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (player_id, route, key);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (game_id, player_id);
ALTER TABLE ONLY public.kicks
    ADD CONSTRAINT kicks_pkey PRIMARY KEY (game_id, player_id);
ALTER TABLE ONLY public.oauth_codes
    ADD CONSTRAINT oauth_codes_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.presence_nodes
    ADD CONSTRAINT presence_nodes_pkey PRIMARY KEY (node);
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (game_id, player_id, node);
ALTER TABLE ONLY public.rating_corrections
    ADD CONSTRAINT rating_corrections_pkey PRIMARY KEY (game_id, player_id);
ALTER TABLE ONLY public.rating_events
    ADD CONSTRAINT rating_events_pkey PRIMARY KEY (pool, pool_seq, seat);
ALTER TABLE ONLY public.rating_opponents
    ADD CONSTRAINT rating_opponents_pkey PRIMARY KEY (player_id, pool, opponent_id);
ALTER TABLE ONLY public.rating_pools
    ADD CONSTRAINT rating_pools_pkey PRIMARY KEY (pool);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_pkey PRIMARY KEY (player_id, pool);
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.rematches
    ADD CONSTRAINT rematches_pkey PRIMARY KEY (game_id);
ALTER TABLE ONLY public.seek_secrets
    ADD CONSTRAINT seek_secrets_pkey PRIMARY KEY (seek_id);
ALTER TABLE ONLY public.seeks
    ADD CONSTRAINT seeks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.server_secrets
    ADD CONSTRAINT server_secrets_pkey PRIMARY KEY (purpose);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.shared_deals
    ADD CONSTRAINT shared_deals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stream_tickets
    ADD CONSTRAINT stream_tickets_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.tournament_adjustments
    ADD CONSTRAINT tournament_adjustments_pkey PRIMARY KEY (tournament_id, number);
ALTER TABLE ONLY public.tournament_entries
    ADD CONSTRAINT tournament_entries_pkey PRIMARY KEY (tournament_id, number);
ALTER TABLE ONLY public.tournament_entries
    ADD CONSTRAINT tournament_entries_tournament_id_player_id_key UNIQUE (tournament_id, player_id);
ALTER TABLE ONLY public.tournament_events
    ADD CONSTRAINT tournament_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournament_members
    ADD CONSTRAINT tournament_members_pkey PRIMARY KEY (tournament_id, player_id, role);
ALTER TABLE ONLY public.tournament_rounds
    ADD CONSTRAINT tournament_rounds_pkey PRIMARY KEY (tournament_id, number);
ALTER TABLE ONLY public.tournament_secrets
    ADD CONSTRAINT tournament_secrets_pkey PRIMARY KEY (tournament_id);
ALTER TABLE ONLY public.tournament_tables
    ADD CONSTRAINT tournament_tables_pkey PRIMARY KEY (tournament_id, number);
ALTER TABLE ONLY public.tournaments
    ADD CONSTRAINT tournaments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.unrated
    ADD CONSTRAINT unrated_pkey PRIMARY KEY (game_id);
ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (delivery_id, number);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
CREATE INDEX aborts_player ON public.aborts USING btree (player_id, aborted_at);
CREATE INDEX blocks_blocked ON public.blocks USING btree (blocked_id, blocker_id);
CREATE INDEX bots_owner ON public.bots USING btree (owner_id);
CREATE INDEX bots_seen ON public.bots USING btree (seen_at);
CREATE INDEX challenges_challenger ON public.challenges USING btree (challenger_id, game_id);
CREATE INDEX device_codes_expiry ON public.device_codes USING btree (expires_at);
CREATE INDEX device_codes_player ON public.device_codes USING btree (player_id);
CREATE INDEX device_codes_session ON public.device_codes USING btree (session_id);
CREATE INDEX game_clocks_deadline ON public.game_clocks USING btree (deadline) WHERE (deadline IS NOT NULL);
CREATE INDEX game_seats_open ON public.game_seats USING btree (player_id, game_id) WHERE (NOT over);
CREATE INDEX game_seats_player ON public.game_seats USING btree (player_id, game_id);
CREATE INDEX game_seats_unfolded ON public.game_seats USING btree (player_id, game_id) WHERE (NOT folded);
CREATE INDEX games_creator ON public.games USING btree (creator_id, created_at);
CREATE INDEX games_delayed_ends ON public.games USING btree (id) WHERE (((spectator_ms)::bigint > 0) AND ((visibility)::text = 'public'::text) AND ((status)::text = ANY (ARRAY['finished'::text, 'aborted'::text])) AND (NOT folded));
CREATE INDEX games_open ON public.games USING btree (status, id) WHERE ((status)::text = ANY (ARRAY['waiting'::text, 'active'::text, 'frozen'::text]));
CREATE INDEX games_organizer ON public.games USING btree (creator_id, id) WHERE organized;
CREATE INDEX games_public ON public.games USING btree (id) WHERE ((visibility)::text = 'public'::text);
CREATE INDEX games_public_label ON public.games USING btree (label, id) WHERE (((visibility)::text = 'public'::text) AND (label IS NOT NULL));
CREATE INDEX games_public_ruleset ON public.games USING btree (split_part(ruleset, '+'::text, 1), id) WHERE ((visibility)::text = 'public'::text);
CREATE INDEX games_public_seats ON public.games USING btree (seats, id) WHERE ((visibility)::text = 'public'::text);
CREATE INDEX games_public_status ON public.games USING btree (status, id) WHERE ((visibility)::text = 'public'::text);
CREATE INDEX games_tournament ON public.games USING btree (tournament_id, id) WHERE (tournament_id IS NOT NULL);
CREATE INDEX games_unfolded ON public.games USING btree (created_at, id) WHERE (((status)::text = ANY (ARRAY['finished'::text, 'aborted'::text])) AND (NOT folded));
CREATE INDEX games_waiting ON public.games USING btree (creator_id, created_at) WHERE ((status)::text = 'waiting'::text);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX invitations_player ON public.invitations USING btree (player_id, invited_at);
CREATE INDEX invitations_unfolded ON public.invitations USING btree (player_id, game_id) WHERE (NOT folded);
CREATE INDEX oauth_codes_expiry ON public.oauth_codes USING btree (expires_at);
CREATE INDEX oauth_codes_player ON public.oauth_codes USING btree (player_id);
CREATE INDEX oauth_codes_session ON public.oauth_codes USING btree (session_id);
CREATE INDEX password_resets_age ON public.password_resets USING btree (created_at);
CREATE INDEX password_resets_player ON public.password_resets USING btree (player_id, created_at);
CREATE INDEX players_email ON public.players USING btree (lower(email), id) WHERE (email IS NOT NULL);
CREATE INDEX players_erased ON public.players USING btree (id) WHERE (erased_at IS NOT NULL);
CREATE UNIQUE INDEX players_username ON public.players USING btree (lower(username));
CREATE INDEX presence_node ON public.presence USING btree (node);
CREATE UNIQUE INDEX rating_events_game ON public.rating_events USING btree (game_id, seat);
CREATE INDEX rating_events_player ON public.rating_events USING btree (player_id, pool, pool_seq);
CREATE INDEX rating_events_recent ON public.rating_events USING btree (player_id, pool, finished_at);
CREATE INDEX ratings_standings ON public.ratings USING btree (pool, (((2 * sigma) - mu)), player_id) WHERE (sigma < 6025000);
CREATE INDEX refresh_tokens_expiry ON public.refresh_tokens USING btree (expires_at);
CREATE INDEX refresh_tokens_session ON public.refresh_tokens USING btree (session_id);
CREATE INDEX seeks_expiry ON public.seeks USING btree (expires_at);
CREATE INDEX seeks_meetings ON public.seeks USING btree (player_id, paired_at) WHERE (rated AND (status = 'paired'::text));
CREATE INDEX seeks_open ON public.seeks USING btree (id) WHERE (status = 'open'::text);
CREATE INDEX seeks_player ON public.seeks USING btree (player_id, id);
CREATE INDEX seeks_rated ON public.seeks USING btree (id) WHERE (rated AND (status = 'open'::text));
CREATE INDEX seeks_terms ON public.seeks USING btree (ruleset, options, seats, clock, rated, created_at, id) WHERE (status = 'open'::text);
CREATE INDEX sessions_ended ON public.sessions USING btree (player_id, revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX sessions_player ON public.sessions USING btree (player_id) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX sessions_token_digest ON public.sessions USING btree (token_digest);
CREATE INDEX shared_deals_hidden ON public.shared_deals USING btree (id) WHERE (revealed_at IS NULL);
CREATE UNIQUE INDEX shared_deals_of_round ON public.shared_deals USING btree (tournament_id, round, seats) WHERE (NOT unpaired);
CREATE INDEX stream_tickets_expiry ON public.stream_tickets USING btree (expires_at);
CREATE INDEX stream_tickets_session ON public.stream_tickets USING btree (session_id, created_at);
CREATE INDEX tournament_entries_player ON public.tournament_entries USING btree (player_id, tournament_id);
CREATE INDEX tournament_entries_waiting ON public.tournament_entries USING btree (tournament_id, waits_from) WHERE ((status = 'active'::text) AND (waits_from IS NOT NULL));
CREATE INDEX tournament_events_tournament ON public.tournament_events USING btree (tournament_id, id);
CREATE INDEX tournament_members_player ON public.tournament_members USING btree (player_id, tournament_id);
CREATE INDEX tournament_rounds_unfinished ON public.tournament_rounds USING btree (tournament_id) WHERE ((status <> 'closed'::text) OR (next_round_at IS NOT NULL));
CREATE INDEX tournament_tables_game ON public.tournament_tables USING btree (game_id) WHERE (game_id IS NOT NULL);
CREATE INDEX tournament_tables_round ON public.tournament_tables USING btree (tournament_id, round, number);
CREATE INDEX tournament_tables_unfinished ON public.tournament_tables USING btree (tournament_id, round) WHERE (status = ANY (ARRAY['waiting'::text, 'playing'::text]));
CREATE INDEX tournaments_creator ON public.tournaments USING btree (creator_id, id);
CREATE INDEX tournaments_entering ON public.tournaments USING btree (creator_id) WHERE (status = ANY (ARRAY['draft'::text, 'registration'::text]));
CREATE INDEX tournaments_public ON public.tournaments USING btree (id) WHERE (((visibility)::text = 'public'::text) AND (status <> 'draft'::text));
CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (due_at, id) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_webhook ON public.webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhooks_game ON public.webhooks USING btree (game_id) WHERE (game_id IS NOT NULL);
CREATE INDEX webhooks_player ON public.webhooks USING btree (player_id);
CREATE INDEX webhooks_tournament ON public.webhooks USING btree (tournament_id) WHERE (tournament_id IS NOT NULL);
ALTER TABLE ONLY public.aborts
    ADD CONSTRAINT aborts_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.aborts
    ADD CONSTRAINT aborts_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.bots
    ADD CONSTRAINT bots_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.bots
    ADD CONSTRAINT bots_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT challenges_challenger_id_fkey FOREIGN KEY (challenger_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT challenges_declined_by_fkey FOREIGN KEY (declined_by) REFERENCES public.players(id);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT challenges_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.device_codes
    ADD CONSTRAINT device_codes_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.device_codes
    ADD CONSTRAINT device_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.folded_logs
    ADD CONSTRAINT folded_logs_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.game_clocks
    ADD CONSTRAINT game_clocks_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.game_contributions
    ADD CONSTRAINT game_contributions_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.game_contributions
    ADD CONSTRAINT game_contributions_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.game_seats
    ADD CONSTRAINT game_seats_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.game_seats
    ADD CONSTRAINT game_seats_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.game_secrets
    ADD CONSTRAINT game_secrets_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.kicks
    ADD CONSTRAINT kicks_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.kicks
    ADD CONSTRAINT kicks_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.oauth_codes
    ADD CONSTRAINT oauth_codes_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.oauth_codes
    ADD CONSTRAINT oauth_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_node_fkey FOREIGN KEY (node) REFERENCES public.presence_nodes(node) ON DELETE CASCADE;
ALTER TABLE ONLY public.rating_corrections
    ADD CONSTRAINT rating_corrections_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.annulments(game_id);
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.rematches
    ADD CONSTRAINT rematches_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.seek_secrets
    ADD CONSTRAINT seek_secrets_seek_id_fkey FOREIGN KEY (seek_id) REFERENCES public.seeks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.seeks
    ADD CONSTRAINT seeks_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.shared_deals
    ADD CONSTRAINT shared_deals_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES public.tournaments(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.stream_tickets
    ADD CONSTRAINT stream_tickets_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tournament_adjustments
    ADD CONSTRAINT tournament_adjustments_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES public.tournaments(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tournament_entries
    ADD CONSTRAINT tournament_entries_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.tournament_entries
    ADD CONSTRAINT tournament_entries_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES public.tournaments(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tournament_events
    ADD CONSTRAINT tournament_events_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.tournament_events
    ADD CONSTRAINT tournament_events_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES public.tournaments(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tournament_members
    ADD CONSTRAINT tournament_members_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.players(id);
ALTER TABLE ONLY public.tournament_members
    ADD CONSTRAINT tournament_members_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.tournament_members
    ADD CONSTRAINT tournament_members_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES public.tournaments(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tournament_rounds
    ADD CONSTRAINT tournament_rounds_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES public.tournaments(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tournament_secrets
    ADD CONSTRAINT tournament_secrets_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES public.tournaments(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tournament_tables
    ADD CONSTRAINT tournament_tables_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES public.tournaments(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tournaments
    ADD CONSTRAINT tournaments_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES public.webhook_deliveries(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
