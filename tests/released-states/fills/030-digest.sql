-- Each owner has had a morning mail and wants no more.
insert into digests (account_id, user_id, is_wanted, day)
select account_id, id, false, '2026-11-23' from users where team_role = 'owner' and status = 'active';
