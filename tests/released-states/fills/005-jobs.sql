update billing_jobs set due_at = timestamptz '2026-01-09 12:10Z' where name = 'catch-up';
