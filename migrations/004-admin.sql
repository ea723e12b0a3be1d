-- For administrators: clients by name or e-mail, the leads of all accounts, and the audit trail.

-- Lower case without accents, like normalizeForSearch in contract/text.ts.
create function fold_text(text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(normalize($1, nfd), '[\u0300-\u036f]', '', 'g'));

-- nome and email on separate lines, for searching clients.
alter table users add column busca text not null generated always as (fold_text(nome || E'\n' || email)) stored;
create index users_busca on users using gin (busca gin_trgm_ops);
create index users_newest on users (created_at desc, id desc) where role = 'user';

-- The newest leads of all accounts, for administrators. Contains the filtered columns, so that a late page reads only its
-- own twenty leads.
create index leads_everywhere on leads (created_at desc, id desc, account_id) include (status);

-- Names and e-mails are copied, so that entries stay readable after an account is deleted.
create table admin_trail (
  id            uuid primary key,
  created_at    timestamptz not null,
  actor_id      uuid,
  actor_nome    text,
  actor_email   text,
  action        text not null,
  subject_email text,
  details       jsonb not null default '{}',
  ip            text
);
create index admin_trail_newest on admin_trail (created_at desc, id desc);
