-- When each lead entered its stage. An edit leaves it alone, so it is not updated_at.
alter table leads add column stage_since timestamptz, add column stage_since_exact boolean;

-- A lead was already in its stage when it was last changed; whether it entered then is known only if nothing changed it since
-- its creation. A rewrite of the table runs no triggers: it changes no version, and clients have nothing to refetch.
alter table leads
  alter column stage_since type timestamptz using updated_at,
  alter column stage_since_exact type boolean using created_at = updated_at;
alter table leads alter column stage_since set not null, alter column stage_since_exact set not null;

update removed_leads
   set lead = lead || jsonb_build_object('stage_since', lead -> 'updated_at',
                                         'stage_since_exact', lead -> 'created_at' = lead -> 'updated_at')
 where lead is not null;

-- A lead from the trash brings its value, and a lead from a file its last change. The lock of the account is held, so the
-- clock, unlike now(), only moves forward from one write to the next.
create function begin_stage() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.stage_since := clock_timestamp();
    new.stage_since_exact := true;
  elsif new.stage_since is null then
    new.stage_since := new.updated_at;
    new.stage_since_exact := new.created_at = new.updated_at;
  end if;
  return new;
end $$;
create trigger leads_stage_insert before insert on leads for each row execute function begin_stage();
create trigger leads_stage_update before update on leads for each row
  when (old.stage is distinct from new.stage) execute function begin_stage();

-- The story of each lead: what was written to it, and the notes about it.
create table story_entries (
  account_id       uuid not null,
  lead_id          uuid not null,
  -- Whether a member wrote the entry. First in the order, so that neither kind has to be searched among the other.
  is_conversation  boolean not null,
  at               timestamptz not null default clock_timestamp(),
  id               uuid not null default gen_random_uuid(),
  kind             text not null
                     check (kind in ('created', 'imported', 'restored', 'removed', 'stage', 'assigned', 'value', 'note')),
  -- Null for what was not recorded: leads that are older than their story.
  actor_kind       text check (actor_kind in ('user', 'key', 'form', 'import', 'system')),
  actor_id         uuid,
  from_stage       text,
  to_stage         text,
  -- When the lead entered from_stage, or was last seen there if not exact.
  from_since       timestamptz,
  from_since_exact boolean,
  from_user        uuid,
  to_user          uuid,
  from_centavos    bigint,
  to_centavos      bigint,
  -- Null once its author removed the note.
  text             text,
  edited_at        timestamptz,
  removed_at       timestamptz,
  primary key (account_id, lead_id, is_conversation, at, id)
);
-- A repeated request adds no second note.
create unique index story_entries_conversations on story_entries (account_id, id) where is_conversation;

-- Of older leads only the creation is known, and of those in the trash the removal.
insert into story_entries (account_id, lead_id, is_conversation, at, kind, to_stage)
select account_id, id, false, created_at, 'created', case when stage_since_exact then stage end from leads;
insert into story_entries (account_id, lead_id, is_conversation, at, kind, to_stage)
select r.account_id, r.id, false, l.created_at, 'created', case when l.stage_since_exact then l.stage end
  from removed_leads r, jsonb_populate_record(null::leads, r.lead) l where r.lead is not null;
insert into story_entries (account_id, lead_id, is_conversation, at, kind, actor_kind, actor_id, from_stage, from_since, from_since_exact)
select r.account_id, r.id, false, r.removed_at, 'removed', r.removed_by_kind, r.removed_by, l.stage, l.stage_since, l.stage_since_exact
  from removed_leads r, jsonb_populate_record(null::leads, r.lead) l where r.lead is not null;

-- Triggers write the story, so that no writer can forget it. Like the feed, they need no foreign key: they run under
-- the lock of the account's row in live. A lead with an earlier date than this transaction comes from a file.
create function tell_inserted_leads() returns trigger language plpgsql as $$
begin
  insert into story_entries (account_id, lead_id, is_conversation, kind, actor_kind, actor_id, to_stage)
  select n.account_id, n.id, false,
         case when n.version > 1 then 'restored' when n.created_at < now() or actor_kind() = 'import' then 'imported'
              else 'created' end,
         actor_kind(), actor_id(), n.stage
    from new_rows n;
  return null;
end $$;

-- Runs per row: joining the old rows of a statement to its new ones takes minutes for a large statement once a connection keeps
-- the plan that suits a small one.
create function tell_updated_lead() returns trigger language plpgsql as $$
begin
  if old.stage <> new.stage then
    insert into story_entries (account_id, lead_id, is_conversation, at, kind, actor_kind, actor_id, from_stage, to_stage,
                               from_since, from_since_exact)
    values (new.account_id, new.id, false, new.stage_since, 'stage', actor_kind(), actor_id(), old.stage, new.stage,
            old.stage_since, old.stage_since_exact);
  end if;
  if old.user_id is distinct from new.user_id then
    insert into story_entries (account_id, lead_id, is_conversation, kind, actor_kind, actor_id, from_user, to_user)
    values (new.account_id, new.id, false, 'assigned', actor_kind(), actor_id(), old.user_id, new.user_id);
  end if;
  if old.valor_servico_centavos <> new.valor_servico_centavos then
    insert into story_entries (account_id, lead_id, is_conversation, kind, actor_kind, actor_id, from_centavos, to_centavos)
    values (new.account_id, new.id, false, 'value', actor_kind(), actor_id(), old.valor_servico_centavos,
            new.valor_servico_centavos);
  end if;
  return null;
end $$;

create function tell_deleted_leads() returns trigger language plpgsql as $$
begin
  insert into story_entries
    (account_id, lead_id, is_conversation, kind, actor_kind, actor_id, from_stage, from_since, from_since_exact)
  select o.account_id, o.id, false, 'removed', actor_kind(), actor_id(), o.stage, o.stage_since, o.stage_since_exact
    from old_rows o where (select true from accounts a where a.id = o.account_id);
  return null;
end $$;

create trigger leads_story_insert after insert on leads
  referencing new table as new_rows for each statement execute function tell_inserted_leads();
create trigger leads_story_update after update on leads for each row
  when (old.stage <> new.stage or old.user_id is distinct from new.user_id
        or old.valor_servico_centavos <> new.valor_servico_centavos)
  execute function tell_updated_lead();
create trigger leads_story_delete after delete on leads
  referencing old table as old_rows for each statement execute function tell_deleted_leads();

-- A lead's story ends with its time in the trash.
create function end_story() returns trigger language plpgsql as $$
begin
  delete from story_entries where account_id = new.account_id and lead_id = new.id;
  return null;
end $$;
create trigger removed_leads_emptied after update on removed_leads for each row
  when (old.lead is not null and new.lead is null) execute function end_story();

create or replace function end_live() returns trigger language plpgsql as $$
begin
  delete from changes where account_id = old.account_id;
  delete from story_entries where account_id = old.account_id;
  return null;
end $$;
