import { expect, it } from 'vitest'
import { type PastedContact, parseContact } from './parse-contact.ts'

const vcard = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\r\n')

it.each<[text: string, contact: PastedContact]>([
  [
    vcard(
      'N:Souza;Maria;;;',
      'FN:Maria Souza',
      'ORG:Padaria Sol;',
      'item1.TEL;waid=5511987654321:+55 11 98765-4321',
      'EMAIL;TYPE=INTERNET:maria@sol.com.br',
    ),
    { nome: 'Maria Souza', telefone: '+55 11 98765-4321', email: 'maria@sol.com.br', negocio: 'Padaria Sol' },
  ],
  [
    vcard(
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4A=6F=C3=A3o;;;;',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Jo=C3=A3o',
      'TEL;CELL:11987654321',
    ),
    { nome: 'João', telefone: '11987654321' },
  ],
  ['Maria Souza\n+55 11 98765-4321', { nome: 'Maria Souza', telefone: '(11) 98765-4321' }],
  [
    'Maria da Silva (11) 98765-4321 maria@sol.com.br',
    { nome: 'Maria da Silva', telefone: '(11) 98765-4321', email: 'maria@sol.com.br' },
  ],
  [
    '[10:32, 22/11/2026] Maria Souza: Oi, quero um site\n[10:33, 22/11/2026] Maria Souza: Meu e-mail é maria@sol.com.br',
    {
      nome: 'Maria Souza',
      email: 'maria@sol.com.br',
      descricaoServico: 'Oi, quero um site\nMeu e-mail é maria@sol.com.br',
    },
  ],
  [
    '22/11/2026 10:32 - +55 11 98765-4321: Oi! Aqui é o Carlos Lima, quero um orçamento',
    {
      nome: 'Carlos Lima',
      telefone: '(11) 98765-4321',
      descricaoServico: 'Oi! Aqui é o Carlos Lima, quero um orçamento',
    },
  ],
  [
    'Nome: Ana\nTelefone: 11 3333-4444\nEmpresa: Loja da Ana',
    { nome: 'Ana', telefone: '(11) 3333-4444', negocio: 'Loja da Ana' },
  ],
  ['bom dia', {}],
  ['', {}],
])('%j holds %j', (text, contact) => expect(parseContact(text)).toEqual(contact))
