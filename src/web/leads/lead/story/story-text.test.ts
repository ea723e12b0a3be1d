import { describe, expect, it } from 'vitest'
import type { StoryEntry } from '#contract/story/story.ts'
import { authorOf, describeChange, splitLinks } from './story-text.ts'

const [ana, rui] = ['Ana Souza', 'Rui Lima'].map((nome, index) => ({ _id: String(index), nome }))
const entry = (some: Partial<StoryEntry>) => ({ at: '2026-11-20T12:00:00Z', ...some }) as StoryEntry
const text = (some: Partial<StoryEntry>) => describeChange(entry(some)).replaceAll('\u00a0', ' ')

describe('a change', () => {
  it.each([
    [{ kind: 'created', toStage: 'novo-lead' }, 'Lead cadastrado na etapa Novo Lead'],
    [{ kind: 'created' }, 'Lead cadastrado'],
    [{ kind: 'imported', toStage: 'ganho' }, 'Lead importado na etapa Ganho (Fechou)'],
    [{ kind: 'restored', toStage: 'ganho' }, 'Lead restaurado da lixeira'],
    [
      {
        kind: 'stage',
        fromStage: 'novo-lead',
        toStage: 'qualificando',
        fromSince: '2026-11-15T12:00:00Z',
        isFromSinceExact: true,
      },
      'Foi de Novo Lead para Qualificando, depois de 5 dias',
    ],
    [
      {
        kind: 'stage',
        fromStage: 'novo-lead',
        toStage: 'ganho',
        fromSince: '2026-11-20T10:59:00Z',
        isFromSinceExact: false,
      },
      'Foi de Novo Lead para Ganho (Fechou), depois de pelo menos 1 h',
    ],
    [{ kind: 'assigned', fromMember: ana, toMember: rui }, 'Passou de Ana Souza para Rui Lima'],
    [{ kind: 'assigned', fromMember: null, toMember: rui }, 'Rui Lima ficou responsável'],
    [{ kind: 'assigned', fromMember: ana, toMember: null }, 'Ficou sem responsável (era Ana Souza)'],
    [{ kind: 'value', fromValor: 0, toValor: 1250.5 }, 'Valor: de R$ 0,00 para R$ 1.250,50'],
  ] as [Partial<StoryEntry>, string][])('%j is told as "%s"', (change, told) => {
    expect(text(change)).toBe(told)
  })

  it('names its author, the reader as "Você"', () => {
    const byAna = entry({ actor: { kind: 'user', member: ana ?? null } })
    expect([authorOf(byAna, '9'), authorOf(byAna, '0')]).toEqual(['Ana Souza', 'Você'])
    expect(authorOf(entry({ actor: { kind: 'system', member: null } }), '9')).toBe('Sistema')
    expect(authorOf(entry({ actor: null }), '9')).toBeUndefined()
  })
})

it('finds web addresses in a note', () => {
  expect(splitLinks('Ver https://a.com/b?c=1. Ou (http://d.com/e)!')).toEqual([
    { text: 'Ver ' },
    { text: 'https://a.com/b?c=1', href: 'https://a.com/b?c=1' },
    { text: '. Ou (' },
    { text: 'http://d.com/e', href: 'http://d.com/e' },
    { text: ')!' },
  ])
  expect(splitLinks('javascript:alert(1)')).toEqual([{ text: 'javascript:alert(1)' }])
})
