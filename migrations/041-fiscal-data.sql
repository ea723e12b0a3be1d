-- Who the account's invoices are made out to. The payment provider's customer is a copy of it.
create table fiscal_data (
  account_id     uuid primary key references accounts on delete cascade,
  -- CPF or CNPJ without punctuation. Since 2026 a CNPJ may have letters.
  tax_id         text not null check (tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  legal_name     text not null check (char_length(legal_name) between 1 and 150),
  cep            text not null check (cep ~ '^[0-9]{8}$'),
  street         text not null check (char_length(street) between 1 and 120),
  number         text not null check (char_length(number) between 1 and 20),
  complement     text check (char_length(complement) between 1 and 60),
  district       text not null check (char_length(district) between 1 and 60),
  city           text not null check (char_length(city) between 1 and 60),
  state          text not null check (state ~ '^[A-Z]{2}$'),
  -- Grows with each change, so that the copy at the provider is recognized as outdated.
  version        integer not null default 1,
  -- The provider does not accept the number, such as a CNPJ with letters.
  tax_id_refused boolean not null default false,
  updated_by     uuid not null,
  updated_at     timestamptz not null,
  foreign key (account_id, updated_by) references users (account_id, id)
);
