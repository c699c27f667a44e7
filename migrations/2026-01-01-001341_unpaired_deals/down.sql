DROP INDEX shared_deals_of_round;
DELETE FROM shared_deals WHERE unpaired;
ALTER TABLE shared_deals ADD UNIQUE (tournament_id, round, seats);
ALTER TABLE shared_deals DROP COLUMN unpaired;
