-- Account 01 has a form with a consent text, a lead that came through it, and a submission that waits.
insert into capture_forms (account_id, id, public_key, nome, title, intro, thanks, fields, required, distribution, member_ids,
                           consent_version, is_active, created_at)
values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-a100-000000000001', 'formularioDoPreenchim1', 'Site', 'Fale com a gente', '',
        'Recebemos.', array['nome', 'telefone'], array['nome', 'telefone'], 'turns',
        array['00000000-0000-7000-9000-000000000001']::uuid[], 1, true, now() - interval '9 days');
insert into capture_consent_texts (account_id, form_id, version, text, created_at)
values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-a100-000000000001', 1, 'Aceito o contato.', now() - interval '9 days');
insert into capture_submissions (account_id, id, form_id, at, outcome, reason, fields)
values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-a200-000000000001', '00000000-0000-7000-a100-000000000001',
        now() - interval '1 day', 'waiting', 'limit', '[["nome", "Bia"], ["telefone", "11900001111"]]'),
       ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-a200-000000000002', '00000000-0000-7000-a100-000000000001',
        now() - interval '1 day', 'lead', null, null);
insert into capture_consents (account_id, lead_id, submission_id, form_id, version, at)
values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-a200-000000000002', '00000000-0000-7000-a200-000000000002',
        '00000000-0000-7000-a100-000000000001', 1, now() - interval '1 day');
insert into capture_turns (account_id, form_id, user_id, lead_id, at)
values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-a100-000000000001', '00000000-0000-7000-9000-000000000001',
        '00000000-0000-7000-a200-000000000002', now() - interval '1 day');
