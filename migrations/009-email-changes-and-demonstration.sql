-- The e-mail that somebody wants instead of theirs, until when it may be confirmed, and hashes of the links mailed there:
-- each try of the mail has a link of its own.
alter table users
  add column new_email        text,
  add column new_email_until  timestamptz,
  add column new_email_tokens bytea[] not null default '{}';
create index users_new_email on users (lower(new_email)) where new_email is not null;

-- Accounts whose password is printed at the start: nobody enters them from anywhere but this machine.
alter table accounts add column is_demonstration boolean not null default false;
update accounts set is_demonstration = true where id in (
  select account_id from users
   where email in ('admin@fechou.example', 'mariana@fechou.example', 'caio@fechou.example', 'ines@fechou.example'));
