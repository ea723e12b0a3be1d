-- Subscriptions as synced from Stripe, and the state of checkouts and syncs.

-- Each sync takes a number before it requests Stripe. An account ignores results with a lower number than its last one, so
-- that concurrent syncs cannot be stored in the wrong order.
create sequence billing_readings;

alter table accounts
  add column billing_reading    bigint not null default 0,
  add column billing_read_at    timestamptz,
  -- More than one means that the customer is charged twice.
  add column live_subscriptions integer not null default 0,
  -- Name and e-mail stored at Stripe, normalized into one text.
  add column billing_contact    text;
create index accounts_billed on accounts (billing_read_at nulls first) where stripe_customer_id is not null;

-- The checkout in progress. busy_until: end of the lock that one request holds while it calls Stripe.
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
  -- Stripe's status, and the account status it maps to.
  stripe_status        text not null,
  status               text not null check (status in ('active', 'inactive', 'past_due', 'canceled')),
  current_period_start timestamptz,
  current_period_end   timestamptz,
  -- A scheduled cancellation, by either of Stripe's two fields.
  cancel_at            timestamptz,
  canceled_at          timestamptz,
  ended_at             timestamptz,
  created_at           timestamptz not null,
  primary key (account_id, id)
);

-- Kept after the account is deleted, because payments remain.
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

-- End of the trial of deleted accounts by a hash of the e-mail, so that registering again starts no second trial.
create table past_trials (
  email_hash bytea primary key,
  trial_end  timestamptz not null
);

-- Stripe events: stored on arrival, marked as processed after the sync.
create table stripe_events (
  id           text primary key,
  type         text not null,
  customer_id  text,
  received_at  timestamptz not null,
  processed_at timestamptz
);
create index stripe_events_open on stripe_events (received_at) where processed_at is null;

-- Periodic jobs, run by the first free process.
create table billing_jobs (
  name   text primary key,
  due_at timestamptz not null
);
insert into billing_jobs (name, due_at) values ('catch-up', '-infinity'), ('reconcile', '-infinity');
