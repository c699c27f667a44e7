-- Which judge made an analysis, and with how many simulations for each search. The analysis of an earlier judge is made again when
-- somebody asks for it.
ALTER TABLE game_analyses
    ADD COLUMN judge       smallint NOT NULL DEFAULT 1,
    ADD COLUMN simulations integer  CHECK (simulations > 0);
