ALTER TABLE tournament_members DROP COLUMN asked_by;
DELETE FROM tournament_members WHERE role = 'invited_organizer';
ALTER TABLE tournament_members DROP CONSTRAINT tournament_members_role_check;
ALTER TABLE tournament_members ADD CONSTRAINT tournament_members_role_check CHECK (role IN ('organizer', 'invited'));
