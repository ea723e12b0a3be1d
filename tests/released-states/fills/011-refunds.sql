update accounts set scheduled_plan = 'basic', scheduled_plan_at = current_period_end where id::text like '%01';
update accounts set next_attempt_at = timestamptz '2040-01-03', payment_returned = true where id::text like '%03';
update invoices set amount_refunded_cents = 1000 where stripe_id = 'in_01_30';
update invoices set amount_lost_cents = 7900, dispute = 'lost' where stripe_id = 'in_03_30';
