-- After a restore of an older backup, payments are told again. The issuer recognizes a message by its id, which therefore follows from
-- what it tells.
create function name_service_invoice_message() returns trigger language plpgsql as $$
begin
  new.id := md5(concat_ws(':', new.stripe_invoice, new.type, new.total_cents))::uuid;
  return new;
end $$;
create trigger name_service_invoice_message before insert on service_invoice_messages
  for each row execute function name_service_invoice_message();
