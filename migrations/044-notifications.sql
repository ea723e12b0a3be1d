-- What members are told in the app: what others did that concerns them. A row holds no name and no text, so that it shows what is
-- stored now, and nothing once that is gone.
create table notifications (
  account_id uuid not null,
  user_id    uuid not null,
  id         uuid not null default gen_random_uuid(),
  at         timestamptz not null default clock_timestamp(),
  kind       text not null check (kind in ('assigned', 'captured', 'joined', 'imported', 'quarantined')),
  -- The member, key, form or import behind it.
  cause      uuid not null,
  -- Null if it is about several leads, or none.
  lead_id    uuid,
  count      integer not null default 1,
  read_at    timestamptz,
  primary key (account_id, user_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
-- Until it is read, a notification grows instead of becoming many.
create unique index notifications_unread on notifications (account_id, user_id, kind, cause) where read_at is null;
create index notifications_newest on notifications (account_id, user_id, at desc, id desc);
-- For deleting the old notifications of all accounts.
create index notifications_oldest on notifications using brin (at);

-- Triggers write notifications in the transaction of the change, so that no door forgets them. Only members that are still
-- there are told, and none what they did themselves.
create function add_notification(of_account uuid, of_user uuid, of_kind text, of_cause uuid, of_lead uuid, more bigint)
  returns void language sql as $$
  insert into notifications as n (account_id, user_id, kind, cause, lead_id, count)
  select u.account_id, u.id, of_kind, of_cause, of_lead, more
    from users u where u.account_id = of_account and u.id = of_user and u.status = 'active' and u.id <> of_cause
  on conflict (account_id, user_id, kind, cause) where read_at is null do update
    set count = n.count + excluded.count, at = excluded.at,
        lead_id = case when n.lead_id = excluded.lead_id then n.lead_id end
$$;

-- Other tabs and devices of the member learn of it through the feed. A row for each statement is enough: clients refetch.
create function feed_notifications() returns trigger language plpgsql as $$
declare
  told record;
  last_seq bigint;
begin
  for told in select account_id, user_id, min(id::text)::uuid as id from new_rows group by 1, 2 order by 1, 2 loop
    update live set seq = seq + 1 where account_id = told.account_id returning seq into last_seq;
    continue when last_seq is null;
    insert into changes (account_id, seq, entity, entity_id, kind, owner_after, actor_kind, actor_id)
    values (told.account_id, last_seq, 'notification', told.id, 'created', told.user_id, actor_kind(), actor_id());
  end loop;
  return null;
end $$;
create trigger notifications_feed_insert after insert on notifications
  referencing new table as new_rows for each statement execute function feed_notifications();
create trigger notifications_feed_update after update on notifications
  referencing new table as new_rows for each statement execute function feed_notifications();

-- The import tells its author once, when it ends. What the system does, nobody did. A restored lead is not new.
create function notify_of_inserted_leads() returns trigger language plpgsql as $$
begin
  if actor_kind() in ('import', 'system') then
    return null;
  end if;
  perform add_notification(g.account_id, g.user_id, case actor_kind() when 'user' then 'assigned' else 'captured' end,
                           actor_id(), g.lead_id, g.size)
     from (select account_id, user_id, count(*) as size, case when count(*) = 1 then min(id::text)::uuid end as lead_id
             from new_rows where version = 1 and user_id is not null and user_id <> actor_id()
            group by 1, 2 order by 1, 2) g;
  return null;
end $$;

-- Counts how many leads each member has more than before the statement. Joining the old rows to the new ones would be slow for a
-- large statement.
create function notify_of_updated_leads() returns trigger language plpgsql as $$
begin
  if actor_kind() in ('import', 'system') then
    return null;
  end if;
  perform add_notification(g.account_id, g.user_id, 'assigned', actor_id(),
                           (select case when count(*) = 1 then min(n.id::text)::uuid end from new_rows n), g.gain)
     from (select account_id, user_id, sum(change) as gain
             from (select account_id, user_id, 1 as change from new_rows
                   union all select account_id, user_id, -1 from old_rows) c
            where user_id is not null and user_id <> actor_id()
            group by 1, 2 having sum(change) > 0 order by 1, 2) g;
  return null;
end $$;

-- After the feed and the webhooks, in the order of the names: webhooks read the number that the feed has given to the lead.
create trigger leads_notices_insert after insert on leads
  referencing new table as new_rows for each statement execute function notify_of_inserted_leads();
create trigger leads_notices_update after update on leads
  referencing old table as old_rows new table as new_rows for each statement execute function notify_of_updated_leads();

create function notify_of_new_member() returns trigger language plpgsql as $$
begin
  perform add_notification(new.account_id, u.id, 'joined', new.id, null, 1)
     from users u where u.account_id = new.account_id and u.team_role = 'owner';
  return null;
end $$;
create trigger users_notices after insert on users for each row when (new.invited_by is not null)
  execute function notify_of_new_member();

create function end_notifications() returns trigger language plpgsql as $$
begin
  delete from notifications where account_id = new.account_id and user_id = new.id;
  return null;
end $$;
create trigger users_left after update of status on users for each row when (new.status = 'removed')
  execute function end_notifications();

create function notify_of_import() returns trigger language plpgsql as $$
begin
  perform add_notification(new.account_id, new.created_by, 'imported', new.id, null, 1);
  return null;
end $$;
create trigger imports_notices after update of state on imports for each row
  when (old.state in ('running', 'undoing') and new.state in ('done', 'undone', 'failed'))
  execute function notify_of_import();

-- Only the first of a form that waits: the others wait for the same decision.
create function notify_of_waiting_submission() returns trigger language plpgsql as $$
begin
  if exists (select from capture_submissions s
              where s.account_id = new.account_id and s.form_id = new.form_id and s.outcome = 'waiting' and s.id <> new.id) then
    return null;
  end if;
  perform add_notification(new.account_id, u.id, 'quarantined', new.form_id, null, 1)
     from users u where u.account_id = new.account_id and u.team_role in ('owner', 'manager') order by u.id;
  return null;
end $$;
create trigger capture_submissions_notices after insert on capture_submissions for each row when (new.outcome = 'waiting')
  execute function notify_of_waiting_submission();
