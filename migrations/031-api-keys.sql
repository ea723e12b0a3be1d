-- Keys with which other systems call the API. A key itself is not stored, only its hash.
create table api_keys (
  account_id   uuid not null references accounts on delete cascade,
  id           uuid not null,
  nome         text not null,
  key_hash     bytea not null unique,
  last4        text not null,
  scopes       text[] not null,
  created_by   uuid not null,
  created_at   timestamptz not null,
  expires_at   timestamptz,
  last_used_at timestamptz,
  revoked_at   timestamptz,
  primary key (account_id, id),
  foreign key (account_id, created_by) references users (account_id, id)
);

-- For each Idempotency-Key, the id of what its first request creates. A repetition creates the same id, which exists already.
create table idempotency_keys (
  account_id   uuid not null references accounts on delete cascade,
  key_hash     bytea not null,
  request_hash bytea not null,
  id           uuid not null,
  created_at   timestamptz not null,
  primary key (account_id, key_hash)
);
-- For deleting the expired keys of all accounts.
create index idempotency_keys_oldest on idempotency_keys (created_at);
