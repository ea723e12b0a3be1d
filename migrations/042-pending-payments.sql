-- A payment by boleto or Pix that was started and has no result yet: plan, method, amount, its end and invoice.
alter table accounts add column pending_payment jsonb;
