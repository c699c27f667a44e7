-- The entries that took no part any more when the round closed. Null while it is not closed, and for rounds that closed before this was
-- stored. What happens later, such as a return or an erasure, does not change who went on.
ALTER TABLE tournament_rounds ADD COLUMN absent integer[];

-- The tournaments that are cancelled when their last organizer erases the account.
CREATE INDEX tournaments_entering ON tournaments (creator_id) WHERE status IN ('draft', 'registration');
