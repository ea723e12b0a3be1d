-- Account 01 has a key that was used, and a revoked one.
insert into api_keys (account_id, id, nome, key_hash, last4, scopes, created_by, created_at, expires_at, last_used_at, revoked_at)
select '00000000-0000-7000-8000-000000000001', format('00000000-0000-7000-d000-0000000000%s', n)::uuid, nome,
       sha256(convert_to(nome, 'UTF8')), 'a1B2', array['leads:read', 'leads:write'], '00000000-0000-7000-9000-000000000001',
       now() - interval '9 days', now() + interval '356 days', now() - interval '1 day', revoked_at
  from (values ('01', 'n8n', null), ('02', 'Planilha', now() - interval '2 days')) k (n, nome, revoked_at);
insert into idempotency_keys (account_id, key_hash, request_hash, id, created_at)
values ('00000000-0000-7000-8000-000000000001', sha256('a'), sha256('b'), gen_random_uuid(), now());
