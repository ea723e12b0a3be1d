-- Messages to the operator's system that issues the invoices of services (NFS-e): one per payment and one per refund.

-- Since when payments are told. The row exists while the operator has set an address.
create table service_invoice_hook (
  is_only boolean primary key default true check (is_only),
  since   timestamptz not null
);

create table service_invoice_messages (
  id             uuid primary key default gen_random_uuid(),
  stripe_invoice text not null references invoices on delete cascade,
  type           text not null check (type in ('invoice.paid', 'invoice.refunded')),
  -- Paid, or returned by this refund; and everything that was paid or returned so far.
  amount_cents   bigint not null,
  total_cents    bigint not null,
  created_at     timestamptz not null default clock_timestamp(),
  -- At once, whatever the server's clock says.
  due_at         timestamptz not null default '-infinity',
  attempts       integer not null default 0,
  delivered_at   timestamptz,
  -- Of the last attempt: the status of the response, or why there was none.
  status         integer,
  error          text,
  unique (stripe_invoice, type, total_cents)
);
create index service_invoice_messages_due on service_invoice_messages (due_at) where delivered_at is null;

-- Written with the synced invoice, so that each payment and refund is told once, whatever the order of the provider's events.
create function queue_service_invoice() returns trigger language plpgsql as $$
declare
  since_time timestamptz := (select since from service_invoice_hook);
  is_told    boolean := exists (select from service_invoice_messages where stripe_invoice = new.stripe_id);
  returned   bigint := least(new.amount_paid_cents, new.amount_refunded_cents + new.amount_lost_cents);
  known      bigint;
begin
  if since_time is null or new.status <> 'paid' or new.amount_paid_cents <= 0 then
    return null;
  end if;
  if not is_told then
    -- A payment from before the address was set.
    if new.created_at < since_time and (tg_op = 'INSERT' or old.status = 'paid') then
      return null;
    end if;
    insert into service_invoice_messages (stripe_invoice, type, amount_cents, total_cents)
    values (new.stripe_id, 'invoice.paid', new.amount_paid_cents, new.amount_paid_cents) on conflict do nothing;
  end if;
  select coalesce(max(total_cents), 0) into known from service_invoice_messages
   where stripe_invoice = new.stripe_id and type = 'invoice.refunded';
  if returned > known then
    insert into service_invoice_messages (stripe_invoice, type, amount_cents, total_cents)
    values (new.stripe_id, 'invoice.refunded', returned - known, returned) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger queue_service_invoice after insert or update on invoices
  for each row execute function queue_service_invoice();
