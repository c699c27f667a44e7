-- A player who was asked to organize a tournament, and has not answered.
ALTER TABLE tournament_members DROP CONSTRAINT tournament_members_role_check;
ALTER TABLE tournament_members ADD CONSTRAINT tournament_members_role_check
    CHECK (role IN ('organizer', 'invited_organizer', 'invited'));
-- Who asked. A player does not see what somebody asks whom they have blocked.
ALTER TABLE tournament_members ADD COLUMN asked_by uuid REFERENCES players;
