-- How an account with white-label shows itself to its members and leads. Kept when the plan ends.
create table account_brands (
  account_id uuid primary key references accounts on delete cascade,
  nome       text check (char_length(nome) between 1 and 40),
  color      text check (color ~ '^#[0-9a-f]{6}$'),
  -- A PNG that the server made, and its SHA-256 in hex.
  logo       bytea check (octet_length(logo) <= 200000),
  logo_sha   text check (logo_sha ~ '^[0-9a-f]{64}$'),
  updated_by uuid not null,
  updated_at timestamptz not null,
  check ((logo is null) = (logo_sha is null)),
  foreign key (account_id, updated_by) references users (account_id, id)
);
