insert into outbox (id, account_id, kind, recipient, data, created_at, due_at, attempts)
select gen_random_uuid(), account_id, 'welcome', email, jsonb_build_object('nome', nome), now(), now() + interval '1 hour', 1
  from users where email = 'elisa@exemplo.com.br';
insert into outbox (id, kind, recipient, data, created_at, due_at)
values (gen_random_uuid(), 'reset', 'ninguem@exemplo.com.br', '{}', now(), now() + interval '1 hour');

-- The link's token is "reset-of-04", padded with "x".
insert into password_resets (token_hash, account_id, user_id, email, request_id, expires_at)
select sha256(convert_to(rpad('reset-of-04', 43, 'x'), 'UTF8')), account_id, id, email, gen_random_uuid(),
       now() + interval '50 minutes'
  from users where email = 'davi@exemplo.com.br';

insert into rate_limits (key, count, resets_at) values (sha256('somebody'), 3, now() + interval '10 minutes');
update accounts set trial_reminded_at = timestamptz '2026-01-07 12:00Z' where trial_end < now();
