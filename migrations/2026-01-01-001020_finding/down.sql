DROP INDEX blocks_blocked;
DROP TABLE seek_secrets;
DROP TABLE seeks;
DROP TABLE rematches;
DROP TABLE challenges;
DROP INDEX invitations_unfolded;
ALTER TABLE invitations DROP COLUMN place, DROP COLUMN folded;
