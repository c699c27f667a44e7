-- The evaluation that judges puzzles has become stronger. These positions are no puzzles any more, because another turn is as good as the
-- solution: wrong answers to them do not count, and what they cost is given back. Running it again changes nothing.
WITH gone (puzzle_id) AS (VALUES
    ('2ebbcf0f-ff18-8876-9a7a-1dd218dfe6f2'::uuid), ('30c7f185-1aeb-8c64-98f4-343e36fd1952'::uuid),
    ('30e2c32b-fe0c-8196-975c-8854a2d87a7b'::uuid), ('3450a533-d203-8d81-bbfc-136baf62ca38'::uuid),
    ('3e8e9b56-5dcc-85d1-99a2-0fc9265717a9'::uuid), ('40d0a29e-579c-80ff-b65f-ad4532d035d0'::uuid),
    ('466efa5b-74f4-82d1-b437-f49762a60ceb'::uuid), ('4700d6bb-20ae-8a9f-bec9-2b69c07683c7'::uuid),
    ('487bead2-012a-8a88-9c0c-1b4f454e8a42'::uuid), ('4d997ace-95cd-8ca6-ac6c-82e0ae6f0f89'::uuid),
    ('578b5dc9-a28e-8a8d-b064-96e9f82a91a2'::uuid), ('5c5e416d-19c1-8adc-9b4d-7feac330f0d6'::uuid),
    ('5d104032-8b8f-8367-8cbd-b4ab3aecacec'::uuid), ('631fdaa9-9fd0-860c-bf51-a9cd739c0424'::uuid),
    ('6472f4bc-c561-837b-a709-e1d7ee45a8bd'::uuid), ('66308dd5-5504-8b12-8723-06561bf9fc35'::uuid),
    ('784dcac8-8c44-8480-8dba-424dc045a88d'::uuid), ('7fb405f1-e3f7-8f30-a81f-51400e6f08e3'::uuid),
    ('7fbaa82c-b3a0-8b1a-8317-ca080541f498'::uuid), ('885ceb05-1da3-8fb0-97a6-14915b034cb8'::uuid),
    ('91138041-67bb-8f84-a081-e7e4c48cb610'::uuid), ('9628e13f-1efe-8986-9cb1-ba8b81dc999c'::uuid),
    ('9b87c02f-3d68-8bf4-8f02-5e97aba86c8e'::uuid), ('9ba2adca-f63a-8632-9ded-5a533ad89fa8'::uuid),
    ('9d027baf-ae33-87f6-aa50-fbd6376a962c'::uuid), ('9dd23d84-dfcb-8520-9df0-1561f2d57a2f'::uuid),
    ('9de55493-4c1e-8450-aa8c-0af2fec88164'::uuid), ('9eb13375-3046-8623-a76c-4332b78bf6af'::uuid),
    ('a86d7ca4-095b-8add-baa6-5eaee57e77e7'::uuid), ('b12dad9c-1b1b-89ad-96ca-3412cf4f3af7'::uuid),
    ('bcad7e9e-ab5b-8db1-9b1a-c45bd74cdd29'::uuid), ('c32d9b68-7db6-8cf9-9f66-e3172f0615c6'::uuid),
    ('d56a4fe9-cdf5-80a8-b3c2-ec91ea2c0d6e'::uuid), ('e146e79d-06e9-8c44-a8c4-70182b796c1a'::uuid),
    ('e8e531e6-fdb7-8abe-8bb7-44be47f64678'::uuid), ('ef54ff54-467e-8089-a6f3-7c991e494b14'::uuid),
    ('f914a3db-e2b2-8642-97c9-926ba7499b6c'::uuid), ('fab81695-8b2b-85d0-a69b-49b9f715059b'::uuid)
), lost AS (
    DELETE FROM puzzle_answers a USING gone
    WHERE a.puzzle_id = gone.puzzle_id AND NOT a.solved
    RETURNING a.player_id, greatest(a.mu_micro_before - a.mu_micro_after, 0) AS mu_micro
), of_player AS (
    SELECT player_id, sum(mu_micro)::bigint AS mu_micro, count(*)::integer AS answers FROM lost GROUP BY player_id
)
UPDATE puzzle_solvers s SET mu_micro = s.mu_micro + p.mu_micro, answers = s.answers - p.answers
FROM of_player p WHERE s.player_id = p.player_id;
