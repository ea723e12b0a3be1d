-- Changes of many leads by one request, and what was before, so that one request undoes them. The client sends the id, so that
-- a repeated request changes nothing.
create table bulk_changes (
  account_id uuid not null references accounts on delete cascade,
  id         uuid not null,
  created_by uuid not null,
  created_at timestamptz not null,
  kind       text not null check (kind in ('move', 'assign', 'remove')),
  -- The response, for a repeated request.
  result     jsonb not null,
  undone     jsonb,
  primary key (account_id, id),
  foreign key (account_id, created_by) references users (account_id, id)
);
-- For deleting old changes of all accounts.
create index bulk_changes_created on bulk_changes (created_at);

-- Without a foreign key to leads: the lead may be deleted.
create table bulk_changed_leads (
  account_id    uuid not null,
  bulk_id       uuid not null,
  lead_id       uuid not null,
  -- Changed columns with their earlier values; null for a removed lead.
  before        jsonb,
  version_after integer not null,
  primary key (account_id, bulk_id, lead_id),
  foreign key (account_id, bulk_id) references bulk_changes on delete cascade
);
