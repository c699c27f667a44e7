-- What was not measured at a table is null, not 0, which is a value: a result that an organizer has set without prestige and cards, and
-- the cards of Kids, which has none. A game that ended with zeros everywhere and was overruled looks the same; it decides nothing either.
UPDATE tournament_tables SET prestige = NULL, cards = NULL, tokens = NULL
    WHERE decided_by = 'arbiter' AND 0 = ALL (prestige || cards || tokens);
UPDATE tournament_tables t SET cards = NULL
    FROM tournaments e WHERE e.id = t.tournament_id AND e.ruleset = 'kids' AND t.cards IS NOT NULL;
COMMENT ON COLUMN tournament_tables.prestige IS 'by seat; null without a result, and where it is unknown; so are cards and tokens';
