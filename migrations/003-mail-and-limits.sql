-- What is to be mailed: written in the transaction of what it tells, gone once it was sent. A row says what happened; the
-- text is made while sending, so that a secret such as the link of a reset is never stored. Without an account: a reset
-- that somebody asked for, of whom only the worker finds out whether they exist.
create table outbox (
  id         uuid primary key,
  account_id uuid references accounts on delete cascade,
  kind       text not null,
  recipient  text not null,
  data       jsonb not null,
  created_at timestamptz not null,
  due_at     timestamptz not null,
  attempts   integer not null default 0
);
create index outbox_due on outbox (due_at);
create index outbox_account on outbox (account_id);
create index outbox_resets on outbox (lower(recipient)) where kind = 'reset';

-- Links that were mailed. Each try of the same mail has a link of its own; request_id is what they share.
create table password_resets (
  token_hash bytea primary key,
  account_id uuid not null,
  user_id    uuid not null,
  email      text not null,
  request_id uuid not null,
  expires_at timestamptz not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index password_resets_user on password_resets (account_id, user_id);

-- How often something was tried in a window of time. The key is a hash: it names neither address nor e-mail.
create table rate_limits (
  key       bytea primary key,
  count     integer not null,
  resets_at timestamptz not null
);
create index rate_limits_ended on rate_limits (resets_at);

alter table accounts add column trial_reminded_at timestamptz;
create index accounts_trials on accounts (trial_end) where trial_reminded_at is null;
