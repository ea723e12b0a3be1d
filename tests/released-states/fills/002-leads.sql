-- Three leads per status, including legacy ones, for each user. They are then moved, changed and removed.
insert into leads (account_id, id, user_id, nome, negocio, telefone, email, descricao_servico, valor_servico_centavos,
                   status, stage, forma_pagamento, prazo_entrega, data_prospeccao, data_fechamento, busca, created_at,
                   updated_at)
select u.account_id, format('00000000-0000-7000-a%s-%s0000000%s', lpad(copy::text, 3, '0'), lpad(s.n::text, 3, '0'), right(u.id::text, 2))::uuid,
       u.id, 'João ' || s.status, 'Padaria nº ' || copy, '1198765432' || copy, 'joao@exemplo.com.br',
       E'Site com ç, 😀\ne duas linhas', 100 * s.n + copy, s.status, s.stage,
       case copy when 1 then 'Pix' end, case copy when 2 then '30 dias' end, date '2026-01-01' + s.n,
       case s.stage when 'ganho' then date '2026-01-20' end,
       E'joao ' || s.status || E'\npadaria nº ' || copy || E'\njoao@exemplo.com.br',
       timestamptz '2026-01-06 09:00:00.5Z' + s.n * interval '1 hour' + copy * interval '1 second',
       timestamptz '2026-01-07 09:00:00.25Z' + s.n * interval '1 minute' + copy * interval '1 microsecond'
  from users u,
       generate_series(1, 3) copy,
       (values (1, 'novo-lead', 'novo-lead'), (2, 'qualificando', 'qualificando'),
               (3, 'contato-estabelecido', 'contato-estabelecido'), (4, 'proposta-enviada', 'proposta-enviada'),
               (5, 'negociacao', 'negociacao'), (6, 'ganho', 'ganho'), (7, 'perdido', 'perdido'),
               (8, 'nurturing', 'nurturing'), (9, 'proposta-aceita', 'ganho'), (10, 'proposta-recusada', 'perdido'),
               (11, 'em-negociacao', 'negociacao')) s (n, status, stage);

update leads set status = 'ganho', stage = 'ganho', version = version + 1, data_fechamento = '2026-01-21'
 where status = 'negociacao' and id::text like '%-a001-%';
update leads set valor_servico_centavos = 99999999999, version = version + 1
 where status = 'perdido' and id::text like '%-a002-%';
delete from leads where status = 'novo-lead' and id::text like '%-a003-%';
