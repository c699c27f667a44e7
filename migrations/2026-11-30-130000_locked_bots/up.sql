-- A match of bots also stops because one of them is locked.
ALTER TABLE bot_matches
    DROP CONSTRAINT bot_matches_reason_check,
    ADD CONSTRAINT bot_matches_reason_check
        CHECK (reason IN ('cancelled', 'expired', 'bot_erased', 'blocked', 'bot_locked')) NOT VALID;
