-- Account 01 has an endpoint with a delivered and a pending message. Its secret is not one that a server encrypted.
insert into webhook_endpoints (account_id, id, url, description, events, secret, created_by_kind, created_by, created_at)
values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-e000-000000000001', 'https://hooks.exemplo.com.br/fechou',
        'n8n', array['lead.created'], '\x00', 'user', '00000000-0000-7000-9000-000000000001', now() - interval '9 days');
insert into webhook_messages (account_id, id, type, at, data)
select '00000000-0000-7000-8000-000000000001', format('00000000-0000-7000-f000-0000000000%s', n)::uuid, 'lead.created',
       now() - interval '1 day', '{}' from (values ('01'), ('02')) m (n);
insert into webhook_deliveries (account_id, endpoint_id, message_id, state, attempts, due_at, at, status, ms)
values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-e000-000000000001', '00000000-0000-7000-f000-000000000001',
        'delivered', 1, now() - interval '1 day', now() - interval '1 day', 200, 80),
       ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-e000-000000000001', '00000000-0000-7000-f000-000000000002',
        'pending', 2, now() + interval '1 hour', now() - interval '1 hour', 500, 80);
