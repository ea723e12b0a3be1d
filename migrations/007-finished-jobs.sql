-- due_at says when a job is to be taken up and moves when it is claimed; done_until, what it has dealt with, and moves only
-- when a run has gone well: one that is abandoned midway forgets nothing. Of a job that never ran, nothing is known.
alter table billing_jobs add column done_until timestamptz;
update billing_jobs
   set done_until = due_at - case name when 'catch-up' then interval '10 minutes' else interval '1 day' end
 where due_at <> '-infinity';
