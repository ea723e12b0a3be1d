-- Merging leads: those that were merged into another go to the trash, and their stories go on in the story of the other. A lead
-- that comes back from the trash, by whichever door, takes its own entries back.
alter table bulk_changes
  drop constraint bulk_changes_kind_check,
  add constraint bulk_changes_kind_check check (kind in ('move', 'assign', 'remove', 'merge'));

-- The lead that this one was merged into.
alter table removed_leads add column merged_into uuid;

alter table story_entries
  -- Former leads of the entry, the last one last.
  add column merged_from uuid[] not null default '{}',
  drop constraint story_entries_kind_check,
  add constraint story_entries_kind_check check (kind in ('created', 'imported', 'restored', 'removed', 'stage', 'assigned',
    'value', 'note', 'step', 'lost', 'contact', 'merged', 'split'));

-- The removal by the merge itself stays in the story of the removed lead. An open next step that the other lead did not take is
-- told in its story.
create function merge_story() returns trigger language plpgsql as $$
begin
  update story_entries set lead_id = new.merged_into, merged_from = array_append(merged_from, new.id)
   where account_id = new.account_id and lead_id = new.id and not (kind = 'removed' and at >= now());
  insert into story_entries (account_id, lead_id, is_conversation, kind, actor_kind, actor_id, text, step_kind, step_day)
  select new.account_id, new.merged_into, false, 'merged', actor_kind(), actor_id(),
         coalesce(nullif(new.lead ->> 'nome', ''), new.lead ->> 'negocio'), s.kind, s.day
    from (select null) one
    left join lateral (
      select new.lead ->> 'next_step_kind' as kind, (new.lead ->> 'next_step_day')::date as day
       where not exists (select from leads l where l.account_id = new.account_id and l.id = new.merged_into
                            and l.next_step_kind = new.lead ->> 'next_step_kind'
                            and l.next_step_day = (new.lead ->> 'next_step_day')::date)) s on true;
  return null;
end $$;
create trigger removed_leads_merged after update on removed_leads for each row
  when (old.merged_into is null and new.merged_into is not null) execute function merge_story();

create function split_story() returns trigger language plpgsql as $$
begin
  -- A text about an anonymized lead is not stored again.
  update story_entries
     set lead_id = old.id, merged_from = trim_array(merged_from, 1),
         text = case when old.lead ->> 'anonymized_at' is null then text end
   where account_id = old.account_id and lead_id = old.merged_into and merged_from[cardinality(merged_from)] = old.id;
  insert into story_entries (account_id, lead_id, is_conversation, kind, actor_kind, actor_id, text)
  select l.account_id, l.id, false, 'split', actor_kind(), actor_id(),
         case when l.anonymized_at is null then coalesce(nullif(old.lead ->> 'nome', ''), old.lead ->> 'negocio') end
    from leads l where l.account_id = old.account_id and l.id = old.merged_into
     and (select true from accounts a where a.id = old.account_id);
  return null;
end $$;
create trigger removed_leads_split after delete on removed_leads for each row
  when (old.merged_into is not null and old.lead is not null) execute function split_story();
