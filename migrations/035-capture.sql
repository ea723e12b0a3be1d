-- Forms with a public address, through which people become leads.
create table capture_forms (
  account_id      uuid not null references accounts on delete cascade,
  id              uuid not null,
  public_key      text not null unique,
  nome            text not null,
  title           text not null,
  intro           text not null,
  thanks          text not null,
  fields          text[] not null,
  required        text[] not null,
  distribution    text not null check (distribution in ('none', 'member', 'turns')),
  member_ids      uuid[] not null,
  -- The text that people agree to; 0 asks for no consent.
  consent_version integer not null,
  redirect_url    text,
  is_active       boolean not null,
  created_at      timestamptz not null,
  primary key (account_id, id)
);

-- Every text that people were asked to agree to. It outlives its form, as proof.
create table capture_consent_texts (
  account_id uuid not null references accounts on delete cascade,
  form_id    uuid not null,
  version    integer not null,
  text       text not null,
  created_at timestamptz not null,
  primary key (account_id, form_id, version)
);

-- What was sent to the forms. A submission outlives its form, so that removing a form loses nobody.
create table capture_submissions (
  account_id      uuid not null references accounts on delete cascade,
  id              uuid not null,
  form_id         uuid not null,
  number          bigint generated always as identity,
  at              timestamptz not null,
  outcome         text not null check (outcome in ('lead', 'merged', 'waiting', 'suspect', 'refused')),
  reason          text,
  lead_id         uuid,
  -- Null once it is a lead, or was refused.
  fields          jsonb,
  -- Version of the text that the person agreed to.
  consent_version integer,
  primary key (account_id, id)
);
create index capture_submissions_log on capture_submissions (account_id, number desc);
create index capture_submissions_waiting on capture_submissions (account_id, form_id, outcome, number)
  where outcome in ('waiting', 'suspect');
-- For deleting the old submissions of all accounts.
create index capture_submissions_oldest on capture_submissions using brin (at);

-- Who agreed to which text. It names no person: the lead does.
create table capture_consents (
  account_id    uuid not null references accounts on delete cascade,
  lead_id       uuid not null,
  submission_id uuid not null,
  form_id       uuid not null,
  version       integer not null,
  at            timestamptz not null,
  primary key (account_id, lead_id, submission_id)
);

-- Whose turn each lead was. Written under the account's lock, so the numbers are in the order of the turns.
create table capture_turns (
  account_id uuid not null references accounts on delete cascade,
  number     bigint generated always as identity,
  form_id    uuid not null,
  user_id    uuid not null,
  lead_id    uuid not null,
  at         timestamptz not null,
  primary key (account_id, number)
);
create index capture_turns_last on capture_turns (account_id, form_id, user_id, number desc);
create index capture_turns_oldest on capture_turns using brin (at);
