import { normalizeForSearch } from '#contract/values/text.ts'

// Words of the leads of `npm run bench:far`, the frequent ones first: of n words the first has a share of 1 / √n.

const words = (text: string): string[] => text.split(' ')

const firstNames = words(
  'Maria José Ana João Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Gabriel Rafael Daniel Marcelo Bruno Eduardo Felipe Juliana Adriana Márcia Fernanda Patrícia Aline Sandra Camila Amanda Bruna Jéssica Letícia Júlia Luciana Vanessa Mariana Gabriela Vera Vitória Larissa Cláudia Beatriz Rodrigo Mateus Fábio Leandro Tiago Vinícius Roberto Sérgio Jorge Ricardo Diego Anderson Cristiano Otávio Renato Rosângela Simone Sônia Tatiane Eliane Débora Priscila Raquel Rita Helena Heloísa Lívia Isabela Yasmin Thaís Mônica Natália Regina Teresa Zélia Inês Íris Estêvão Ícaro Caio Davi Enzo Heitor Murilo Nicolas Samuel Téo Ulisses Wagner',
)
const lastNames = words(
  'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Santana Teixeira Araújo Pinto Cavalcante Moura Campos Conceição Batista Melo Correia Monteiro Borges Barros Castro Azevedo Cunha Miranda Duarte Siqueira Macedo Tavares Farias Peixoto Assunção Brandão Coelho Damasceno Esteves Figueiredo Galvão Guimarães Guedes Leitão Leite Lourenço Magalhães Maia Mendonça Menezes Morais Nogueira Pacheco Paiva Passos Peçanha Pires Prado Queirós Rangel Rezende Sampaio Sá Simões Toledo Valença Vasconcelos Veloso Viana Xavier Zanetti Bittencourt Tibúrcio',
)
const kinds =
  'Padaria|Clínica|Auto Peças|Ótica|Pousada|Advocacia|Pet Shop|Academia|Contabilidade|Transportes|Floricultura|Escola|Construtora|Farmácia|Restaurante|Lanchonete|Mercado|Oficina|Imobiliária|Salão|Barbearia|Papelaria|Livraria|Marcenaria|Serralheria|Vidraçaria|Confecções|Calçados|Joalheria|Móveis|Elétrica|Hidráulica|Gráfica|Estúdio|Hotel|Viagens|Sorveteria|Pizzaria|Laboratório|Distribuidora'.split(
    '|',
  )
const places =
  'São João|Santa Rita|Boa Vista|Bela Vista|do Vale|da Serra|Ipiranga|Central|Nova Era|Primavera|Girassol|Ipê|Santo Antônio|São José|Copacabana|Tropical|Brasil|Paulista|Mineira|Gaúcha|Nordestina|do Porto|da Praia|do Lago|Horizonte|Esperança|União|Aliança|Progresso|Vitória|Aurora|Estrela|Diamante|Ouro Verde|Rio Branco|Pinheiros|Jardim|Imperial|Real|Popular|Moderna|Express|Premium|Família|Irmãos Souza|Amigos|Sol Nascente|Lua Azul|Beira Mar|Alto da Glória|Vila Rica|Campo Belo|Morumbi|Tijuca|Savassi|Batel|Moinhos|Pituba|Aldeota|Boa Viagem|Ponta Negra|Centro Sul|Zona Leste|Três Irmãs|Dois Irmãos|Monte Alegre|Água Verde|Pedra Branca|Bom Jesus|São Paulo|Maré Mansa|Manacá|Pinhão|Jatobá|Açaí|Cajueiro|Buriti|Xingu|Tapajós|Zumbi'.split(
    '|',
  )

/** Each account sells to twelve kinds of business, so that words that are frequent in other accounts are in none of its leads. */
const kindsOfAccount = 12

/** A word that is in each 40th lead on average, and in no lead of the measured account. */
export const wordOfOthers = 'padaria'
export const measuredAccount = 8

const createPick = `
  create or replace function bench_share(key bigint, seed bigint) returns float8 language sql immutable parallel safe
    return (hashint8extended(key, seed) & 1073741823) / 1073741824.0::float8;
  create or replace function bench_pick(key bigint, seed bigint, size integer) returns integer language sql immutable parallel safe
    return 1 + floor(power(bench_share(key, seed), 2) * size)::integer`

/** Functions that the statement below calls. */
export const pickFunctions = createPick.split(';')

/** Parameters $4 and later of `leadsOfAccounts`. */
export const textParameters = [firstNames, lastNames, kinds, places].flatMap(list => [
  list,
  list.map(normalizeForSearch),
])

/**
 * Adds, from a pool of `$3` leads, one of `$2` parts of the leads of all accounts, the part `$1`, in the order of their creation: the leads of an account lie
 * apart, as if all accounts had worked at the same time. The texts depend only on the account and the number of the lead.
 */
export const leadsOfAccounts = `
  insert into leads (account_id, user_id, id, created_at, updated_at, stage_since, stage_since_exact, nome, negocio, telefone, email,
                     busca, descricao_servico, valor_servico_centavos, status, stage, forma_pagamento, prazo_entrega,
                     data_prospeccao, data_fechamento, next_step_kind, next_step_day)
  select a.account_id, case when k % 5 = 0 then coalesce(a.seller_id, a.user_id) else a.user_id end, uuidv7(t.since - now()),
         t.since, t.changed, t.since + (t.changed - t.since) * bench_share(key, 1), true,
         ($4::text[])[f] || ' ' || ($6::text[])[m] || case when key % 10 < 3 then ' ' || ($6::text[])[l] else '' end,
         ($8::text[])[b] || ' ' || ($10::text[])[p], n.ddd || '9' || lpad((hashint8extended(key, 2) & 67108863)::text, 8, '7'),
         e.email, ($5::text[])[f] || ' ' || ($7::text[])[m] || case when key % 10 < 3 then ' ' || ($7::text[])[l] else '' end
           || E'\\n' || ($9::text[])[b] || ' ' || ($11::text[])[p] || E'\\n' || e.email,
         n.descricao_servico, n.valor_servico_centavos, n.status, n.stage, n.forma_pagamento, n.prazo_entrega,
         t.since::date, case when n.stage = 'ganho' then t.changed::date when key % 4 = 0 then (now() + (key % 90) * interval '1 day')::date end,
         case when s.has_step then 'ligar' end, case when s.has_step then now()::date + (key % 30)::integer - 10 end
    from bench_accounts a
   cross join lateral generate_series(a.leads * $1::bigint / $2::bigint, a.leads * ($1::bigint + 1) / $2::bigint - 1) k
   cross join lateral (select a.i::bigint * 100000000 + k) h (key)
   cross join lateral (select bench_pick(key, 3, cardinality($4::text[])), bench_pick(key, 4, cardinality($6::text[])),
                              bench_pick(key, 5, cardinality($6::text[])),
                              1 + (a.i * 7 + bench_pick(key, 6, ${kindsOfAccount}) - 1) % cardinality($8::text[]),
                              bench_pick(key, 7, cardinality($10::text[]))) w (f, m, l, b, p)
   cross join lateral (select replace(($5::text[])[f] || '.' || ($7::text[])[m], ' ', '') || (hashint8extended(key, 8) & 1023)
                              || (array['@exemplo.com.br', '@empresa.exemplo', '@loja.exemplo'])[bench_pick(key, 9, 3)]) e (email)
    join lateral (select o.*, left(o.telefone, 2) as ddd from bench_pool o
                   where o.n = (hashint8extended(key, 10) & 1048575) % $3::integer offset 0) n on true
   cross join lateral (select now() - interval '700 days' * (1 - (k + 1)::float8 / a.leads)) c (since)
   cross join lateral (select c.since, c.since + (now() - c.since) * power(bench_share(key, 11), 2)) t (since, changed)
   cross join lateral (select n.stage not in ('ganho', 'perdido', 'nurturing') and key % 3 = 0) s (has_step)
   order by k::float8 / a.leads`
