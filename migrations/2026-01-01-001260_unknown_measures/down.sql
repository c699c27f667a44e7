COMMENT ON COLUMN tournament_tables.prestige IS NULL;
UPDATE tournament_tables SET
    prestige = coalesce(prestige, array_fill(0::smallint, ARRAY[cardinality(places)])),
    cards = coalesce(cards, array_fill(0::smallint, ARRAY[cardinality(places)])),
    tokens = coalesce(tokens, array_fill(0::smallint, ARRAY[cardinality(places)]))
    WHERE places IS NOT NULL;
