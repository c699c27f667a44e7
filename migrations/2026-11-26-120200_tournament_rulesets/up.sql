-- Public tournaments of a ruleset, with any modules. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop it
-- and migrate again.
CREATE INDEX CONCURRENTLY tournaments_rulesets ON tournaments (split_part(ruleset, '+', 1), id)
    WHERE visibility = 'public' AND status <> 'draft';
