-- Transactional outbox: a mail is inserted in the transaction of the change it reports and deleted once sent. A row stores
-- the facts; the worker renders the text, so that no reset link is stored. A row without an account is a reset request, of
-- which only the worker checks whether the user exists.
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

-- Mailed reset links. Each delivery attempt has a link of its own; request_id identifies the request they belong to.
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

-- Attempts per time window. The key is a hash and reveals neither IP address nor e-mail.
create table rate_limits (
  key       bytea primary key,
  count     integer not null,
  resets_at timestamptz not null
);
create index rate_limits_ended on rate_limits (resets_at);

alter table accounts add column trial_reminded_at timestamptz;
create index accounts_trials on accounts (trial_end) where trial_reminded_at is null;
