import { globSync, readFileSync } from 'node:fs'
import ts from '@typescript/typescript6'
import { describe, expect, it } from 'vitest'
import { contractFiles, readFields, trimContract } from '../scripts/web-build/contract-for-browser.ts'

const toJavaScript = (path: string): string =>
  ts.transpile(readFileSync(path, 'utf8'), { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext })
const trimmed = (name: string) => trimContract(toJavaScript(`src/contract/${name}.ts`))

describe('the contract in the browser', () => {
  it('has the addresses of endpoints, without what only the server reads', () => {
    const code = trimmed('leads/leads')
    expect(code).toContain("list: endpoint({method: 'GET', path: '/leads'})")
    expect(code).toContain("sync: endpoint({method: 'POST', path: '/leads/sync', bodyLimit: 10_000_000})")
  })

  it('has the shapes of the responses that the browser checks, each once', () => {
    const code = trimmed('auth/auth')
    expect(code).toContain("login: endpoint({method: 'POST', path: '/auth/login', response: shapeSchema(shape0)})")
    expect(code).toContain("me: endpoint({method: 'GET', path: '/auth/me', response: shapeSchema(shape1)})")
    expect(code).toContain(
      "verifyToken: endpoint({method: 'GET', path: '/auth/verify-token', response: shapeSchema(shape1)})",
    )
    expect(code).toContain(
      'const shape1 = {"user":{"_id":"string","nome":"string","email":"string","pending_email":"string|null",',
    )
  })

  it('marks constants as free of side effects, and neither functions nor statements', () => {
    const code = 'const a = z.string()\nexport const b = [c(), { ...a }]\nconst f = () => c()\nconst n = 1\nz.config()'
    expect(trimContract(code)).toBe(
      [
        'const a = /* @__PURE__ */ (() => (z.string()))()',
        'export const b = /* @__PURE__ */ (() => ([c(), { ...a }]))()',
        'const f = () => c()\nconst n = 1\nz.config()',
      ].join('\n'),
    )
  })

  it('includes the files of every folder', () => {
    const files = globSync('src/contract/**/*.ts').filter(path => !path.includes('.test.'))
    expect(files.length).toBeGreaterThan(40)
    expect(files.filter(path => !contractFiles.test(`/${path.replaceAll('\\', '/')}`))).toEqual([])
  })

  it('keeps every field that the HTTP client reads, and nothing else reads fields of endpoints', () => {
    const client = readFileSync('src/web/lib/requests/http.ts', 'utf8')
    const read = [...client.matchAll(/(?<!\/)\bendpoint\.(\w+)/g)].map(match => match[1])
    expect(read).toContain('path')
    expect(read.filter(field => ![...readFields, 'response'].includes(field ?? ''))).toEqual([])
    const elsewhere = globSync('src/web/**/*.{ts,tsx}').filter(path => !path.includes('.test.'))
    const reading = elsewhere.filter(path => /\b\w+Api(\.\w+){2}/.test(readFileSync(path, 'utf8')))
    expect(reading).toEqual([])
  })
})
