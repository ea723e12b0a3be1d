-- Builds indexes concurrently.
call fill_lead_search();
create index concurrently lead_search_keys on lead_search
  using gin (account_id, search_keys(busca || E'\n' || coalesce(telefone_chave, '')));
create index concurrently lead_search_nome on lead_search (account_id, nome collate "pt-BR-x-icu", id);
create index concurrently lead_search_negocio on lead_search (account_id, negocio collate "pt-BR-x-icu", id);
create index concurrently lead_search_valor on lead_search (account_id, valor_servico_centavos, id);
create index concurrently lead_search_prospeccao on lead_search (account_id, data_prospeccao, id);
-- Leads without a closing date are last in both directions.
create index concurrently lead_search_fechamento on lead_search (account_id, (coalesce(data_fechamento, 'infinity'::date)), id);
create index concurrently lead_search_fechamento_desc on lead_search (account_id, (coalesce(data_fechamento, '-infinity'::date)), id);
-- The order of the funnel.
create index concurrently leads_funnel on leads (account_id, (array_position('{novo-lead,qualificando,contato-estabelecido,proposta-enviada,negociacao,em-negociacao,ganho,proposta-aceita,perdido,proposta-recusada,nurturing}'::text[], status)), id);
