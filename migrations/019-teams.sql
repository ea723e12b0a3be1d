-- Invitations of a team, the account's own trail, and the rules that hold for every writer: an account always has an owner, and
-- no lead belongs to a member who has left.

create table invites (
  account_id uuid not null references accounts on delete cascade,
  id         uuid not null,
  email      text not null,
  team_role  text not null check (team_role in ('manager', 'seller')),
  invited_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, invited_by) references users (account_id, id)
);
-- Inviting an e-mail again replaces its invitation.
create unique index invites_email on invites (account_id, lower(email));

-- Each mail has a link of its own. Only the token's hash is stored.
create table invite_links (
  token_hash bytea primary key,
  account_id uuid not null,
  invite_id  uuid not null,
  foreign key (account_id, invite_id) references invites on delete cascade
);
create index invite_links_invite on invite_links (account_id, invite_id);

-- What members did with the account. Ids are sorted by time.
create table account_trail (
  account_id uuid not null references accounts on delete cascade,
  id         uuid not null,
  at         timestamptz not null,
  actor_id   uuid not null,
  action     text not null,
  -- The member or e-mail that the action concerns.
  subject    text,
  details    jsonb not null default '{}',
  ip         text,
  primary key (account_id, id),
  foreign key (account_id, actor_id) references users (account_id, id)
);

-- The member who got a former member's leads; null: nobody is responsible for them.
alter table users add column leads_to uuid;
alter table users add foreign key (account_id, leads_to) references users (account_id, id);

-- A lead that is created, assigned or restored for a former member goes to the member who got the others. Writers hold the
-- lock of live, and so does the removal of a member, so a write that waited for the removal sees it.
create function inherit_lead() returns trigger language plpgsql as $$
declare responsible record;
begin
  select status, leads_to into responsible from users where account_id = new.account_id and id = new.user_id;
  if responsible.status = 'removed' then new.user_id := responsible.leads_to; end if;
  return new;
end $$;
create trigger leads_inherited before insert or update of user_id on leads
  for each row when (new.user_id is not null) execute function inherit_lead();

-- The unique index users_owner prevents a second owner.
create function require_owner() returns trigger language plpgsql as $$
begin
  if exists (select from accounts where id = old.account_id)
     and not exists (select from users where account_id = old.account_id and team_role = 'owner' and status = 'active') then
    raise exception 'account % has no owner', old.account_id using errcode = 'check_violation', constraint = 'users_has_owner';
  end if;
  return null;
end $$;
create constraint trigger users_has_owner after update or delete on users deferrable initially deferred
  for each row when (old.team_role = 'owner' and old.status = 'active') execute function require_owner();
