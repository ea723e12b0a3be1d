-- Notes and contacts enter the feed of changes, and server processes learn at once when the access of an open stream may have ended.

-- A finished step changes its lead, which the feed has already. The trigger takes the lock of the account's row in live, as every writer of the feed does.
create function feed_conversation() returns trigger language plpgsql as $$
declare
  last_seq bigint;
begin
  update live set seq = seq + 1 where account_id = new.account_id returning seq into last_seq;
  if last_seq is null then
    return null;
  end if;
  insert into changes
    (account_id, seq, entity, entity_id, kind, version, owner_before, owner_after, actor_kind, actor_id)
  select new.account_id, last_seq, 'story', new.lead_id,
         case when tg_op = 'INSERT' then 'created' when new.removed_at is null then 'changed' else 'removed' end,
         l.version, l.user_id, l.user_id, coalesce(new.actor_kind, 'system'), new.actor_id
    from (select 1) one
    left join leads l on l.account_id = new.account_id and l.id = new.lead_id;
  return null;
end $$;
create trigger story_entries_feed after insert or update on story_entries for each row
  when (new.is_conversation and new.kind <> 'step') execute function feed_conversation();

-- These writes are rare, so a notification in their transaction costs little. Writes of leads notify after their commit.
create function notify_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_access', tg_table_name || ' ' || case tg_op when 'DELETE' then old.account_id else new.account_id end);
  return null;
end $$;
create trigger sessions_access after delete on sessions for each row execute function notify_access();
create trigger users_access after insert or update or delete on users for each row execute function notify_access();

create function notify_account_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_access', 'accounts ' || new.id);
  return null;
end $$;
create trigger accounts_access
  after update of sellers_see, sellers_take_unassigned, subscription_plan, subscription_status, current_period_end, trial_end
  on accounts for each row execute function notify_account_access();
