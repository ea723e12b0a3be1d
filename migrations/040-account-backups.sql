-- Backups of single accounts, in the database, so that every process reads the same ones and no folder has to be shared. They
-- protect against what people do; backups of the whole server protect against the loss of the database.
create table account_backups (
  account_id  uuid not null references accounts on delete cascade,
  id          uuid not null,
  kind        text not null check (kind in ('daily', 'before-restore')),
  created_at  timestamptz not null,
  -- Last day whose backup it is: a day without changes adds no file.
  day         date not null,
  -- Number in the feed of the account's changes.
  seq         bigint not null,
  leads       bigint not null default 0,
  bytes       bigint not null default 0,
  -- Null until it was read back, and again once it cannot be read.
  verified_at timestamptz,
  failure     text check (failure in ('damaged', 'incomplete', 'newer-format')),
  -- When it was last loaded into a scratch account.
  loaded_at   timestamptz,
  expires_at  timestamptz,
  primary key (account_id, id)
);

create table account_backup_parts (
  account_id uuid not null,
  backup_id  uuid not null,
  part       integer not null,
  content    bytea not null,
  primary key (account_id, backup_id, part),
  foreign key (account_id, backup_id) references account_backups on delete cascade
);
-- The content is compressed already.
alter table account_backup_parts alter column content set storage external;

-- Links that download one backup once, without a session.
create table account_backup_links (
  token_hash bytea primary key,
  account_id uuid not null,
  backup_id  uuid not null,
  expires_at timestamptz not null,
  foreign key (account_id, backup_id) references account_backups on delete cascade
);

-- What was or will be brought back from a backup. A job does it in batches, each with its progress.
create table account_restores (
  account_id  uuid not null references accounts on delete cascade,
  id          uuid not null,
  backup_id   uuid not null,
  backup_at   timestamptz not null,
  -- The state before, for the undo. Also what the batches compare with, so that later changes of users stay.
  safety_id   uuid,
  mode        text not null check (mode in ('missing', 'state')),
  state       text not null check (state in ('checking', 'ready', 'copying', 'running', 'done', 'canceled', 'undoing', 'undone',
                'failed')),
  created_by  uuid not null,
  created_at  timestamptz not null,
  preview     jsonb,
  total       bigint not null default 0,
  done        bigint not null default 0,
  result      jsonb not null default '{}',
  -- Last lead that the current work has covered.
  last_lead   uuid,
  error       text,
  started_at  timestamptz,
  finished_at timestamptz,
  undone      jsonb,
  primary key (account_id, id),
  foreign key (account_id, created_by) references users (account_id, id)
);
create index account_restores_newest on account_restores (account_id, created_at desc, id desc);

-- Leads that a restore changed. Without a foreign key to leads: the lead may be deleted.
create table account_restored_leads (
  account_id    uuid not null,
  restore_id    uuid not null,
  lead_id       uuid not null,
  action        text not null check (action in ('return', 'change', 'remove')),
  version_after integer not null,
  primary key (account_id, restore_id, lead_id),
  foreign key (account_id, restore_id) references account_restores on delete cascade
);

-- Entries that come back from a backup are older than their transaction. They were told when they happened.
create or replace function feed_conversation() returns trigger language plpgsql as $$
declare
  last_seq bigint;
begin
  if tg_op = 'INSERT' and new.at < now() then
    return null;
  end if;
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

create or replace function tell_webhooks_of_step() returns trigger language plpgsql as $$
begin
  if new.at >= now() and wants_webhooks(new.account_id) then
    perform queue_webhook(new.account_id, 'task.completed', null, new.lead_id, null,
                          (select to_jsonb(l) from leads l where l.account_id = new.account_id and l.id = new.lead_id),
                          jsonb_build_object('task', jsonb_build_object('kind', new.step_kind, 'day', new.step_day,
                                                                        'outcome', new.text)));
  end if;
  return null;
end $$;
