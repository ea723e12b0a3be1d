-- Imports of spreadsheets. The file is stored in parts and its rows in chunks, so that any process can read them, a crash loses
-- nothing and no file is left behind.
create table imports (
  account_id    uuid not null references accounts on delete cascade,
  id            uuid not null,
  created_by    uuid not null,
  created_at    timestamptz not null,
  file_name     text not null,
  bytes         bigint not null,
  state         text not null check (state in ('uploading', 'reading', 'checking', 'ready', 'running', 'done', 'canceled',
                  'undoing', 'undone', 'failed')),
  error         text,
  layout        jsonb,
  sheets        jsonb not null default '[]',
  columns       jsonb not null default '[]',
  -- Headings in one text. Another file with the same headings gets the same columns.
  headings      text,
  policy        text not null default 'fill' check (policy in ('skip', 'fill', 'overwrite', 'create')),
  default_stage text not null,
  check_result  jsonb,
  total         bigint not null default 0,
  done          bigint not null default 0,
  created       bigint not null default 0,
  updated       bigint not null default 0,
  skipped       bigint not null default 0,
  failed        bigint not null default 0,
  -- Last row, or last lead of the undo, that the current work has covered.
  last_line     bigint not null default 0,
  last_lead     uuid,
  started_at    timestamptz,
  finished_at   timestamptz,
  undone        jsonb,
  primary key (account_id, id),
  foreign key (account_id, created_by) references users (account_id, id)
);
create index imports_newest on imports (account_id, created_at desc, id desc);
create index imports_headings on imports (account_id, md5(headings), created_at desc) where headings is not null;
-- For cleaning up the imports of all accounts.
create index imports_created on imports (created_at);

create table import_parts (
  account_id uuid not null,
  import_id  uuid not null,
  part       integer not null,
  content    bytea not null,
  primary key (account_id, import_id, part),
  foreign key (account_id, import_id) references imports on delete cascade
);

create table import_chunks (
  account_id uuid not null,
  import_id  uuid not null,
  first_line integer not null,
  -- Rows of the file, each an array of texts, numbers and nulls.
  rows       jsonb not null,
  primary key (account_id, import_id, first_line),
  foreign key (account_id, import_id) references imports on delete cascade
);

create table import_failures (
  account_id uuid not null,
  import_id  uuid not null,
  line       integer not null,
  reason     text not null,
  primary key (account_id, import_id, line),
  foreign key (account_id, import_id) references imports on delete cascade
);

-- Leads that an import created or changed, without a foreign key to leads: the lead may be deleted.
create table imported_leads (
  account_id    uuid not null,
  import_id     uuid not null,
  lead_id       uuid not null,
  -- Fields before the import; null for a lead that it created.
  before        jsonb,
  version_after integer not null,
  is_kept       boolean not null default false,
  primary key (account_id, import_id, lead_id),
  foreign key (account_id, import_id) references imports on delete cascade
);
