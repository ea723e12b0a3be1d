-- A counter and a feed of changes per account. A statement that writes leads locks the counter's row until its commit, so
-- the feed has no gaps and its numbers appear in order.
create table live (
  account_id uuid primary key references accounts on delete cascade,
  seq        bigint not null default 0
) with (fillfactor = 50);

create table changes (
  account_id   uuid not null,
  seq          bigint not null,
  at           timestamptz not null default clock_timestamp(),
  entity       text not null,
  -- Null for a bulk change: a statement that wrote more than 50 rows adds one row, and clients refetch all leads.
  entity_id    uuid,
  kind         text not null check (kind in ('created', 'changed', 'moved', 'removed', 'restored', 'bulk')),
  version      integer,
  owner_before uuid,
  owner_after  uuid,
  actor_kind   text not null check (actor_kind in ('user', 'key', 'form', 'import', 'system')),
  actor_id     uuid,
  count        bigint not null default 1,
  primary key (account_id, seq)
);
-- For deleting old rows of all accounts. Rows are appended in order of time, so a block range index suffices.
create index changes_at on changes using brin (at);

-- Only the triggers below write changes, under the lock of the account's row in live. A foreign key would cost each write a
-- redundant check.
create function end_live() returns trigger language plpgsql as $$
begin
  delete from changes where account_id = old.account_id;
  return null;
end $$;
create trigger live_ended after delete on live for each row execute function end_live();

create function begin_live() returns trigger language plpgsql as $$
begin
  insert into live (account_id) values (new.id);
  return null;
end $$;
create trigger accounts_live after insert on accounts for each row execute function begin_live();
insert into live (account_id) select id from accounts;

-- Actor of the transaction as "kind:id". Without one, the actor is the system.
create function actor_kind() returns text language sql stable
  return coalesce(nullif(split_part(current_setting('fechou.actor', true), ':', 1), ''), 'system');
create function actor_id() returns uuid language sql stable
  return nullif(split_part(current_setting('fechou.actor', true), ':', 2), '')::uuid;

-- No variables inside the statements: a statement without parameters is planned once for each connection.
create function feed_inserted_leads() returns trigger language plpgsql as $$
begin
  if (select count(*) from new_rows) > 50 then
    update live l set seq = l.seq + 1
      from (select distinct account_id from new_rows) s where l.account_id = s.account_id;
    insert into changes (account_id, seq, entity, kind, actor_kind, actor_id, count)
    select l.account_id, l.seq, 'lead', 'bulk', actor_kind(), actor_id(), s.size
      from (select account_id, count(*) as size from new_rows group by 1) s
      join live l on l.account_id = s.account_id;
  else
    update live l set seq = l.seq + s.size
      from (select account_id, count(*) as size from new_rows group by 1) s where l.account_id = s.account_id;
    insert into changes
      (account_id, seq, entity, entity_id, kind, version, owner_before, owner_after, actor_kind, actor_id)
    select n.account_id, l.seq + 1 - row_number() over (partition by n.account_id order by n.id desc), 'lead', n.id,
           case n.version when 1 then 'created' else 'restored' end, n.version, null, n.user_id,
           actor_kind(), actor_id()
      from new_rows n
      join live l on l.account_id = n.account_id;
  end if;
  return null;
end $$;

create function feed_updated_leads() returns trigger language plpgsql as $$
begin
  if (select count(*) from new_rows) > 50 then
    update live l set seq = l.seq + 1
      from (select distinct account_id from new_rows) s where l.account_id = s.account_id;
    insert into changes (account_id, seq, entity, kind, actor_kind, actor_id, count)
    select l.account_id, l.seq, 'lead', 'bulk', actor_kind(), actor_id(), s.size
      from (select account_id, count(*) as size from new_rows group by 1) s
      join live l on l.account_id = s.account_id;
  else
    update live l set seq = l.seq + s.size
      from (select account_id, count(*) as size from new_rows group by 1) s where l.account_id = s.account_id;
    insert into changes
      (account_id, seq, entity, entity_id, kind, version, owner_before, owner_after, actor_kind, actor_id)
    select n.account_id, l.seq + 1 - row_number() over (partition by n.account_id order by n.id desc), 'lead', n.id,
           case o.status when n.status then 'changed' else 'moved' end, n.version, o.user_id, n.user_id,
           actor_kind(), actor_id()
      from new_rows n
      join old_rows o on o.account_id = n.account_id and o.id = n.id
      join live l on l.account_id = n.account_id;
  end if;
  return null;
end $$;

-- The join omits accounts that are being deleted.
create function feed_deleted_leads() returns trigger language plpgsql as $$
begin
  if (select count(*) from old_rows) > 50 then
    update live l set seq = l.seq + 1
      from (select distinct account_id from old_rows) s join accounts a on a.id = s.account_id where l.account_id = s.account_id;
    insert into changes (account_id, seq, entity, kind, actor_kind, actor_id, count)
    select l.account_id, l.seq, 'lead', 'bulk', actor_kind(), actor_id(), s.size
      from (select account_id, count(*) as size from old_rows group by 1) s join accounts a on a.id = s.account_id
      join live l on l.account_id = s.account_id;
  else
    update live l set seq = l.seq + s.size
      from (select account_id, count(*) as size from old_rows group by 1) s join accounts a on a.id = s.account_id where l.account_id = s.account_id;
    insert into changes
      (account_id, seq, entity, entity_id, kind, version, owner_before, owner_after, actor_kind, actor_id)
    select o.account_id, l.seq + 1 - row_number() over (partition by o.account_id order by o.id desc), 'lead', o.id,
           'removed', o.version, o.user_id, null,
           actor_kind(), actor_id()
      from old_rows o
      join live l on l.account_id = o.account_id
      join accounts a on a.id = o.account_id;
  end if;
  return null;
end $$;

-- The trash. A trigger moves each removed lead here, whichever statement removed it. After 30 days only the version stays,
-- so that a restored id never repeats one. An id is either in leads or here.
alter table removed_leads
  add column user_id         uuid,
  add column removed_at      timestamptz,
  add column removed_by_kind text,
  add column removed_by      uuid,
  -- The removed row of leads. Null after its time in the trash.
  add column lead            jsonb;
delete from removed_leads r using leads l where l.account_id = r.account_id and l.id = r.id;
create index removed_leads_newest on removed_leads (account_id, removed_at desc, id desc) where lead is not null;
-- For emptying the trash of all accounts.
create index removed_leads_oldest on removed_leads (removed_at) where lead is not null;

create or replace function keep_removed_versions() returns trigger language plpgsql as $$
begin
  insert into removed_leads as r (account_id, id, version, user_id, removed_at, removed_by_kind, removed_by, lead)
  select o.account_id, o.id, o.version, o.user_id, now(), actor_kind(), actor_id(), to_jsonb(o)
    from old_rows o join accounts a on a.id = o.account_id
   order by o.account_id, o.id
  on conflict (account_id, id) do update
    set version = greatest(r.version, excluded.version), user_id = excluded.user_id, removed_at = excluded.removed_at,
        removed_by_kind = excluded.removed_by_kind, removed_by = excluded.removed_by, lead = excluded.lead;
  return null;
end $$;

-- Removes a restored lead from the trash. The writer sets the next version itself; the update covers other statements, and
-- an insertion that waited for the removal of the same id.
create or replace function continue_removed_versions() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows n join removed_leads r on r.account_id = n.account_id and r.id = n.id) then
    if exists (select from new_rows n join removed_leads r on r.account_id = n.account_id and r.id = n.id
                where n.version <= r.version) then
      update leads l set version = r.version + 1
        from new_rows n join removed_leads r on r.account_id = n.account_id and r.id = n.id
       where l.account_id = n.account_id and l.id = n.id and l.version <= r.version;
    end if;
    delete from removed_leads r using new_rows n where r.account_id = n.account_id and r.id = n.id;
  end if;
  return null;
end $$;

-- Triggers of one event run in order of their names. The feed runs first, so that the counter is locked before any total.
drop trigger leads_added on leads;
drop trigger leads_taken on leads;
drop trigger leads_moved on leads;
drop trigger leads_removed on leads;
drop trigger leads_continued on leads;
create trigger leads_feed_insert after insert on leads
  referencing new table as new_rows for each statement execute function feed_inserted_leads();
create trigger leads_feed_update after update on leads
  referencing old table as old_rows new table as new_rows for each statement execute function feed_updated_leads();
create trigger leads_feed_delete after delete on leads
  referencing old table as old_rows for each statement execute function feed_deleted_leads();
create trigger leads_totals_insert after insert on leads
  referencing new table as changed_rows for each statement execute function add_to_lead_totals();
create trigger leads_totals_update after update on leads
  referencing old table as old_rows new table as new_rows for each statement execute function move_in_lead_totals();
create trigger leads_totals_delete after delete on leads
  referencing old table as changed_rows for each statement execute function take_from_lead_totals();
create trigger leads_trash_insert after insert on leads
  referencing new table as new_rows for each statement execute function continue_removed_versions();
create trigger leads_trash_delete after delete on leads
  referencing old table as old_rows for each statement execute function keep_removed_versions();
