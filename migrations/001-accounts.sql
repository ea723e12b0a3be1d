-- Accounts, their users and sessions. Tenant keys start with account_id; e-mails and session tokens are looked up before the
-- tenant is known.

create table accounts (
  id                     uuid primary key,
  subscription_plan      text check (subscription_plan in ('basic', 'pro', 'enterprise')),
  subscription_status    text not null default 'inactive'
                           check (subscription_status in ('active', 'inactive', 'past_due', 'canceled')),
  current_period_end     timestamptz,
  cancel_at_period_end   boolean not null default false,
  trial_end              timestamptz not null,
  stripe_customer_id     text unique,
  stripe_subscription_id text unique,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);

create table users (
  account_id    uuid not null references accounts on delete cascade,
  id            uuid not null,
  nome          text not null,
  email         text not null,
  role          text not null default 'user' check (role in ('admin', 'user')),
  password_hash text not null,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index users_email on users (lower(email));

create table sessions (
  token_hash   bytea primary key,
  id           uuid not null,
  account_id   uuid not null,
  user_id      uuid not null,
  user_agent   text,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index sessions_user on sessions (account_id, user_id);
