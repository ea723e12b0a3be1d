-- Bytes of text per account, next to its number of leads. Both limit a trial.
alter table lead_totals add column bytes bigint not null default 0;

create function lead_bytes(nome text, negocio text, telefone text, email text, descricao text, pagamento text, prazo text)
returns bigint language sql immutable parallel safe
  return octet_length(nome) + octet_length(negocio) + octet_length(telefone) + octet_length(email)
       + octet_length(descricao) + coalesce(octet_length(pagamento), 0) + coalesce(octet_length(prazo), 0);

-- Blocks writes of leads between the recount and the new triggers.
lock table leads in share row exclusive mode;

update lead_totals t set bytes = s.bytes
  from (select account_id, status,
               sum(lead_bytes(nome, negocio, telefone, email, descricao_servico, forma_pagamento, prazo_entrega)) as bytes
          from leads group by account_id, status) s
 where s.account_id = t.account_id and s.status = t.status;

-- Like 002, with bytes.
create or replace function add_to_lead_totals() returns trigger language plpgsql as $$
begin
  insert into lead_totals as t (account_id, status, stage, count, valor_centavos, bytes)
  select account_id, status, stage, count(*), sum(valor_servico_centavos),
         sum(lead_bytes(nome, negocio, telefone, email, descricao_servico, forma_pagamento, prazo_entrega))
    from changed_rows group by account_id, status, stage order by account_id, status
  on conflict (account_id, status) do update
    set count = t.count + excluded.count, valor_centavos = t.valor_centavos + excluded.valor_centavos,
        bytes = t.bytes + excluded.bytes;
  return null;
end $$;

create or replace function take_from_lead_totals() returns trigger language plpgsql as $$
begin
  insert into lead_totals as t (account_id, status, stage, count, valor_centavos, bytes)
  select r.account_id, r.status, r.stage, -count(*), -sum(r.valor_servico_centavos),
         -sum(lead_bytes(r.nome, r.negocio, r.telefone, r.email, r.descricao_servico, r.forma_pagamento, r.prazo_entrega))
    from changed_rows r join accounts a on a.id = r.account_id
   group by r.account_id, r.status, r.stage order by r.account_id, r.status
  on conflict (account_id, status) do update
    set count = t.count + excluded.count, valor_centavos = t.valor_centavos + excluded.valor_centavos,
        bytes = t.bytes + excluded.bytes;
  return null;
end $$;

create or replace function move_in_lead_totals() returns trigger language plpgsql as $$
begin
  insert into lead_totals as t (account_id, status, stage, count, valor_centavos, bytes)
  select account_id, status, stage, sum(count), sum(valor), sum(bytes)
    from (
      select account_id, status, stage, -1 as count, -valor_servico_centavos as valor,
             -lead_bytes(nome, negocio, telefone, email, descricao_servico, forma_pagamento, prazo_entrega) as bytes
        from old_rows
      union all
      select account_id, status, stage, 1, valor_servico_centavos,
             lead_bytes(nome, negocio, telefone, email, descricao_servico, forma_pagamento, prazo_entrega)
        from new_rows
    ) changes
   group by account_id, status, stage having sum(count) <> 0 or sum(valor) <> 0 or sum(bytes) <> 0
   order by account_id, status
  on conflict (account_id, status) do update
    set count = t.count + excluded.count, valor_centavos = t.valor_centavos + excluded.valor_centavos,
        bytes = t.bytes + excluded.bytes;
  return null;
end $$;
