-- What administrators see: clients by name or e-mail, everybody's leads, and who has looked at what.

-- Lower case without accents, as foldText in contract/text.ts.
create function fold_text(text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(normalize($1, nfd), '[\u0300-\u036f]', '', 'g'));

-- nome and email on lines of their own: what searching among the clients reads.
alter table users add column busca text not null generated always as (fold_text(nome || E'\n' || email)) stored;
create index users_busca on users using gin (busca gin_trgm_ops);
create index users_newest on users (created_at desc, id desc) where role = 'user';

-- The newest leads of all accounts together. The one index that does not begin with the tenant: only administrators look
-- across. It carries what a page is chosen by, so that the thousandth page reads no lead but its own twenty.
create index leads_everywhere on leads (created_at desc, id desc, account_id) include (status);

-- Names and e-mails are copied: what somebody did stays readable when their account is gone.
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
