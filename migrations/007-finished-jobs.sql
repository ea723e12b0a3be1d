-- due_at is when a job runs next and changes when it is claimed. done_until changes only after a successful run, so that an
-- aborted run loses no work. It is unknown for a job that never ran.
alter table billing_jobs add column done_until timestamptz;
update billing_jobs
   set done_until = due_at - case name when 'catch-up' then interval '10 minutes' else interval '1 day' end
 where due_at <> '-infinity';
