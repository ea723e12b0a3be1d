-- Pending e-mail, the end of its confirmation, and hashes of the mailed links, one per delivery attempt.
alter table users
  add column new_email        text,
  add column new_email_until  timestamptz,
  add column new_email_tokens bytea[] not null default '{}';
create index users_new_email on users (lower(new_email)) where new_email is not null;

-- Demo accounts, whose password is printed at startup. They accept logins from this machine only.
alter table accounts add column is_demonstration boolean not null default false;
update accounts set is_demonstration = true where id in (
  select account_id from users
   where email in ('admin@fechou.example', 'mariana@fechou.example', 'caio@fechou.example', 'ines@fechou.example'));
