-- Breaks earlier releases.
-- What a person signs in with stands apart from where they work: identities hold e-mail, password and the platform's role,
-- and users becomes the membership of an identity in an account. Today's users become identities under the same id, so that
-- trail entries and links keep their meaning, and each is the owner of their account.

-- No user, session, link or lead changes between the copy and the new constraints.
lock table users, sessions, password_resets, leads in access exclusive mode;

create table identities (
  id               uuid primary key,
  email            text not null,
  nome             text not null,
  password_hash    text not null,
  -- The platform's role. What a member may do in an account is users.team_role.
  role             text not null default 'user' check (role in ('admin', 'user')),
  -- Where the next sign-in leads. It may name an account that is gone or that the identity has left.
  last_account_id  uuid,
  -- The e-mail that is to be confirmed, until when, and hashes of the links mailed there.
  new_email        text,
  new_email_until  timestamptz,
  new_email_tokens bytea[] not null default '{}',
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  -- What searching among the clients reads.
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

-- A member who leaves stays as a row with a name and without an identity, so that what they did keeps its author.
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
  -- Who keeps a seat when the plan holds fewer: the lowest numbers.
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
-- One membership for each identity in an account; it is also where a sign-in finds the accounts of an identity.
create unique index users_identity on users (identity_id, account_id);
create unique index users_owner on users (account_id) where team_role = 'owner' and status = 'active';
-- The clients, newest first, as administrators page through them.
create index users_owners_newest on users (joined_at desc, id desc) include (identity_id)
  where team_role = 'owner' and status = 'active';

-- A link belongs to the identity, whichever account it works in.
alter table password_resets drop column account_id;
alter table password_resets rename column user_id to identity_id;
alter table password_resets add foreign key (identity_id) references identities on delete cascade;
create index password_resets_identity on password_resets (identity_id);

-- Of several members each has a confirmation of their own.
update outbox o set data = jsonb_build_object('identityId', u.id)
  from users u where o.kind = 'email-confirm' and u.account_id = o.account_id;

-- A lead outlives its member: user_id is who is responsible, or null. The member's row cannot go before their leads; the check
-- runs at the end of the statement (no action), so that deleting an account still takes both in one statement.
alter table leads
  drop constraint leads_account_id_user_id_fkey,
  alter column user_id drop not null,
  add constraint leads_responsible foreign key (account_id, user_id) references users (account_id, id);

alter table accounts
  -- The owner's name until the owner changes it.
  add column nome                    text not null default '',
  -- An IANA name. Brazil has four zones and no daylight saving.
  add column timezone                text not null default 'America/Sao_Paulo',
  -- Which leads a seller sees: their own, or all.
  add column sellers_see             text not null default 'own' check (sellers_see in ('own', 'all')),
  add column sellers_take_unassigned boolean not null default false,
  -- The hour of the account's day at which the digest is mailed; null: no digest.
  add column digest_hour             smallint check (digest_hour between 0 and 23);
alter table accounts alter column nome drop default;
update accounts a set nome = u.nome from users u where u.account_id = a.id;

-- New tables and indexes are planned for from the first request on.
analyze identities, users;
