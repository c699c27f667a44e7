DROP TABLE tournament_events, tournament_adjustments, tournament_tables, tournament_rounds, tournament_entries,
    tournament_members, tournament_secrets, tournaments;
