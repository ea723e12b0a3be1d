-- Totals per responsible member: a seller who sees only their own leads reads the rows of one member; others sum over all.
-- The zero uuid stands for leads without a responsible member.
create function owner_key(user_id uuid) returns uuid language sql immutable parallel safe
  return coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid);

-- Bytes of a lead's texts. A migration that adds a text column replaces only this function. The body is a string, so that it
-- does not depend on the table's columns.
create function lead_bytes(lead leads) returns bigint language sql immutable parallel safe as $$
  select (octet_length(lead.nome) + octet_length(lead.negocio) + octet_length(lead.telefone) + octet_length(lead.email)
       + octet_length(lead.descricao_servico) + coalesce(octet_length(lead.forma_pagamento), 0)
       + coalesce(octet_length(lead.prazo_entrega), 0))::bigint
$$;

-- Writers of leads wait until the totals are rebuilt.
lock table leads in share row exclusive mode;

alter table lead_totals drop constraint lead_totals_pkey;
alter table lead_totals add column owner_key uuid not null default owner_key(null);
delete from lead_totals;
insert into lead_totals (account_id, owner_key, status, stage, count, valor_centavos, bytes)
select account_id, owner_key(user_id), status, stage, count(*), sum(valor_servico_centavos), sum(lead_bytes(leads))
  from leads group by 1, 2, 3, 4;
alter table lead_totals alter column owner_key drop default;
alter table lead_totals add primary key (account_id, owner_key, status);

drop index leads_owner;
create index leads_owner on leads (account_id, user_id, stage, updated_at desc, id desc);

-- Like 010, by owner. Rows are written in key order, so that writers do not deadlock.
create or replace function add_to_lead_totals() returns trigger language plpgsql as $$
begin
  insert into lead_totals as t (account_id, owner_key, status, stage, count, valor_centavos, bytes)
  select account_id, owner_key(user_id), status, stage, count(*), sum(valor_servico_centavos),
         sum(lead_bytes(r::leads))
    from changed_rows r group by 1, 2, 3, 4 order by 1, 2, 3
  on conflict (account_id, owner_key, status) do update
    set count = t.count + excluded.count, valor_centavos = t.valor_centavos + excluded.valor_centavos,
        bytes = t.bytes + excluded.bytes;
  return null;
end $$;

create or replace function take_from_lead_totals() returns trigger language plpgsql as $$
begin
  insert into lead_totals as t (account_id, owner_key, status, stage, count, valor_centavos, bytes)
  select r.account_id, owner_key(r.user_id), r.status, r.stage, -count(*), -sum(r.valor_servico_centavos),
         -sum(lead_bytes(r::leads))
    from changed_rows r join accounts a on a.id = r.account_id
   group by 1, 2, 3, 4 order by 1, 2, 3
  on conflict (account_id, owner_key, status) do update
    set count = t.count + excluded.count, valor_centavos = t.valor_centavos + excluded.valor_centavos,
        bytes = t.bytes + excluded.bytes;
  return null;
end $$;

create or replace function move_in_lead_totals() returns trigger language plpgsql as $$
begin
  insert into lead_totals as t (account_id, owner_key, status, stage, count, valor_centavos, bytes)
  select account_id, owner, status, stage, sum(count), sum(valor), sum(bytes)
    from (
      select account_id, owner_key(user_id) as owner, status, stage, -1 as count, -valor_servico_centavos as valor,
             -lead_bytes(o::leads) as bytes
        from old_rows o
      union all
      select account_id, owner_key(user_id), status, stage, 1, valor_servico_centavos, lead_bytes(n::leads)
        from new_rows n
    ) changes
   group by 1, 2, 3, 4 having sum(count) <> 0 or sum(valor) <> 0 or sum(bytes) <> 0
   order by 1, 2, 3
  on conflict (account_id, owner_key, status) do update
    set count = t.count + excluded.count, valor_centavos = t.valor_centavos + excluded.valor_centavos,
        bytes = t.bytes + excluded.bytes;
  return null;
end $$;
