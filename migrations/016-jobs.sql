-- Breaks earlier releases.
-- Work that is due at a time, for the whole platform or for one account. A process claims a row by moving due_at to the end
-- of its lease; when it dies, the row is due again by itself, with the state that was saved last.
create table jobs (
  id           uuid primary key default gen_random_uuid(),
  account_id   uuid references accounts on delete cascade,
  name         text not null,
  due_at       timestamptz not null,
  -- Runs begun since the last one that succeeded.
  attempts     integer not null default 0,
  state        jsonb not null default '{}',
  -- When the last run that succeeded began: whatever happened before then is dealt with.
  succeeded_at timestamptz,
  created_at   timestamptz not null default now(),
  unique nulls not distinct (account_id, name)
);
create index jobs_due on jobs (due_at);

insert into jobs (name, due_at, succeeded_at, created_at)
select name, due_at, done_until, coalesce(done_until, now()) from billing_jobs;
drop table billing_jobs;
