-- What the payment provider says of an account's subscription, and how we ask.

-- Each reading of the provider takes a number before it asks; an account takes over only what was read later than what it
-- has, so that two readings at once cannot be written in the wrong order.
create sequence billing_readings;

alter table accounts
  add column billing_reading    bigint not null default 0,
  add column billing_read_at    timestamptz,
  -- More than one is a customer who is charged twice.
  add column live_subscriptions integer not null default 0,
  -- The name and e-mail that the provider knows, folded into one text.
  add column billing_contact    text;
create index accounts_billed on accounts (billing_read_at nulls first) where stripe_customer_id is not null;

-- The checkout that somebody has begun. busy_until: while one request of theirs talks to the provider, others wait.
create table checkouts (
  account_id  uuid primary key references accounts on delete cascade,
  busy_until  timestamptz,
  attempt_id  uuid,
  price_id    text,
  success_url text,
  cancel_url  text,
  started_at  timestamptz,
  session_id  text
);

create table subscriptions (
  account_id           uuid not null references accounts on delete cascade,
  id                   uuid not null,
  stripe_id            text not null unique,
  price_id             text,
  plan                 text check (plan in ('basic', 'pro', 'enterprise')),
  -- The provider's own word, and ours for it.
  stripe_status        text not null,
  status               text not null check (status in ('active', 'inactive', 'past_due', 'canceled')),
  current_period_start timestamptz,
  current_period_end   timestamptz,
  -- A cancellation ahead, in whichever of the provider's two ways it was asked for.
  cancel_at            timestamptz,
  canceled_at          timestamptz,
  ended_at             timestamptz,
  created_at           timestamptz not null,
  primary key (account_id, id)
);

-- Kept when the account goes: what was paid stays paid.
create table invoices (
  stripe_id           text primary key,
  account_id          uuid references accounts on delete set null,
  stripe_subscription text,
  number              text,
  status              text not null,
  amount_due_cents    bigint not null,
  amount_paid_cents   bigint not null,
  currency            text not null,
  billing_reason      text,
  created_at          timestamptz not null
);
create index invoices_account on invoices (account_id, created_at desc);
create index invoices_paid on invoices (currency) include (amount_paid_cents) where status = 'paid';

-- When the trial of somebody who left ended, by a hash of their e-mail: leaving and coming back is no second trial.
create table past_trials (
  email_hash bytea primary key,
  trial_end  timestamptz not null
);

-- Events of the provider: written down when they come, marked once what they tell of was read.
create table stripe_events (
  id           text primary key,
  type         text not null,
  customer_id  text,
  received_at  timestamptz not null,
  processed_at timestamptz
);
create index stripe_events_open on stripe_events (received_at) where processed_at is null;

-- What is done from time to time, by whichever process comes first.
create table billing_jobs (
  name   text primary key,
  due_at timestamptz not null
);
insert into billing_jobs (name, due_at) values ('catch-up', '-infinity'), ('reconcile', '-infinity');
