update billing_jobs set done_until = timestamptz '2026-01-09 12:00Z' where name = 'catch-up';
