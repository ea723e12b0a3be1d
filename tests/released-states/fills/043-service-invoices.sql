insert into service_invoice_hook (since) values ('2026-11-23');
-- A payment that was told, and its refund that the receiver has not taken yet.
insert into service_invoice_messages (stripe_invoice, type, amount_cents, total_cents, attempts, delivered_at, status)
select stripe_id, 'invoice.paid', amount_paid_cents, amount_paid_cents, 1, now(), 200 from invoices where status = 'paid' limit 1;
insert into service_invoice_messages (stripe_invoice, type, amount_cents, total_cents, attempts, status, error)
select stripe_invoice, 'invoice.refunded', 100, 100, 3, 500, 'timeout' from service_invoice_messages;
