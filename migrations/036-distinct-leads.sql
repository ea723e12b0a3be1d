-- Pairs of leads with one phone number or e-mail that are not duplicates. Without foreign keys to leads: a lead that comes back
-- from the trash keeps its pairs.
create table distinct_leads (
  account_id uuid not null references accounts on delete cascade,
  -- The smaller id first, so that a pair has one row.
  one        uuid not null,
  other      uuid not null check (one < other),
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (account_id, one, other),
  foreign key (account_id, created_by) references users (account_id, id)
);

-- The member who requested the undo of an import.
alter table imports add column undone_by uuid;
