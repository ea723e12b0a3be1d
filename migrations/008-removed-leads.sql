-- The last version of every lead that was removed. Whatever brings an id back (a retried creation, a restore, an undo) goes
-- on after it: a version names one content for good, so that what was written from an older one is still known as older.
create table removed_leads (
  account_id uuid not null references accounts on delete cascade,
  id         uuid not null,
  version    integer not null,
  primary key (account_id, id)
);

-- The join: when a whole account goes, nothing of it stays behind.
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

-- Its two look-ups are planned once: planned for each of 5,000 restored leads they would cost more than all else together.
-- And by the key, however few leads there are at that moment: the plan stays while they become many.
create function continue_removed_version() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare removed integer;
begin
  -- Waits for a removal of the same id that is under way: what it leaves behind is seen only after it.
  perform from leads where account_id = new.account_id and id = new.id for key share;
  select version into removed from removed_leads where account_id = new.account_id and id = new.id;
  if removed is not null then
    new.version := removed + 1;
  end if;
  return new;
end $$;

create trigger leads_continued before insert on leads
  for each row execute function continue_removed_version();
