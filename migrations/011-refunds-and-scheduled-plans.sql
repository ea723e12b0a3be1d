-- What an account carries of its subscription beyond status and period.
alter table accounts
  -- A plan that takes over when the period ends.
  add column scheduled_plan    text check (scheduled_plan in ('basic', 'pro', 'enterprise')),
  add column scheduled_plan_at timestamptz,
  -- When what is owed is charged next.
  add column next_attempt_at   timestamptz,
  -- What was paid for the current period has gone back whole.
  add column payment_returned  boolean not null default false;

-- What of an invoice's payment has gone back: given back by us, or taken back by the bank in a dispute that it decided.
alter table invoices
  add column amount_refunded_cents bigint not null default 0,
  add column amount_lost_cents     bigint not null default 0,
  add column dispute               text check (dispute in ('open', 'won', 'lost'));

drop index invoices_paid;
create index invoices_paid on invoices (currency) include (amount_paid_cents, amount_refunded_cents, amount_lost_cents)
  where status = 'paid';
