-- One lead per account is removed and restored: its version continues.
create temporary table comes_back on commit drop as
  select account_id, id, user_id, nome, negocio, telefone, email, descricao_servico, valor_servico_centavos, status, stage,
         forma_pagamento, prazo_entrega, data_prospeccao, data_fechamento, busca, version, created_at, updated_at
    from leads where status = 'nurturing' and id::text like '%-a001-%';
delete from leads l using comes_back c where l.account_id = c.account_id and l.id = c.id;
insert into leads (account_id, id, user_id, nome, negocio, telefone, email, descricao_servico, valor_servico_centavos, status,
                   stage, forma_pagamento, prazo_entrega, data_prospeccao, data_fechamento, busca, version, created_at,
                   updated_at)
select * from comes_back;
