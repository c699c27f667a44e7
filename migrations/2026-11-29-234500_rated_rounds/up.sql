-- What counts for ratings over the board is settled when a round is paired, and not when its results are known: in which season, and for
-- which entries.
ALTER TABLE tournament_rounds ADD COLUMN season_id uuid, ADD COLUMN rated_entries integer[] NOT NULL DEFAULT '{}';
CREATE INDEX tournament_rounds_seasons ON tournament_rounds (season_id) WHERE season_id IS NOT NULL;

-- Rounds of before: the season that ran, and everybody with an account who is old enough by now.
UPDATE tournament_rounds r SET season_id = s.id
FROM tournament_details d JOIN club_seasons s ON s.ladder_id = d.ladder_id
WHERE d.tournament_id = r.tournament_id AND s.started_at <= r.paired_at AND (s.ended_at IS NULL OR s.ended_at > r.paired_at);

UPDATE tournament_rounds r SET rated_entries = (
    SELECT coalesce(array_agg(e.number ORDER BY e.number), '{}')
    FROM tournament_entries e JOIN players p ON p.id = e.player_id
    LEFT JOIN club_members m ON m.club_id = l.club_id AND m.player_id = p.id
    WHERE e.tournament_id = r.tournament_id AND e.guest IS NULL
    AND p.created_at <= now() - make_interval(days => l.account_days_min)
    AND (l.member_days_min = 0 OR m.since <= now() - make_interval(days => l.member_days_min))
)
FROM tournament_details d JOIN club_ladders l ON l.id = d.ladder_id
WHERE d.tournament_id = r.tournament_id AND r.season_id IS NOT NULL;

-- A result that was annulled because its table has another one by now is rated anew; one that was annulled otherwise is not.
ALTER TABLE annulments ADD COLUMN replaced boolean NOT NULL DEFAULT false;
