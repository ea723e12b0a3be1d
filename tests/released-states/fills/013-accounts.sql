-- One account in each state of a subscription. The password of each user is "segredo1".
insert into accounts (id, nome, subscription_plan, subscription_status, current_period_end, cancel_at_period_end, trial_end,
                      stripe_customer_id, stripe_subscription_id, created_at)
select format('00000000-0000-7000-8000-0000000000%s', n)::uuid, 'Conta ' || n, plan, status, period_end::timestamptz, canceling,
       trial_end::timestamptz, case when plan is not null then 'cus_' || n end,
       case when plan is not null then 'sub_' || n end, timestamptz '2026-01-05 12:00:00.123456Z'
  from (values
    ('01', 'pro',        'active',   '2040-01-01', false, '2026-01-08'),
    ('02', 'basic',      'active',   '2040-01-01', true,  '2026-01-08'),
    ('03', 'pro',        'past_due', '2026-02-01', false, '2026-01-08'),
    ('04', 'enterprise', 'canceled', '2026-02-01', false, '2026-01-08'),
    ('05', null,         'inactive', null,         false, '2040-01-01'),
    ('06', null,         'inactive', null,         false, '2026-01-08'),
    ('07', null,         'inactive', null,         false, '2026-01-08'),
    ('08', 'basic',      'active',   '2040-01-01', false, '2026-01-08')
  ) a (n, plan, status, period_end, canceling, trial_end);

insert into identities (id, email, nome, password_hash, role, last_account_id, created_at)
select format('00000000-0000-7000-9000-0000000000%s', n)::uuid, email, nome,
       '$argon2id$v=19$m=19456,t=2,p=1$kEZ1MYX1yDTAn4T2NJyamA$lfZdPmhNznsdBJqweOfNlMiE5C5er1k7qxt0QZrv3oQ', role,
       format('00000000-0000-7000-8000-0000000000%s', n)::uuid, timestamptz '2026-01-05 12:00:00.123456Z'
  from (values
    ('01', 'Ana Conceição',   'Ana.Ativa@exemplo.com.br',      'user'),
    ('02', 'Bruno Básico',    'bruno@exemplo.com.br',          'user'),
    ('03', 'Carla Em Atraso', 'carla@exemplo.com.br',          'user'),
    ('04', 'Davi Cancelado',  'davi@exemplo.com.br',           'user'),
    ('05', 'Elisa Em Teste',  'elisa@exemplo.com.br',          'user'),
    ('06', 'Fábio Sem Plano', 'fabio@exemplo.com.br',          'user'),
    ('07', 'Glória Prado',    'gloria@exemplo.com.br',         'admin'),
    ('08', 'Caio Guimarães',  'caio@fechou.example',           'user')
  ) u (n, nome, email, role);

insert into users (account_id, id, nome, joined_at, identity_id, team_role)
select last_account_id, id, nome, created_at, id, 'owner' from identities;

-- Account 01 has a seller, who owns account 05, and a former member.
insert into users (account_id, id, nome, joined_at, identity_id, team_role, status, seat_order, removed_at)
select format('00000000-0000-7000-8000-0000000000%s', account)::uuid, format('00000000-0000-7000-9000-0000000000%s', n)::uuid, nome,
       timestamptz '2026-01-06 12:00Z', identity::uuid, 'seller', status, seat, removed_at::timestamptz
  from (values
    ('01', '11', 'Elisa Em Teste', '00000000-0000-7000-9000-000000000005', 'active', 1, null),
    ('01', '12', 'Renê Que Saiu', null, 'removed', 2, '2026-01-07 12:00Z')
  ) m (account, n, nome, identity, status, seat, removed_at);

-- Per user, two valid sessions with the tokens "open-1-of-01" and "open-2-of-01", padded with "x", and one that has expired.
insert into sessions (token_hash, id, account_id, user_id, user_agent, created_at, last_seen_at)
select sha256(convert_to(rpad(format('%s-of-%s', kind, right(u.id::text, 2)), 43, 'x'), 'UTF8')), gen_random_uuid(),
       u.account_id, u.id, 'Mozilla/5.0', now() - interval '20 days', now() - unused
  from (select * from users where team_role = 'owner') u,
       (values ('open-1', interval '5 minutes'), ('open-2', interval '5 days'), ('idle', interval '8 days')) k (kind, unused);
