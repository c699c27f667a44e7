-- Tournaments whose words are not those of their name. If the statement is interrupted, PostgreSQL keeps an index that is not valid:
-- drop it and migrate again.
CREATE INDEX CONCURRENTLY tournaments_without_words ON tournaments (id) WHERE words_of IS DISTINCT FROM name;
