DROP TABLE rating_corrections, annulments, rating_opponents, rating_events, ratings, rating_pools;
