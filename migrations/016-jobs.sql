-- Breaks earlier releases.
-- Scheduled work of the platform or of one account. A process claims a row by setting due_at to the end of its lease. If the
-- process crashes, the row is due again with its last saved state.
create table jobs (
  id           uuid primary key default gen_random_uuid(),
  account_id   uuid references accounts on delete cascade,
  name         text not null,
  due_at       timestamptz not null,
  -- Runs since the last successful one.
  attempts     integer not null default 0,
  state        jsonb not null default '{}',
  -- Start of the last successful run. Earlier events are processed.
  succeeded_at timestamptz,
  created_at   timestamptz not null default now(),
  unique nulls not distinct (account_id, name)
);
create index jobs_due on jobs (due_at);

insert into jobs (name, due_at, succeeded_at, created_at)
select name, due_at, done_until, coalesce(done_until, now()) from billing_jobs;
drop table billing_jobs;
