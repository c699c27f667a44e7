-- Players who are told by mail which slow games wait for them. There is a row for whoever has ever asked for it.
CREATE TABLE mail_digests (
    player_id      uuid        PRIMARY KEY REFERENCES players,
    -- The address that they asked for. Nothing goes there once the account has another one.
    email          text        NOT NULL,
    -- The shortest time between two mails; null for no mails.
    every_hours    smallint    CHECK (every_hours BETWEEN 1 AND 168),
    -- When whoever reads the mail of the address agreed.
    confirmed_at   timestamptz,
    -- The digest of the token of the link with which they can agree.
    confirm_digest bytea       UNIQUE CHECK (octet_length(confirm_digest) = 32),
    confirm_until  timestamptz,
    -- How many links were asked for since when.
    asked          smallint    NOT NULL DEFAULT 0,
    asked_since    timestamptz NOT NULL DEFAULT now(),
    -- The token of the link that ends the mails. It does nothing else.
    end_token      text        NOT NULL UNIQUE,
    -- When the games of the player are to be read.
    check_at       timestamptz,
    written_at     timestamptz,
    -- The mail that is to be sent: 'confirmation' or 'turns'. It is removed before it is sent, so that it is never sent twice.
    letter         text,
    lines          text[]      NOT NULL DEFAULT '{}',
    turns          integer     NOT NULL DEFAULT 0,
    due_at         timestamptz,
    tries          smallint    NOT NULL DEFAULT 0
);
CREATE INDEX mail_digests_check ON mail_digests (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX mail_digests_due ON mail_digests (due_at) WHERE due_at IS NOT NULL;

-- The last turn of each game that a player was told by mail.
CREATE TABLE mail_digests_told (
    player_id uuid   NOT NULL REFERENCES players,
    game_id   uuid   NOT NULL,
    number    bigint NOT NULL,
    PRIMARY KEY (player_id, game_id)
);
