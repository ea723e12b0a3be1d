insert into outbox (id, account_id, kind, recipient, data, created_at, due_at, attempts, failed_at, failure, failure_code)
select gen_random_uuid(), last_account_id, 'welcome', email, jsonb_build_object('nome', nome), now(), now(), 10, now(),
       'refused', '550 5.1.1'
  from identities where email = 'fabio@exemplo.com.br';
