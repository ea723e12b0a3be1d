-- Addresses that are told what happens to leads. The secret that signs is encrypted by the server.
create table webhook_endpoints (
  account_id       uuid not null references accounts on delete cascade,
  id               uuid not null,
  url              text not null,
  description      text not null,
  events           text[] not null,
  state            text not null default 'active' check (state in ('active', 'paused', 'disabled')),
  -- Why the server disabled it: it failed for days, or its address responded that it is gone.
  disabled_reason  text check (disabled_reason in ('failing', 'gone')),
  secret           bytea not null,
  -- Also signs until then, after a rotation.
  old_secret       bytea,
  old_secret_until timestamptz,
  -- Since the last success.
  failures         integer not null default 0,
  failing_since    timestamptz,
  warned_at        timestamptz,
  -- The receiver asked to slow down.
  not_before       timestamptz,
  created_by_kind  text not null,
  created_by       uuid not null,
  created_at       timestamptz not null,
  primary key (account_id, id)
);

-- What happened, once for all endpoints of the account.
create table webhook_messages (
  account_id  uuid not null references accounts on delete cascade,
  id          uuid not null default gen_random_uuid(),
  type        text not null,
  at          timestamptz not null default clock_timestamp(),
  -- Number in the feed of the account's changes.
  seq         bigint,
  lead_id     uuid,
  -- The lead's row before and after. Erased with the lead.
  before      jsonb,
  after       jsonb,
  data        jsonb not null default '{}',
  -- All bulk changes of one transaction are one message.
  transaction xid8,
  primary key (account_id, id),
  unique (account_id, transaction)
);
create index webhook_messages_lead on webhook_messages (account_id, lead_id);
-- For deleting the old messages of all accounts.
create index webhook_messages_oldest on webhook_messages using brin (at);

create table webhook_deliveries (
  account_id  uuid not null,
  endpoint_id uuid not null,
  message_id  uuid not null,
  -- Order of the first attempts, and of the log.
  number      bigint generated always as identity,
  -- A process that sends sets due_at to the end of its lease.
  state       text not null default 'pending' check (state in ('pending', 'sending', 'delivered', 'failed', 'skipped')),
  attempts    integer not null default 0,
  due_at      timestamptz not null,
  -- The last attempt.
  at          timestamptz,
  status      integer,
  ms          integer,
  error       text,
  answer      text,
  primary key (account_id, endpoint_id, message_id),
  foreign key (account_id, endpoint_id) references webhook_endpoints on delete cascade,
  foreign key (account_id, message_id) references webhook_messages on delete cascade
);
create index webhook_deliveries_log on webhook_deliveries (account_id, endpoint_id, number desc);
create index webhook_deliveries_due on webhook_deliveries (account_id, endpoint_id, due_at, number)
  where state in ('pending', 'sending');
create index webhook_deliveries_message on webhook_deliveries (account_id, message_id);

-- Messages are written in the transaction of the change, by triggers like the feed, so that none is lost and none is sent for
-- what was rolled back.
create function wants_webhooks(of_account uuid) returns boolean language sql stable
  return exists (select from webhook_endpoints e where e.account_id = of_account and e.state = 'active');

create function queue_webhook(of_account uuid, of_type text, of_seq bigint, of_lead uuid, lead_before jsonb,
                              lead_after jsonb, of_data jsonb) returns void language plpgsql as $$
declare
  new_message uuid;
begin
  if not exists (select from webhook_endpoints e
                  where e.account_id = of_account and e.state = 'active' and of_type = any (e.events)) then
    return;
  end if;
  insert into webhook_messages (account_id, type, seq, lead_id, before, after, data)
  values (of_account, of_type, of_seq, of_lead, lead_before, lead_after, of_data) returning id into new_message;
  insert into webhook_deliveries (account_id, endpoint_id, message_id, due_at)
  select of_account, e.id, new_message, '-infinity'
    from webhook_endpoints e where e.account_id = of_account and e.state = 'active' and of_type = any (e.events)
   order by e.id;
end $$;

-- More than fifty leads in a statement, or a further statement of such a transaction.
create function is_bulk(of_account uuid, leads bigint) returns boolean language sql stable
  return leads > 50 or coalesce(current_setting('fechou.bulk', true), '') = of_account::text;

-- One summary for each transaction, however many statements it has.
create function queue_bulk_webhook(of_account uuid, leads bigint) returns void language plpgsql as $$
declare
  feed_seq bigint := (select l.seq from live l where l.account_id = of_account);
begin
  perform set_config('fechou.bulk', of_account::text, true);
  update webhook_messages set seq = feed_seq, data = jsonb_build_object('count', (data ->> 'count')::bigint + leads)
   where account_id = of_account and transaction = pg_current_xact_id();
  if found then
    return;
  end if;
  perform queue_webhook(of_account, 'leads.bulk_changed', feed_seq, null, null, null, jsonb_build_object('count', leads));
  update webhook_messages set transaction = pg_current_xact_id()
   where account_id = of_account and type = 'leads.bulk_changed' and seq = feed_seq;
end $$;

-- An import is told once, when it ends.
create function tell_webhooks_of_inserted_leads() returns trigger language plpgsql as $$
declare
  account record;
  last_seq bigint;
begin
  if actor_kind() = 'import' then
    return null;
  end if;
  for account in select account_id as id, count(*) as size from new_rows group by 1 order by 1 loop
    continue when not wants_webhooks(account.id);
    if is_bulk(account.id, account.size) then
      perform queue_bulk_webhook(account.id, account.size);
      continue;
    end if;
    last_seq := (select l.seq from live l where l.account_id = account.id);
    perform queue_webhook(account.id, case n.version when 1 then 'lead.created' else 'lead.restored' end, n.seq, n.id, null,
                          n.lead, '{}')
       from (select r.id, r.version, to_jsonb(r) as lead, last_seq + 1 - row_number() over (order by r.id desc) as seq
               from new_rows r where r.account_id = account.id) n order by n.seq;
  end loop;
  return null;
end $$;

-- Of an anonymized lead, nothing from before is told. The column is younger than this function.
create function tell_webhooks_of_updated_leads() returns trigger language plpgsql as $$
declare
  account record;
  last_seq bigint;
begin
  if actor_kind() = 'import' then
    return null;
  end if;
  for account in select account_id as id, count(*) as size from new_rows group by 1 order by 1 loop
    continue when not wants_webhooks(account.id);
    if is_bulk(account.id, account.size) then
      perform queue_bulk_webhook(account.id, account.size);
      continue;
    end if;
    last_seq := (select l.seq from live l where l.account_id = account.id);
    perform queue_webhook(account.id, n.type, n.seq, n.id, n.before, n.after, '{}')
       from (select r.id, case when (to_jsonb(o) ->> 'anonymized_at') is not distinct from (to_jsonb(r) ->> 'anonymized_at') then to_jsonb(o) end as before,
                    to_jsonb(r) as after,
                    last_seq + 1 - row_number() over (order by r.id desc) as seq,
                    case when (to_jsonb(o) ->> 'anonymized_at') is distinct from (to_jsonb(r) ->> 'anonymized_at') then 'lead.anonymized'
                         when o.stage <> r.stage and r.stage = 'ganho' then 'lead.won'
                         when o.stage <> r.stage and r.stage = 'perdido' then 'lead.lost'
                         when o.stage <> r.stage then 'lead.stage_changed'
                         when o.user_id is distinct from r.user_id then 'lead.assigned'
                         else 'lead.updated' end as type
               from new_rows r join old_rows o on o.account_id = r.account_id and o.id = r.id
              where r.account_id = account.id) n order by n.seq;
  end loop;
  return null;
end $$;

-- Not while the account itself is deleted.
create function tell_webhooks_of_deleted_leads() returns trigger language plpgsql as $$
declare
  account record;
  last_seq bigint;
begin
  if actor_kind() = 'import' then
    return null;
  end if;
  for account in select account_id as id, count(*) as size from old_rows group by 1 order by 1 loop
    last_seq := (select l.seq from live l where l.account_id = account.id);
    continue when last_seq is null or not exists (select from accounts a where a.id = account.id)
      or not wants_webhooks(account.id);
    if is_bulk(account.id, account.size) then
      perform queue_bulk_webhook(account.id, account.size);
      continue;
    end if;
    perform queue_webhook(account.id, 'lead.deleted', n.seq, n.id, null, n.lead, '{}')
       from (select r.id, to_jsonb(r) as lead, last_seq + 1 - row_number() over (order by r.id desc) as seq
               from old_rows r where r.account_id = account.id) n order by n.seq;
  end loop;
  return null;
end $$;

-- After the feed, in the order of the names.
create trigger leads_hooks_insert after insert on leads
  referencing new table as new_rows for each statement execute function tell_webhooks_of_inserted_leads();
create trigger leads_hooks_update after update on leads
  referencing old table as old_rows new table as new_rows for each statement
  execute function tell_webhooks_of_updated_leads();
create trigger leads_hooks_delete after delete on leads
  referencing old table as old_rows for each statement execute function tell_webhooks_of_deleted_leads();

create function tell_webhooks_of_step() returns trigger language plpgsql as $$
begin
  if wants_webhooks(new.account_id) then
    perform queue_webhook(new.account_id, 'task.completed', null, new.lead_id, null,
                          (select to_jsonb(l) from leads l where l.account_id = new.account_id and l.id = new.lead_id),
                          jsonb_build_object('task', jsonb_build_object('kind', new.step_kind, 'day', new.step_day,
                                                                        'outcome', new.text)));
  end if;
  return null;
end $$;
create trigger story_entries_hooks after insert on story_entries for each row when (new.kind = 'step')
  execute function tell_webhooks_of_step();

create function tell_webhooks_of_import() returns trigger language plpgsql as $$
begin
  perform queue_webhook(new.account_id, 'import.finished', null, null, null, null,
                        jsonb_build_object('import', jsonb_build_object(
                          '_id', new.id, 'fileName', new.file_name, 'state', new.state, 'created', new.created,
                          'updated', new.updated, 'skipped', new.skipped, 'failed', new.failed)));
  return null;
end $$;
create trigger imports_hooks after update on imports for each row
  when (new.state <> old.state and new.state in ('done', 'undone', 'canceled') and old.state in ('running', 'undoing'))
  execute function tell_webhooks_of_import();

-- What was told about a lead is erased with it.
create function erase_webhook_messages() returns trigger language plpgsql as $$
begin
  update webhook_messages set before = null, after = null, data = '{}'
   where account_id = new.account_id and lead_id = new.id;
  return null;
end $$;
create trigger removed_leads_webhooks_emptied after update on removed_leads for each row
  when (old.lead is not null and new.lead is null) execute function erase_webhook_messages();
