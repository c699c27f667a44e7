-- Clubs: groups of players with an owner, managers and members, to which tournaments can belong.
CREATE TABLE clubs (
    id          uuid        PRIMARY KEY,
    name        text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
    -- What the club tells about itself, in paragraphs.
    description text[]      NOT NULL DEFAULT '{}',
    -- Whether everybody finds and sees it, or only its members and those whom it has invited.
    visibility  text        NOT NULL CHECK (visibility IN ('public', 'private')),
    -- How players become members without an invitation: at once, by an application, or not at all.
    joining     text        NOT NULL CHECK (joining IN ('open', 'application', 'invitation')),
    -- SHA-256 of the code with which a player joins; null without one.
    join_digest bytea       CHECK (octet_length(join_digest) = 32),
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- When its last member left. Its tournaments stay.
    closed_at   timestamptz
);
CREATE INDEX clubs_public ON clubs (id) WHERE visibility = 'public' AND closed_at IS NULL;

-- A club that is not closed has exactly one owner.
CREATE TABLE club_members (
    club_id   uuid        NOT NULL REFERENCES clubs ON DELETE CASCADE,
    player_id uuid        NOT NULL REFERENCES players,
    role      text        NOT NULL CHECK (role IN ('owner', 'manager', 'member')),
    since     timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (club_id, player_id)
);
CREATE UNIQUE INDEX club_members_owner ON club_members (club_id) WHERE role = 'owner';
CREATE INDEX club_members_player ON club_members (player_id, club_id);

-- Invitations that players have not answered, and applications that the club has not answered.
CREATE TABLE club_requests (
    club_id   uuid        NOT NULL REFERENCES clubs ON DELETE CASCADE,
    player_id uuid        NOT NULL REFERENCES players,
    kind      text        NOT NULL CHECK (kind IN ('invitation', 'application')),
    -- Who has invited; null for applications. Nobody sees invitations of players whom they have blocked.
    asked_by  uuid        REFERENCES players,
    asked_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (club_id, kind, player_id),
    CHECK ((asked_by IS NULL) = (kind = 'application'))
);
CREATE INDEX club_requests_player ON club_requests (player_id, club_id);

ALTER TABLE tournaments
    ADD COLUMN club_id uuid REFERENCES clubs,
    -- Whether only members of the club can enter.
    ADD COLUMN members_only boolean NOT NULL DEFAULT false;
CREATE INDEX tournaments_club ON tournaments (club_id, id) WHERE club_id IS NOT NULL;
