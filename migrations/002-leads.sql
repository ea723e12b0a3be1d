create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table leads (
  account_id              uuid not null references accounts on delete cascade,
  id                      uuid not null,
  user_id                 uuid not null,
  nome                    text not null,
  negocio                 text not null,
  telefone                text not null,
  email                   text not null,
  descricao_servico       text not null,
  valor_servico_centavos  bigint not null check (valor_servico_centavos between 0 and 99999999999),
  status                  text not null,
  -- Stage of the status, also for legacy statuses. The application writes both columns.
  stage                   text not null check (stage in ('novo-lead', 'qualificando', 'contato-estabelecido',
                            'proposta-enviada', 'negociacao', 'ganho', 'perdido', 'nurturing')),
  forma_pagamento         text,
  prazo_entrega           text,
  data_prospeccao         date not null,
  data_fechamento         date,
  -- nome, negocio and email without case and accents, for searching.
  busca                   text not null,
  version                 integer not null default 1,
  created_at              timestamptz not null default now(),
  updated_at              timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index leads_newest on leads (account_id, created_at desc, id desc);
create index leads_touched on leads (account_id, updated_at desc, id desc);
create index leads_stage on leads (account_id, stage, updated_at desc, id desc);
create index leads_owner on leads (account_id, user_id);
create index leads_busca on leads using gin (account_id, busca gin_trgm_ops);

-- Count and sum of each account's leads per status, so that a board of 100,000 leads costs what one of 1,000 costs.
create table lead_totals (
  account_id     uuid not null references accounts on delete cascade,
  status         text not null,
  stage          text not null,
  count          bigint not null,
  valor_centavos bigint not null,
  primary key (account_id, status)
);

-- Triggers rather than statements in the application, so that every write of leads updates the totals. One upsert per
-- statement, with rows in key order, so that writers do not deadlock.
create function add_to_lead_totals() returns trigger language plpgsql as $$
begin
  insert into lead_totals as t (account_id, status, stage, count, valor_centavos)
  select account_id, status, stage, count(*), sum(valor_servico_centavos)
    from changed_rows group by account_id, status, stage order by account_id, status
  on conflict (account_id, status) do update
    set count = t.count + excluded.count, valor_centavos = t.valor_centavos + excluded.valor_centavos;
  return null;
end $$;

-- The join omits accounts that are being deleted: their totals are deleted too and must not be inserted again.
create function take_from_lead_totals() returns trigger language plpgsql as $$
begin
  insert into lead_totals as t (account_id, status, stage, count, valor_centavos)
  select r.account_id, r.status, r.stage, -count(*), -sum(r.valor_servico_centavos)
    from changed_rows r join accounts a on a.id = r.account_id
   group by r.account_id, r.status, r.stage order by r.account_id, r.status
  on conflict (account_id, status) do update
    set count = t.count + excluded.count, valor_centavos = t.valor_centavos + excluded.valor_centavos;
  return null;
end $$;

create function move_in_lead_totals() returns trigger language plpgsql as $$
begin
  insert into lead_totals as t (account_id, status, stage, count, valor_centavos)
  select account_id, status, stage, sum(count), sum(valor)
    from (
      select account_id, status, stage, -1 as count, -valor_servico_centavos as valor from old_rows
      union all
      select account_id, status, stage, 1, valor_servico_centavos from new_rows
    ) changes
   group by account_id, status, stage having sum(count) <> 0 or sum(valor) <> 0
   order by account_id, status
  on conflict (account_id, status) do update
    set count = t.count + excluded.count, valor_centavos = t.valor_centavos + excluded.valor_centavos;
  return null;
end $$;

create trigger leads_added after insert on leads
  referencing new table as changed_rows for each statement execute function add_to_lead_totals();
create trigger leads_taken after delete on leads
  referencing old table as changed_rows for each statement execute function take_from_lead_totals();
create trigger leads_moved after update on leads
  referencing old table as old_rows new table as new_rows
  for each statement execute function move_in_lead_totals();
