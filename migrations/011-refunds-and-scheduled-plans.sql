-- More of an account's subscription.
alter table accounts
  -- Plan that starts after the current period.
  add column scheduled_plan    text check (scheduled_plan in ('basic', 'pro', 'enterprise')),
  add column scheduled_plan_at timestamptz,
  -- Next attempt to charge an overdue invoice.
  add column next_attempt_at   timestamptz,
  -- The payment of the current period was returned in full.
  add column payment_returned  boolean not null default false;

-- Returned part of an invoice's payment, by refunds and by lost disputes.
alter table invoices
  add column amount_refunded_cents bigint not null default 0,
  add column amount_lost_cents     bigint not null default 0,
  add column dispute               text check (dispute in ('open', 'won', 'lost'));

drop index invoices_paid;
create index invoices_paid on invoices (currency) include (amount_paid_cents, amount_refunded_cents, amount_lost_cents)
  where status = 'paid';
