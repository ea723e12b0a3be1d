update billing_jobs set due_at = timestamptz '2026-01-09 12:10Z', done_until = timestamptz '2026-01-09 12:00Z'
 where name = 'catch-up';
