-- What searches, their counts and sorts read of each lead, beside `leads`. A move changes none of the indexed columns, so it
-- writes no index here. Only triggers write it. A foreign key would cost each write a redundant check.
create table lead_search (
  account_id             uuid not null,
  id                     uuid not null,
  busca                  text not null,
  stage                  text not null,
  valor_servico_centavos bigint not null,
  user_id                uuid,
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  data_prospeccao        date not null,
  data_fechamento        date,
  status                 text not null,
  telefone_chave         text,
  nome                   text not null,
  negocio                text not null,
  primary key (account_id, id)
) with (fillfactor = 85);

-- The trigrams of a text as words, so that a prefix finds pairs of letters. Trigrams beyond ASCII are hashed: such texts have the
-- word '*'. The price keeps the planner from calling it for each row, and PL/pgSQL from inlining it. It names the schema, since
-- indexes are built without a search path.
create function search_keys(texts text) returns tsvector language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return array_to_tsvector(
    case when octet_length(texts) > length(texts) then public.show_trgm(texts) || '*'::text else public.show_trgm(texts) end);
end $$;

create function add_lead_search() returns trigger language plpgsql as $$
begin
  insert into lead_search (account_id, id, user_id, valor_servico_centavos, created_at, updated_at, data_prospeccao,
                           data_fechamento, stage, status, busca, telefone_chave, nome, negocio)
  select account_id, id, user_id, valor_servico_centavos, created_at, updated_at, data_prospeccao,
         data_fechamento, stage, status, busca, telefone_chave, nome, negocio
    from new_rows;
  return null;
end $$;

-- Runs per row, and finds the row without a plan: one made for a large statement or a small table would scan a large table.
create function change_lead_search() returns trigger language plpgsql as $$
begin
  insert into lead_search (account_id, id, user_id, valor_servico_centavos, created_at, updated_at, data_prospeccao,
                           data_fechamento, stage, status, busca, telefone_chave, nome, negocio)
  values (new.account_id, new.id, new.user_id, new.valor_servico_centavos, new.created_at, new.updated_at, new.data_prospeccao,
          new.data_fechamento, new.stage, new.status, new.busca, new.telefone_chave, new.nome, new.negocio)
  on conflict (account_id, id) do update
     set user_id = excluded.user_id, valor_servico_centavos = excluded.valor_servico_centavos,
         created_at = excluded.created_at, updated_at = excluded.updated_at, data_prospeccao = excluded.data_prospeccao,
         data_fechamento = excluded.data_fechamento, stage = excluded.stage, status = excluded.status,
         busca = excluded.busca, telefone_chave = excluded.telefone_chave, nome = excluded.nome, negocio = excluded.negocio;
  return null;
end $$;

create function end_lead_search() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from lead_search where account_id = old.account_id and id = old.id;
  return null;
end $$;

create trigger leads_search_insert after insert on leads
  referencing new table as new_rows for each statement execute function add_lead_search();
-- A move differs in the first comparison, which is cheap.
create trigger leads_search_update after update on leads for each row
  when (old.updated_at <> new.updated_at
        or (old.user_id, old.valor_servico_centavos, old.created_at, old.data_prospeccao, old.data_fechamento, old.stage,
            old.status, old.busca, old.telefone_chave, old.nome, old.negocio)
           is distinct from
           (new.user_id, new.valor_servico_centavos, new.created_at, new.data_prospeccao, new.data_fechamento, new.stage,
            new.status, new.busca, new.telefone_chave, new.nome, new.negocio))
  execute function change_lead_search();
create trigger leads_search_delete after delete on leads for each row execute function end_lead_search();

-- Adds the leads that are older than the table, 1,000 at a time under the lock of their account, so that writers wait for
-- milliseconds. What an interrupted call has added stays.
create procedure fill_lead_search() language plpgsql as $$
declare
  account record;
  after   uuid;
  until   uuid;
begin
  for account in select id from accounts order by id loop
    after := '00000000-0000-0000-0000-000000000000';
    loop
      perform from live where account_id = account.id for update;
      select max(n.id::text collate "C")::uuid into until
        from (select id from leads where account_id = account.id and id > after order by id limit 1000) n;
      exit when until is null;
      insert into lead_search (account_id, id, user_id, valor_servico_centavos, created_at, updated_at, data_prospeccao,
                               data_fechamento, stage, status, busca, telefone_chave, nome, negocio)
      select account_id, id, user_id, valor_servico_centavos, created_at, updated_at, data_prospeccao,
             data_fechamento, stage, status, busca, telefone_chave, nome, negocio
        from leads where account_id = account.id and id > after and id <= until
      on conflict (account_id, id) do nothing;
      commit;
      after := until;
    end loop;
    commit;
  end loop;
end $$;

drop index leads_busca;
drop index leads_phone_search;
drop index leads_beyond_ascii;
