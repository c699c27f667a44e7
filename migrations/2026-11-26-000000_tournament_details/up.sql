-- A part of the columns of `tournaments`, for servers whose query builder has room for 32 columns in a table: with room for more it takes
-- three times as long to build. PostgreSQL updates the table through the view. Columns that are added to the table are added here.
CREATE VIEW tournament_details AS
SELECT id AS tournament_id, created_at, forbidden, seed_revealed, play, description, club_id, members_only FROM tournaments;
