update accounts set billing_reading = nextval('billing_readings'), billing_read_at = now(), live_subscriptions = 1,
                    billing_contact = 'contato'
 where stripe_customer_id is not null and subscription_status in ('active', 'past_due');

insert into checkouts (account_id, attempt_id, price_id, success_url, cancel_url, started_at, session_id)
select id, gen_random_uuid(), 'price_pro', 'http://fechou.test/dashboard', 'http://fechou.test/subscription', now(), 'cs_1'
  from accounts where id::text like '%05';

insert into subscriptions (account_id, id, stripe_id, price_id, plan, stripe_status, status, current_period_start,
                           current_period_end, cancel_at, ended_at, created_at)
select id, gen_random_uuid(), stripe_subscription_id, 'price_' || subscription_plan, subscription_plan,
       subscription_status, subscription_status, created_at, current_period_end,
       case when cancel_at_period_end then current_period_end end,
       case subscription_status when 'canceled' then current_period_end end, created_at
  from accounts where stripe_subscription_id is not null;

-- Thirty months of invoices per customer, and three of a deleted account.
insert into invoices (stripe_id, account_id, stripe_subscription, number, status, amount_due_cents, amount_paid_cents,
                      currency, billing_reason, created_at)
select format('in_%s_%s', right(id::text, 2), month), id, stripe_subscription_id, format('F-%s', month), 'paid', 7900, 7900,
       'brl', 'subscription_cycle', timestamptz '2023-07-05 12:00Z' + month * interval '1 month'
  from accounts, generate_series(1, 30) month where stripe_customer_id is not null;
insert into invoices (stripe_id, number, status, amount_due_cents, amount_paid_cents, currency, created_at)
select 'in_gone_' || n, 'G-' || n, status, 2900, case status when 'paid' then 2900 else 0 end, 'brl', timestamptz '2026-01-05 12:00Z'
  from (values (1, 'paid'), (2, 'open'), (3, 'void')) i (n, status);

insert into past_trials (email_hash, trial_end)
values (sha256(convert_to('ex-cliente@exemplo.com.br', 'UTF8')), '2026-01-02 12:00Z');
insert into stripe_events (id, type, customer_id, received_at, processed_at)
values ('evt_1', 'invoice.paid', 'cus_01', now(), now()), ('evt_2', 'invoice.paid', 'cus_02', now(), null);
