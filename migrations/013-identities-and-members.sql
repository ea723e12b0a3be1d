-- Breaks earlier releases.
-- Separates logins from memberships: identities store e-mail, password and platform role; users becomes the membership of an
-- identity in an account. Each existing user gets an identity with the same id, so that trail entries and links stay valid,
-- and owns their account.

-- Blocks changes between the copy and the new constraints.
lock table users, sessions, password_resets, leads in access exclusive mode;

create table identities (
  id               uuid primary key,
  email            text not null,
  nome             text not null,
  password_hash    text not null,
  -- Platform role. The role in an account is users.team_role.
  role             text not null default 'user' check (role in ('admin', 'user')),
  -- Account of the next login. It may be deleted, or the identity may have left it.
  last_account_id  uuid,
  -- Pending e-mail, the end of its confirmation, and hashes of the mailed links.
  new_email        text,
  new_email_until  timestamptz,
  new_email_tokens bytea[] not null default '{}',
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  -- Search text of clients.
  busca            text not null generated always as (fold_text(nome || E'\n' || email)) stored
);
insert into identities (id, email, nome, password_hash, role, last_account_id, new_email, new_email_until, new_email_tokens,
                        created_at, updated_at)
select id, email, nome, password_hash, role, account_id, new_email, new_email_until, new_email_tokens, created_at, updated_at
  from users;
create unique index identities_email on identities (lower(email));
create index identities_new_email on identities (lower(new_email)) where new_email is not null;
create index identities_busca on identities using gin (busca gin_trgm_ops);
create index identities_admins on identities (id) where role = 'admin';

-- A member who leaves keeps their row and name but loses the identity, so that what they did keeps its author.
alter table users
  drop column busca,
  drop column email,
  drop column password_hash,
  drop column role,
  drop column new_email,
  drop column new_email_until,
  drop column new_email_tokens,
  drop column updated_at,
  add column identity_id uuid references identities,
  add column team_role   text not null default 'owner' check (team_role in ('owner', 'manager', 'seller')),
  add column status      text not null default 'active' check (status in ('active', 'removed')),
  -- Priority for seats when a plan has fewer than members: lowest numbers first.
  add column seat_order  integer not null default 0,
  add column invited_by  uuid,
  add column removed_at  timestamptz,
  add column removed_by  uuid;
alter table users rename column created_at to joined_at;
alter table users alter column team_role drop default;
update users set identity_id = id;
alter table users
  add constraint users_status check ((status = 'active') = (identity_id is not null)
                                     and (status = 'removed') = (removed_at is not null));
-- One membership per identity and account. Also finds the accounts of an identity at login.
create unique index users_identity on users (identity_id, account_id);
create unique index users_owner on users (account_id) where team_role = 'owner' and status = 'active';
-- Clients, newest first, for administrators.
create index users_owners_newest on users (joined_at desc, id desc) include (identity_id)
  where team_role = 'owner' and status = 'active';

-- A reset link belongs to the identity, not to an account.
alter table password_resets drop column account_id;
alter table password_resets rename column user_id to identity_id;
alter table password_resets add foreign key (identity_id) references identities on delete cascade;
create index password_resets_identity on password_resets (identity_id);

-- Each member has a confirmation mail of their own.
update outbox o set data = jsonb_build_object('identityId', u.id)
  from users u where o.kind = 'email-confirm' and u.account_id = o.account_id;

-- user_id is the responsible member, or null. A member with leads cannot be deleted. The check runs at the end of the
-- statement (no action), so that deleting an account deletes both in one statement.
alter table leads
  drop constraint leads_account_id_user_id_fkey,
  alter column user_id drop not null,
  add constraint leads_responsible foreign key (account_id, user_id) references users (account_id, id);

alter table accounts
  -- The owner's name until the account gets a name of its own.
  add column nome                    text not null default '',
  -- IANA time zone. Brazil has four and no daylight saving time.
  add column timezone                text not null default 'America/Sao_Paulo',
  -- Which leads a seller sees: own or all.
  add column sellers_see             text not null default 'own' check (sellers_see in ('own', 'all')),
  add column sellers_take_unassigned boolean not null default false,
  -- Hour of the account's day at which the digest is mailed; null without a digest.
  add column digest_hour             smallint check (digest_hour between 0 and 23);
alter table accounts alter column nome drop default;
update accounts a set nome = u.nome from users u where u.account_id = a.id;

-- Planner statistics for the new tables and indexes.
analyze identities, users;
