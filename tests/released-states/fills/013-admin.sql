insert into admin_trail (id, created_at, actor_id, actor_nome, actor_email, action, subject_email, details, ip)
select gen_random_uuid(), timestamptz '2026-01-08 12:00Z', id, nome, email, action, 'bruno@exemplo.com.br',
       '{"search": "bruno"}', '203.0.113.9'
  from identities, unnest(array['read-clients', 'read-leads', 'grant-admin']) action where role = 'admin';
