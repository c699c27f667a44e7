-- The words of names, by which tournaments, clubs and series are found, and the name that has them. The program writes both, because
-- what PostgreSQL takes for a letter depends on its locale. A job writes them where a server of the last release has written the name.
DROP INDEX tournaments_words;
ALTER TABLE tournaments ADD COLUMN name_words text[], ADD COLUMN words_of text;
ALTER TABLE clubs ADD COLUMN name_words text[], ADD COLUMN words_of text;
ALTER TABLE series ADD COLUMN name_words text[], ADD COLUMN words_of text;
CREATE OR REPLACE VIEW tournament_details AS
SELECT id AS tournament_id, created_at, forbidden, seed_revealed, club_id, ladder_id, starts_at, first_round_at, settings,
       name_words, words_of FROM tournaments;
CREATE INDEX clubs_by_words ON clubs USING gin (array_to_tsvector(name_words)) WHERE visibility = 'public' AND closed_at IS NULL;
CREATE INDEX series_by_words ON series USING gin (array_to_tsvector(name_words)) WHERE visibility = 'public';
CREATE INDEX clubs_without_words ON clubs (id) WHERE words_of IS DISTINCT FROM name;
CREATE INDEX series_without_words ON series (id) WHERE words_of IS DISTINCT FROM name;
