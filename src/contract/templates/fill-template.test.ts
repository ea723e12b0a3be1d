import { describe, expect, it } from 'vitest'
import { fillTemplate, firstNameOf } from './fill-template.ts'

const maria = {
  nome: 'Maria Souza',
  negocio: 'Padaria Sol',
  descricaoServico: 'Site institucional.\nCom blog',
  valorServico: 2500.5,
}
const ana = { nome: 'Ana Lima', company: 'Estúdio Lua' }
const nobody = { nome: '', negocio: '', descricaoServico: '', valorServico: 0 }

it.each([
  ['Maria Souza', 'Maria'],
  ['Maria', 'Maria'],
  ['  MARIA   DA SILVA', 'Maria'],
  ['Dr. Carlos Souza', 'Dr. Carlos'],
  ['JB Materiais', 'JB'],
  ['', ''],
])('the first name of %j is %j', (name, first) => expect(firstNameOf(name)).toBe(first))

describe('a template', () => {
  it('shows the data of the lead', () => {
    const texto =
      'Olá, {primeiro_nome}! Aqui é {vendedor}, da {minha_empresa}. O {servico} da {negocio} sai por {valor}, {nome}.'
    expect(fillTemplate(texto, maria, ana)).toBe(
      'Olá, Maria! Aqui é Ana, da Estúdio Lua. O Site institucional da Padaria Sol sai por R$ 2.500,50, Maria Souza.',
    )
  })

  it.each([
    ['Olá, {primeiro_nome}!', 'Olá!'],
    ['Olá {primeiro_nome}, tudo bem?', 'Olá, tudo bem?'],
    ['{primeiro_nome}, tudo bem?', 'Tudo bem?'],
    ['Podemos conversar sobre {servico}?', 'Podemos conversar?'],
    ['Podemos conversar sobre o seu {servico} amanhã?', 'Podemos conversar amanhã?'],
    ['Enviei a proposta de {valor}. Ficou alguma dúvida?', 'Enviei a proposta. Ficou alguma dúvida?'],
    ['Serviço: {servico}\nValor: {valor}\nAté logo', 'Serviço\nValor\nAté logo'],
    ['Tudo certo. {servico}. Até logo!', 'Tudo certo. Até logo!'],
    ['Oi!\n{negocio}\nTchau', 'Oi!\nTchau'],
    ['Bom dia — {nome}', 'Bom dia'],
    ['O valor de {valor} vale até sexta', 'O valor vale até sexta'],
    ['Obrigado pelo contato com a {minha_empresa}!', 'Obrigado pelo contato!'],
    ['Aqui é {vendedor}, da {minha_empresa}.', 'Aqui é Ana.'],
  ])('has no hole without the data: %j', (texto, expected) =>
    expect(fillTemplate(texto, nobody, { nome: 'Ana', company: ' ' })).toBe(expected),
  )

  it('leaves an unknown placeholder, braces in the data and special characters alone', () => {
    const lead = { ...maria, nome: '{valor} & Filhos' }
    expect(fillTemplate('{cupom} {nome} {', lead, ana)).toBe('{cupom} {valor} & Filhos {')
  })

  it('leaves a long description out', () => {
    const lead = { ...maria, descricaoServico: 'palavra '.repeat(40) }
    expect(fillTemplate('Vamos falar sobre {servico}?', lead, ana)).toBe('Vamos falar?')
  })
})
