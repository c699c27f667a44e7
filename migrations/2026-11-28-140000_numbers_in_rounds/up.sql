-- The number of the table in its round, which stands on the table in a hall; 0 for tables from before, whose match is their number.
ALTER TABLE tournament_tables ADD COLUMN in_round smallint NOT NULL DEFAULT 0;
-- The table at which the entry sits in every round.
ALTER TABLE tournament_entries ADD COLUMN fixed_table smallint CHECK (fixed_table > 0);
