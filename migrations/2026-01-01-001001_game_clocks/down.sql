DROP TABLE heartbeat;
DROP TABLE game_clocks;
