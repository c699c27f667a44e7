-- What players report to administrators. The open reports of one target are one entry.
CREATE TABLE player_reports (
    id          uuid        PRIMARY KEY,
    -- As in tournament_events.
    target      text        NOT NULL,
    -- Whose account it is, or who answers for the text.
    player_id   uuid        NOT NULL REFERENCES players,
    -- The text as it was first reported, until it is taken down or the entry is decided.
    shown       text,
    reported_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    outcome     text        CHECK (outcome IN ('dismissed', 'acted')),
    decided_at  timestamptz,
    decision    text,
    -- How many had reported it; their rows are deleted with the decision.
    reporters   integer,
    CHECK (num_nonnulls(outcome, decided_at, decision, reporters) IN (0, 4))
);
CREATE UNIQUE INDEX player_reports_open ON player_reports (target) WHERE outcome IS NULL;
CREATE INDEX player_reports_queue ON player_reports (id) WHERE outcome IS NULL;
CREATE INDEX player_reports_decided ON player_reports (decided_at) WHERE outcome IS NOT NULL;
CREATE INDEX player_reports_player ON player_reports (player_id);

-- Who has reported it, and why.
CREATE TABLE reporters (
    report_id   uuid        NOT NULL REFERENCES player_reports ON DELETE CASCADE,
    player_id   uuid        NOT NULL REFERENCES players,
    reason      text        NOT NULL,
    reported_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (report_id, player_id)
);
CREATE INDEX reporters_player ON reporters (player_id);
