-- Public tournaments by the words of their names. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop it
-- and migrate again.
CREATE INDEX CONCURRENTLY tournaments_by_words ON tournaments USING gin (array_to_tsvector(name_words)) WHERE visibility = 'public' AND status <> 'draft';
