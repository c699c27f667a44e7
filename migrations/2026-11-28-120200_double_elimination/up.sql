-- Whoever has lost twice is out.
ALTER TABLE tournaments DROP CONSTRAINT tournaments_format_check;
ALTER TABLE tournaments
    ADD CONSTRAINT tournaments_format_check
        CHECK (format IN ('swiss', 'round_robin', 'heats', 'single_elimination', 'double_elimination', 'arena')) NOT VALID;
