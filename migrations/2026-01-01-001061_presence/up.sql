-- The servers that are running, each with the time until which it is known to be.
CREATE TABLE presence_nodes (
    node       uuid        PRIMARY KEY,
    expires_at timestamptz NOT NULL
);
-- Which players follow their games on which server. A row is written when a player comes or goes, and counts as long as the
-- row of its server: so nothing is written while a player stays, and nobody has to clear up after a server that died.
CREATE TABLE presence (
    node      uuid NOT NULL REFERENCES presence_nodes ON DELETE CASCADE,
    game_id   uuid NOT NULL,
    player_id uuid NOT NULL,
    PRIMARY KEY (game_id, player_id, node)
);
CREATE INDEX presence_node ON presence (node);
