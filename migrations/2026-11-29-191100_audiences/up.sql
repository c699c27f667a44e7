-- An entry of an audit stays with whom it was written for, also when what it is about becomes public later: 0 for everybody who sees that,
-- 1 for members of a private club, and for entries and invited players of a private tournament, 2 for organizers of a draft.
ALTER TABLE tournament_events ADD COLUMN audience smallint NOT NULL DEFAULT 0;

-- What was written before a club or a tournament became public: up to the change that says so, which has the old visibility.
UPDATE tournament_events e SET audience = 1
FROM tournament_events c
WHERE c.kind = 'changed' AND c.id >= e.id AND (c.club_id = e.club_id OR c.tournament_id = e.tournament_id)
AND c.texts_before[array_position(c.changed_fields, 'visibility')] = 'private';

-- What was written in clubs and tournaments that are private now.
UPDATE tournament_events e SET audience = 1 FROM clubs c WHERE c.id = e.club_id AND c.visibility = 'private';
UPDATE tournament_events e SET audience = 1 FROM tournaments t WHERE t.id = e.tournament_id AND t.visibility = 'private';

-- What was changed in drafts.
UPDATE tournament_events e SET audience = 2
FROM tournament_events o
WHERE e.kind = 'changed' AND o.kind = 'registration_opened' AND o.tournament_id = e.tournament_id AND o.id > e.id;
