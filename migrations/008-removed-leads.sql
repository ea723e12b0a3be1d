-- Last version of each removed lead. A lead that comes back (by a repeated creation, an import or an undo) continues after
-- it, so that a version never has two contents and outdated writes are detected.
create table removed_leads (
  account_id uuid not null references accounts on delete cascade,
  id         uuid not null,
  version    integer not null,
  primary key (account_id, id)
);

-- The join omits accounts that are being deleted.
create function keep_removed_versions() returns trigger language plpgsql as $$
begin
  insert into removed_leads as r (account_id, id, version)
  select o.account_id, o.id, o.version
    from old_rows o join accounts a on a.id = o.account_id
   order by o.account_id, o.id
  on conflict (account_id, id) do update set version = greatest(r.version, excluded.version);
  return null;
end $$;

create trigger leads_removed after delete on leads
  referencing old table as old_rows for each statement execute function keep_removed_versions();

-- After the insertion, which waits for a concurrent removal of the same id: only then is its row visible. One statement for
-- all rows.
create function continue_removed_versions() returns trigger language plpgsql as $$
begin
  update leads l set version = r.version + 1
    from new_rows n join removed_leads r on r.account_id = n.account_id and r.id = n.id
   where l.account_id = n.account_id and l.id = n.id and l.version <= r.version;
  return null;
end $$;

create trigger leads_continued after insert on leads
  referencing new table as new_rows for each statement execute function continue_removed_versions();
