-- What an anonymization erased, so that it can be repeated after a restore of the whole server: copied to files beside the
-- backups, which outlive the database. Holds ids and the keyed hashes of contacts, no text about a person.
create table anonymizations (
  account_id uuid not null references accounts on delete cascade,
  id         uuid not null default gen_random_uuid(),
  at         timestamptz not null,
  -- The member who asked for it. No foreign key: a restored account may lack the member.
  by_user    uuid,
  lead_ids   uuid[] not null,
  key_hashes bytea[] not null,
  -- When its file was written; null until then.
  kept_at    timestamptz,
  primary key (account_id, id)
);
create index anonymizations_unkept on anonymizations (at) where kept_at is null;

-- One row per account for those that are in the backups of today's retention already.
insert into anonymizations (account_id, at, lead_ids, key_hashes)
select a.id, now(), l.ids, e.hashes
  from accounts a
  cross join lateral (select coalesce(array_agg(id), '{}') as ids from leads
                       where account_id = a.id and anonymized_at is not null) l
  cross join lateral (select coalesce(array_agg(key_hash), '{}') as hashes from erasures where account_id = a.id) e
 where l.ids <> '{}' or e.hashes <> '{}';
