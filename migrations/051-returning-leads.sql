-- A lead that comes back takes its entries along from whichever lead they came to by later merges. Its former leads stay in the
-- entry only as far as they were merged before it. The entry about the split goes with the story of the lead that it was
-- merged into, and returns with it.
create or replace function split_story() returns trigger language plpgsql as $$
begin
  insert into story_entries (account_id, lead_id, merged_from, is_conversation, kind, actor_kind, actor_id, text)
  select l.account_id, l.id, e.later, false, 'split', actor_kind(), actor_id(),
         case when l.anonymized_at is null then coalesce(nullif(old.lead ->> 'nome', ''), old.lead ->> 'negocio') end
    from (select s.lead_id, s.merged_from[array_position(s.merged_from, old.id) + 1:] as later from story_entries s
           where s.account_id = old.account_id and s.merged_from <> '{}' and s.merged_from @> array[old.id] limit 1) e
    join leads l on l.account_id = old.account_id and l.id = e.lead_id
   where (select true from accounts a where a.id = old.account_id);
  -- A text about an anonymized lead is not stored again.
  update story_entries
     set lead_id = old.id, merged_from = merged_from[:array_position(merged_from, old.id) - 1],
         text = case when old.lead ->> 'anonymized_at' is null then text end
   where account_id = old.account_id and merged_from <> '{}' and merged_from @> array[old.id];
  return null;
end $$;

-- Whether the trash has the lead and hides it from a member. Volatile, like next_lead_version.
create function is_hidden_in_trash(of_account uuid, of_lead uuid, from_member uuid, sees_unassigned boolean)
returns boolean language plpgsql volatile as $$
begin
  return exists (select from removed_leads r
                  where r.account_id = of_account and r.id = of_lead and r.lead is not null
                    and r.user_id is distinct from from_member and not (sees_unassigned and r.user_id is null));
end $$;
