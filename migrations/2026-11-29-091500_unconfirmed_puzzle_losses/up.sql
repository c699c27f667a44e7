-- A second seed does not confirm these puzzles: games that are played on, or a deep search, find another turn as good as the solution.
-- Wrong answers to them do not count, and what they cost is given back. Running it again changes nothing.
WITH gone (puzzle_id) AS (VALUES
    ('0a52aadf-2bf0-8945-94f7-e3d1705a088e'::uuid), ('0b799e2f-1d72-8ee0-b499-da7f76d47278'::uuid),
    ('0c3ecb67-ab03-8887-b04d-4fd0ec2aef75'::uuid), ('0e74d10c-ca4e-8587-85ee-bfabd67947de'::uuid),
    ('1fe082a2-5747-8610-859b-dccc4721a75e'::uuid), ('2037933c-2a39-8249-bfa0-1f1328933d5f'::uuid),
    ('40c34b06-cca9-8e0d-b702-fc501ab980ae'::uuid), ('423c1a4f-b1b4-8214-96ed-e76d852c6b70'::uuid),
    ('68c98418-90a8-891d-a03f-b590f82b76b0'::uuid), ('72a0da6d-5907-8196-a8bc-8ede8e0640f9'::uuid),
    ('7cc78fa0-8aae-84d1-8f58-8a94714f23c8'::uuid), ('92f71bb8-6e68-8eb5-a86f-65b1dc6c4b21'::uuid),
    ('8e9afef4-1af8-85a7-bd21-952be0506268'::uuid),
    ('9c470c02-8e94-8381-9206-66c997198584'::uuid), ('a07ad183-d874-8d28-868e-6f9556f1a5cc'::uuid),
    ('a8edc3a0-bd67-8475-9418-e541a1b3fb4a'::uuid), ('c915332c-3978-85f2-a28a-c66dc76c4d1d'::uuid),
    ('ea02caeb-dd09-8cc6-951a-44cb86af1862'::uuid), ('fbc0c699-45d0-895b-b9b8-d3e23f7f5500'::uuid)
), lost AS (
    DELETE FROM puzzle_answers a USING gone
    WHERE a.puzzle_id = gone.puzzle_id AND NOT a.solved
    RETURNING a.player_id, greatest(a.mu_micro_before - a.mu_micro_after, 0) AS mu_micro
), of_player AS (
    SELECT player_id, sum(mu_micro)::bigint AS mu_micro, count(*)::integer AS answers FROM lost GROUP BY player_id
)
UPDATE puzzle_solvers s SET mu_micro = s.mu_micro + p.mu_micro, answers = s.answers - p.answers
FROM of_player p WHERE s.player_id = p.player_id;
