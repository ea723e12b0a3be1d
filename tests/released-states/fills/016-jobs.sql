update jobs set due_at = '2026-01-09 12:10Z', succeeded_at = '2026-01-09 12:00Z' where name = 'catch-up';
insert into jobs (account_id, name, due_at, attempts, state)
select id, 'of-a-later-release', now() + interval '1 day', 1, '{"done": 3}' from accounts where id::text like '%01';
