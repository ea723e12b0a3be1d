import { describe, expect, it } from 'vitest'
import { z } from '../zod.ts'
import { Email, NullableText, normalizeForSearch, RequiredText, StorableText } from './text.ts'

const messageOf = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).error?.issues[0]?.message

describe('storable text', () => {
  it.each([
    ['', 'nothing'],
    ['  João  ', 'spaces around it'],
    ['Line one\r\nline two\ttab', 'line breaks and tabs'],
    ['👩‍👩‍👧‍👦 Ünïcode שלום ﷽', 'emoji, accents and right-to-left'],
    ['e\u0301', 'a combining accent, which is not composed'],
    ['\u202Etxt.exe', 'a direction override'],
  ])('accepts %j unchanged: %s', text => {
    expect(z.parse(StorableText(100), text)).toBe(text)
  })

  it.each([
    ['a\u0000b', 'NUL'],
    ['\uD83D', 'half of an emoji'],
    ['\uDE00\uD83D', 'an emoji turned around'],
  ])('rejects %j: %s', text => {
    for (const schema of [StorableText(100), RequiredText(100), NullableText(100)]) {
      expect(messageOf(schema, text)).toBe('Há um caractere inválido; apague e digite novamente')
    }
  })

  it.each([[null], [undefined], [1], [true], [['a']], [{ a: 1 }]])('does not convert %j to text', value => {
    expect(messageOf(StorableText(100), value)).toBe('Informe um texto')
  })

  it('limits the number of characters', () => {
    expect(z.safeParse(StorableText(5000), 'a'.repeat(5000)).success).toBe(true)
    expect(messageOf(StorableText(5000), 'a'.repeat(5001))).toBe('Use no máximo 5.000 caracteres')
  })
})

describe('required text', () => {
  it.each(['', ' ', '\t\n', '\u00A0\u2003'])('rejects %j', blank => {
    expect(messageOf(RequiredText(10, 'Informe o nome'), blank)).toBe('Informe o nome')
  })

  it('is not trimmed', () => {
    expect(z.parse(RequiredText(10), ' a ')).toBe(' a ')
  })
})

describe('nullable text', () => {
  it.each([[null], [''], ['   ']])('converts %j to null', value => {
    expect(z.parse(NullableText(10), value)).toBeNull()
  })
})

describe('e-mail', () => {
  it.each([
    ['maria@exemplo.com.br', 'maria@exemplo.com.br'],
    ['  Maria.Silva+vendas@Exemplo.com  ', 'Maria.Silva+vendas@Exemplo.com'],
    [`${'a'.repeat(242)}@exemplo.com`, `${'a'.repeat(242)}@exemplo.com`],
  ])('parses %j as %j', (typed, email) => {
    expect(z.parse(Email, typed)).toBe(email)
  })

  it.each<[unknown]>([
    [''],
    ['maria'],
    ['maria@exemplo'],
    ['@exemplo.com'],
    ['ma ria@exemplo.com'],
    ['maria@exemplo..com'],
    ['maria@exemplo.com\r\nBcc: alguem@exemplo.com'],
    ['maria\u0000@exemplo.com'],
    [`${'a'.repeat(243)}@exemplo.com`],
    [null],
    [['maria@exemplo.com']],
  ])('rejects %j', value => {
    expect(messageOf(Email, value)).toBe('E-mail inválido')
  })
})

describe('normalizeForSearch', () => {
  it.each([
    ['João', 'joao'],
    ['JOÃO', 'joao'],
    ['joa\u0303o', 'joao'],
    ['AÇAÍ & Cia', 'acai & cia'],
    ['Ñandú', 'nandu'],
    ['100% _ \\', '100% _ \\'],
    ['😀', '😀'],
    ['', ''],
  ])('converts %j to %j', (text, folded) => {
    expect(normalizeForSearch(text)).toBe(folded)
  })
})
