-- Account 01 has an open and an expired invitation. The open one's token is "invite-of-01", padded with "x".
insert into invites (account_id, id, email, team_role, invited_by, created_at, expires_at)
select '00000000-0000-7000-8000-000000000001', format('00000000-0000-7000-b000-0000000000%s', n)::uuid, email, role,
       '00000000-0000-7000-9000-000000000001', now() - interval '3 days', now() + ends::interval
  from (values ('01', 'nova@exemplo.com.br', 'seller', '4 days'), ('02', 'velha@exemplo.com.br', 'manager', '-1 day')) i (n, email, role, ends);
insert into invite_links (token_hash, account_id, invite_id)
select sha256(convert_to(rpad('invite-of-01', 43, 'x'), 'UTF8')), account_id, id from invites where email like 'nova%';

insert into account_trail (account_id, id, at, actor_id, action, subject, details, ip)
select account_id, gen_random_uuid(), created_at, invited_by, 'invite', email, jsonb_build_object('team_role', team_role), '203.0.113.9'
  from invites;
-- The owner got the leads of the former member.
update users set leads_to = '00000000-0000-7000-9000-000000000001' where status = 'removed';
