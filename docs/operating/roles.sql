-- What a server may do with `LAPIDARY_MIGRATE=off`: read and write data, and nothing else. Run it in the database
-- as the owner of the tables, after the first `lapidary migrate`. The role is made by `CREATE ROLE lapidary_server LOGIN`.
GRANT USAGE ON SCHEMA public TO lapidary_server;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO lapidary_server;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO lapidary_server;
-- The list of the migrations that have run is the owner's.
REVOKE INSERT, UPDATE, DELETE ON __diesel_schema_migrations FROM lapidary_server;
-- The same for tables of later migrations.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO lapidary_server;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO lapidary_server;
