-- Undelivered mails stay until an administrator sends them again or discards them, at most undeliveredDays
-- (contract/admin.ts). failure_code is the mail server's status code without its text, which could quote a secret of the
-- mail.
alter table outbox
  add column failed_at    timestamptz,
  add column failure      text check (failure in ('refused', 'exhausted', 'expired')),
  add column failure_code text,
  add constraint outbox_failure check ((failed_at is null) = (failure is null));
create index outbox_failed on outbox (failed_at desc, id desc) where failed_at is not null;
drop index outbox_due;
create index outbox_due on outbox (due_at) where failed_at is null;
