-- Acts by an outdated copy are refused, and the audit says what an act has changed.
ALTER TABLE tournament_tables
    -- How often the table has changed.
    ADD COLUMN version integer NOT NULL DEFAULT 0;
ALTER TABLE tournament_events
    -- The changed fields, and the text of each before and after; null without a value.
    ADD COLUMN changed_fields text[] NOT NULL DEFAULT '{}',
    ADD COLUMN texts_before   text[] NOT NULL DEFAULT '{}',
    ADD COLUMN texts_after    text[] NOT NULL DEFAULT '{}';
