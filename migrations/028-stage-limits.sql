-- How many working days leads may stay in a stage. A stage without a row has the limit that the account's won leads teach.
create table stage_limits (
  account_id uuid not null references accounts on delete cascade,
  stage      text not null check (stage in ('novo-lead', 'qualificando', 'contato-estabelecido', 'proposta-enviada',
               'negociacao')),
  days       integer not null check (days between 1 and 365),
  primary key (account_id, stage)
);
