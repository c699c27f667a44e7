-- Adds a row to each table that has none, whatever its columns mean: values by their types and by the numbers
-- and words of their checks, tried until a row fits. Returns the tables that stay empty.
CREATE FUNCTION pg_temp.fill() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    tables regclass[];
    filled integer := 1;
    empty boolean;
    one regclass;
    names text;
    expressions text;
BEGIN
    PERFORM setseed(0.5);
    SELECT array_agg(oid::regclass ORDER BY oid) INTO tables FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '__diesel_schema_migrations';
    -- A table can be filled after those to which it refers.
    WHILE filled > 0 LOOP
        filled := 0;
        FOREACH one IN ARRAY tables LOOP
            EXECUTE format('SELECT NOT EXISTS (SELECT FROM %s)', one) INTO empty;
            CONTINUE WHEN NOT empty;
            FOR attempt IN 1..500 LOOP
                SELECT string_agg(quote_ident(attname), ', '), string_agg(pg_temp.value(one, attnum), ', ')
                    INTO names, expressions FROM pg_attribute
                    WHERE attrelid = one AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = '';
                BEGIN
                    EXECUTE format('INSERT INTO %s (%s) SELECT %s', one, names, expressions);
                    filled := filled + 1;
                    EXIT;
                EXCEPTION WHEN integrity_constraint_violation OR data_exception OR raise_exception THEN NULL;
                END;
            END LOOP;
        END LOOP;
    END LOOP;
    FOREACH one IN ARRAY tables LOOP
        EXECUTE format('SELECT NOT EXISTS (SELECT FROM %s)', one) INTO empty;
        IF empty THEN RETURN NEXT one::text; END IF;
    END LOOP;
END $$;

-- Returns an expression for a value of a column, which perhaps fits.
CREATE FUNCTION pg_temp.value(of_table regclass, number smallint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    reference record;
    kind regtype;
    may_be_null boolean;
    checks text;
    words text[];
    numbers integer[];
    size integer;
    element regtype;
    made text;
BEGIN
    SELECT atttypid, NOT attnotnull INTO kind, may_be_null FROM pg_attribute
        WHERE attrelid = of_table AND attnum = number;
    SELECT confrelid::regclass AS target, attname, cardinality(conkey) = 1 AS is_alone INTO reference FROM pg_constraint
        JOIN pg_attribute ON attrelid = confrelid AND attnum = confkey[array_position(conkey, number)]
        WHERE contype = 'f' AND conrelid = of_table AND number = ANY (conkey) LIMIT 1;
    IF may_be_null AND random() < 0.3 THEN RETURN 'NULL'; END IF;
    IF reference.target IS NOT NULL THEN
        -- All columns of one key come from one row.
        RETURN format('(SELECT %I FROM %s ORDER BY %s LIMIT 1)', reference.attname, reference.target,
            CASE WHEN reference.is_alone THEN 'random()' ELSE '1' END);
    END IF;
    SELECT string_agg(pg_get_constraintdef(oid), ' ') INTO checks FROM pg_constraint
        WHERE contype = 'c' AND (conrelid = of_table AND number = ANY (conkey) OR contypid = kind);
    SELECT coalesce(nullif(typbasetype, 0), oid)::regtype INTO kind FROM pg_type WHERE oid = kind;
    SELECT array_agg(word[1]) INTO words FROM regexp_matches(checks, '''([^'']+)''::text', 'g') AS word;
    SELECT array_agg(n[1]::integer) INTO numbers FROM regexp_matches(checks, '\y(\d{1,6})\y', 'g') AS n;
    size := coalesce(numbers[1 + floor(random() * cardinality(numbers))::integer], 1) + (random() < 0.3)::integer;
    SELECT typelem::regtype INTO element FROM pg_type WHERE oid = kind AND typcategory = 'A';
    made := CASE coalesce(nullif(element, 0::regtype), kind)
        WHEN 'text'::regtype THEN quote_literal(coalesce(
            CASE WHEN random() < 0.9 THEN words[1 + floor(random() * cardinality(words))::integer] END,
            repeat('a', least(size, 1000))))
        WHEN 'bytea'::regtype THEN format('decode(repeat(''ab'', %s), ''hex'')', least(size, 1000))
        WHEN 'uuid'::regtype THEN 'gen_random_uuid()'
        WHEN 'boolean'::regtype THEN (random() < 0.5)::text
        WHEN 'timestamptz'::regtype THEN format('now() + %s * interval ''1 hour''', floor(random() * 3 - 1))
        WHEN 'jsonb'::regtype THEN '''[]'''
        ELSE size::text
    END;
    IF element IS NULL OR element = 0::regtype THEN RETURN made; END IF;
    RETURN format('array_fill((%s)::%s, ARRAY[%s])', made, element, least(size, 4) * (random() < 0.7)::integer);
END $$;
