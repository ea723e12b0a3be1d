-- In each account, two leads are known to be no duplicates of each other.
insert into distinct_leads (account_id, one, other, created_by, created_at)
select account_id, ids[1], ids[2], (select id from users u where u.account_id = l.account_id order by id limit 1), '2026-11-20'
  from (select account_id, array_agg(id order by id) as ids from leads group by account_id) l
 where cardinality(ids) > 1;
