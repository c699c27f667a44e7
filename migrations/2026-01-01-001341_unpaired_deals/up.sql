-- A round that is unpaired leaves its deals to its aborted games. The round that is paired in its place has deals of its own.
ALTER TABLE shared_deals ADD COLUMN unpaired boolean NOT NULL DEFAULT false;
ALTER TABLE shared_deals DROP CONSTRAINT shared_deals_tournament_id_round_seats_key;
CREATE UNIQUE INDEX shared_deals_of_round ON shared_deals (tournament_id, round, seats) WHERE NOT unpaired;
