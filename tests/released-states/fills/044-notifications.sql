insert into notifications (account_id, user_id, kind, cause, lead_id, read_at)
select l.account_id, u.id, k.kind, l.id, l.id, k.read_at
  from (select distinct on (account_id) account_id, id from leads order by account_id, id) l
  join users u on u.account_id = l.account_id,
       (values ('assigned', null), ('captured', timestamptz '2026-11-22')) k (kind, read_at);
