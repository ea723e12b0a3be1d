-- After waiting for the lock of its account, a statement still reads the snapshot from before the wait. Each statement inside a
-- volatile function takes a new snapshot, so these functions read what was committed meanwhile.

-- A restored id continues with the version after its last one.
create function next_lead_version(of_account uuid, of_lead uuid) returns integer language plpgsql volatile as $$
begin
  return coalesce((select r.version + 1 from removed_leads r where r.account_id = of_account and r.id = of_lead), 1);
end $$;

-- Returns whether the account may grow by this much. A null limit means no limit.
create function account_has_room(of_account uuid, more_leads bigint, more_bytes bigint, max_leads bigint, max_bytes bigint)
returns boolean language plpgsql volatile as $$
begin
  return (select coalesce(coalesce(sum(t.count), 0) + more_leads <= max_leads, true)
             and coalesce(coalesce(sum(t.bytes), 0) + more_bytes <= max_bytes, true)
            from lead_totals t where t.account_id = of_account);
end $$;

-- The triggers of 014 and 015, planned for any number of rows. A connection keeps the plan of a trigger's statement, and a plan
-- that was made for a hundred rows scans the tables of all accounts for one. Therefore each account is looked up by its key, in
-- a loop or in a subquery that cannot become a join.

-- Reserves the feed numbers for the leads of one statement. For more than fifty leads it writes a single row itself. Returns the
-- last reserved number, or null when nothing is left to write or the account was deleted.
create function advance_feed(of_account uuid, leads bigint) returns bigint language plpgsql as $$
declare
  last_seq bigint;
begin
  update live set seq = seq + case when leads > 50 then 1 else leads end
   where account_id = of_account returning seq into last_seq;
  if last_seq is null or leads <= 50 then
    return last_seq;
  end if;
  insert into changes (account_id, seq, entity, kind, actor_kind, actor_id, count)
  values (of_account, last_seq, 'lead', 'bulk', actor_kind(), actor_id(), leads);
  return null;
end $$;

create or replace function feed_inserted_leads() returns trigger language plpgsql as $$
declare
  account record;
  last_seq bigint;
begin
  for account in select account_id as id, count(*) as size from new_rows group by 1 order by 1 loop
    last_seq := advance_feed(account.id, account.size);
    continue when last_seq is null;
    insert into changes
      (account_id, seq, entity, entity_id, kind, version, owner_before, owner_after, actor_kind, actor_id)
    select account.id, last_seq + 1 - row_number() over (order by n.id desc), 'lead', n.id,
           case n.version when 1 then 'created' else 'restored' end, n.version, null, n.user_id,
           actor_kind(), actor_id()
      from new_rows n where n.account_id = account.id;
  end loop;
  return null;
end $$;

create or replace function feed_updated_leads() returns trigger language plpgsql as $$
declare
  account record;
  last_seq bigint;
begin
  for account in select account_id as id, count(*) as size from new_rows group by 1 order by 1 loop
    last_seq := advance_feed(account.id, account.size);
    continue when last_seq is null;
    insert into changes
      (account_id, seq, entity, entity_id, kind, version, owner_before, owner_after, actor_kind, actor_id)
    select account.id, last_seq + 1 - row_number() over (order by n.id desc), 'lead', n.id,
           case o.status when n.status then 'changed' else 'moved' end, n.version, o.user_id, n.user_id,
           actor_kind(), actor_id()
      from new_rows n join old_rows o on o.account_id = n.account_id and o.id = n.id
     where n.account_id = account.id;
  end loop;
  return null;
end $$;

-- The deletion of an account also deletes its row in live; then there is no feed to write to.
create or replace function feed_deleted_leads() returns trigger language plpgsql as $$
declare
  account record;
  last_seq bigint;
begin
  for account in select account_id as id, count(*) as size from old_rows group by 1 order by 1 loop
    last_seq := advance_feed(account.id, account.size);
    continue when last_seq is null;
    insert into changes
      (account_id, seq, entity, entity_id, kind, version, owner_before, owner_after, actor_kind, actor_id)
    select account.id, last_seq + 1 - row_number() over (order by o.id desc), 'lead', o.id,
           'removed', o.version, o.user_id, null, actor_kind(), actor_id()
      from old_rows o where o.account_id = account.id;
  end loop;
  return null;
end $$;

create or replace function take_from_lead_totals() returns trigger language plpgsql as $$
begin
  insert into lead_totals as t (account_id, owner_key, status, stage, count, valor_centavos, bytes)
  select r.account_id, owner_key(r.user_id), r.status, r.stage, -count(*), -sum(r.valor_servico_centavos),
         -sum(lead_bytes(r::leads))
    from changed_rows r where (select true from accounts a where a.id = r.account_id)
   group by 1, 2, 3, 4 order by 1, 2, 3
  on conflict (account_id, owner_key, status) do update
    set count = t.count + excluded.count, valor_centavos = t.valor_centavos + excluded.valor_centavos,
        bytes = t.bytes + excluded.bytes;
  return null;
end $$;

create or replace function keep_removed_versions() returns trigger language plpgsql as $$
begin
  insert into removed_leads as r (account_id, id, version, user_id, removed_at, removed_by_kind, removed_by, lead)
  select o.account_id, o.id, o.version, o.user_id, now(), actor_kind(), actor_id(), to_jsonb(o)
    from old_rows o where (select true from accounts a where a.id = o.account_id)
   order by o.account_id, o.id
  on conflict (account_id, id) do update
    set version = greatest(r.version, excluded.version), user_id = excluded.user_id, removed_at = excluded.removed_at,
        removed_by_kind = excluded.removed_by_kind, removed_by = excluded.removed_by, lead = excluded.lead;
  return null;
end $$;

create or replace function continue_removed_versions() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows n
              where (select true from removed_leads r where r.account_id = n.account_id and r.id = n.id)) then
    if exists (select from new_rows n
                where n.version <= (select r.version from removed_leads r
                                     where r.account_id = n.account_id and r.id = n.id)) then
      update leads l set version = r.version + 1
        from new_rows n join removed_leads r on r.account_id = n.account_id and r.id = n.id
       where l.account_id = n.account_id and l.id = n.id and l.version <= r.version;
    end if;
    delete from removed_leads r using new_rows n where r.account_id = n.account_id and r.id = n.id;
  end if;
  return null;
end $$;
