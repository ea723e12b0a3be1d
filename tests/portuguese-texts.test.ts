import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import ts from '@typescript/typescript6'
import { describe, expect, it } from 'vitest'

/** Texts prescribed by the specification. */
const fixedTexts: ReadonlySet<string> = new Set([
  'Buscar por nome, negócio ou email...',
  'Erro ao buscar usuários',
  'Erro ao deletar lead!',
  'Erro ao fazer login',
  'Erro ao recarregar usuário',
  'Múltiplos usuários',
  'Recarregar Usuário',
  'Sessão expirada',
])

interface Text {
  path: string
  line: number
  text: string
}

/** `${lead.nome} excluído` becomes "{nome} excluído". */
const templateText = ({ head, templateSpans }: ts.TemplateExpression): string =>
  head.text +
  templateSpans.map(({ expression, literal }) => `{${expression.getText().split('.').at(-1)}}${literal.text}`).join('')

const textOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node)) return templateText(node)
  return ts.isJsxText(node) ? node.text.replace(/\s+/g, ' ').trim() : undefined
}

const textsIn = (path: string): Text[] => {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Text[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    const text = textOf(node)
    if (text && !fixedTexts.has(text)) {
      found.push({ path, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const paths: string[] = []
for await (const path of glob(['src/{web,contract}/**/*.{ts,tsx}', 'src/server/mail/{layout,mails,outbox-page}.ts'])) {
  if (!path.includes('.test.')) paths.push(path)
}
const texts = paths.sort().flatMap(textsIn)

const matching = (pattern: RegExp, folder = 'src/'): string[] =>
  texts
    .filter(({ path, text }) => path.startsWith(folder) && pattern.test(text))
    .map(({ path, line, text }) => `${path}:${line}: ${text}`)

it('finds the texts of pages, contract and mails', () => {
  expect(texts.length).toBeGreaterThan(1000)
  const all = texts.map(({ text }) => text)
  expect(all).toEqual(expect.arrayContaining(['Nenhuma fatura encontrada', 'Informe o nome', 'Ver os planos']))
})

it('no text derives a gender from a name', () => {
  expect(matching(/\{(nome|name)\},? (foi |já tinha sido )?\p{L}+[aií]d[oa]\b/iu)).toEqual([])
})

describe('no text contains technical details', () => {
  it.each([
    ['an error message in English', /\((?:Network Error|Internal Server Error|timeout|[45]\d\d)\)/i],
    [
      'a field name',
      /(?=.* )\b(?:descricaoServico|valorServico|formaPagamento|prazoEntrega|data(?:Prospeccao|Fechamento))\b/,
    ],
  ])('%s', (_, pattern) => {
    expect(matching(pattern)).toEqual([])
  })
})

describe('terms are used consistently', () => {
  it.each([
    ['tentar novamente', /\b(?:tent|verifi|entr|assin)\p{L}+ de novo/iu],
    ['e-mail', /(?=.* )\bemail\b/i],
    ['excluir', /(?<!nada (?:é|foi) )\bapagad[oa]s?\b|\bdelet(?:ar|ad)/i],
    ['aparelho', /\bsess(?:ão|ões)\b|\bdispositivos?\b/i],
    ['Dashboard', /\bpainel\b(?! administrativo)(?=.* )|(?<= )painel\b(?! administrativo)/i],
    ['cliente', /\busuári/i],
    ['funil', /\b(?:pipeline|prospects?)\b/i],
    ['seu, sua', /(?<!tod[oa]s )\b[oa]s? (?:seu|sua)s? \p{L}/iu],
    ['entrar', /\b(?:logar|fazer login)\b/i],
    ['suspenso', /\bem vigor\b|\bnão passou\b|Dashboard est[áa] (?:fechado|bloqueado)/i],
  ])('“%s”', (_, others) => {
    expect(matching(others)).toEqual([])
  })

  it.each([
    ['card', /\bcart(?:ão|ões)\b/i],
    ['etapa', /\bstatus\b(?= )|\bStatus\b/],
  ])('“%s” among the leads', (_, others) => {
    expect(matching(others, 'src/web/leads/')).toEqual([])
  })
})
