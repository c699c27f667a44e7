-- A rated seek is paired by rating. The range of acceptable ratings has no end on the side that is null.
ALTER TABLE seeks
    ADD COLUMN rated      boolean  NOT NULL DEFAULT false,
    ADD COLUMN rating_min smallint,
    ADD COLUMN rating_max smallint,
    -- When its game started; null for seeks that were paired before this column existed.
    ADD COLUMN paired_at  timestamptz,
    ADD CHECK (NOT rated OR clock <> 'none'),
    ADD CHECK (rated OR (rating_min IS NULL AND rating_max IS NULL));
-- Who has met whom in ladder games of the last day: seeks are stored longer than that.
CREATE INDEX seeks_meetings ON seeks (player_id, paired_at) WHERE rated AND status = 'paired';
DROP INDEX seeks_terms;
CREATE INDEX seeks_terms ON seeks (ruleset, options, seats, clock, rated, created_at, id) WHERE status = 'open';
CREATE INDEX seeks_rated ON seeks (id) WHERE rated AND status = 'open';
