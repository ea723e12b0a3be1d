-- Keys that find leads of the same phone number or e-mail. They must match phoneKey and emailKey of the contract. The bodies are
-- strings, so that they depend on no table.

-- U+00A0 and U+2010 to U+2015 separate digits too: a no-break space and dashes.
create function phone_key(phone text) returns text language plpgsql immutable strict parallel safe as $$
declare
  run     text := substring(phone from '\+?\(?[0-9][-0-9 \t().+\u00a0\u2010-\u2015]*');
  abroad  boolean := run like '+%';
  digits  text := regexp_replace(run, '[^0-9]', '', 'g');
begin
  if not abroad and digits like '00%' then
    abroad := true;
    digits := substr(digits, 3);
  end if;
  if abroad and digits not like '55%' then
    return case when length(digits) between 7 and 15 then '+' || digits end;
  end if;
  if digits like '0%' and length(digits) in (13, 14) then
    digits := substr(digits, 4);
  elsif digits like '0%' and length(digits) in (11, 12) then
    digits := substr(digits, 2);
  end if;
  if digits like '55%' and length(digits) in (12, 13) then
    digits := substr(digits, 3);
  end if;
  if digits ~ '^[0-9]{2}[6-9][0-9]{7}$' then
    digits := left(digits, 2) || '9' || substr(digits, 3);
  end if;
  return case when length(digits) between 8 and 15 then digits end;
end $$;

-- Lower case by the rules of ASCII in every locale.
create function email_key(email text) returns text language sql immutable strict parallel safe as $$
  select nullif(lower(btrim(email, E' \t\r\n') collate "C"), '')
$$;

alter table leads
  add column telefone_chave text generated always as (phone_key(telefone)) stored,
  add column email_chave    text generated always as (email_key(email)) stored;
create index leads_phone on leads (account_id, telefone_chave) where telefone_chave is not null;
create index leads_email on leads (account_id, email_chave) where email_chave is not null;
