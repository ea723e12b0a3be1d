import { expect, it } from 'vitest'
import type { TrailEntry } from '#contract/admin.ts'
import { describeTrailEntry } from './trail-text.ts'

const entry = (motivo: string): TrailEntry => ({
  _id: '01939c3e-7a00-7000-8000-000000000001',
  createdAt: '2026-11-20T12:00:00.000Z',
  actor: null,
  action: 'change-subscription',
  subjectEmail: 'ana@exemplo.com.br',
  details: { antes: 'Ativo', depois: 'Cancelado', motivo },
  ip: null,
})

it.each([
  ['webhook', 'aviso'],
  ['checkout-return', 'volta do pagamento'],
  ['reconciliation', 'conferência'],
])('describes the reason "%s" like "%s", its value in earlier releases', (current, earlier) => {
  const [text, old] = [current, earlier].map(motivo => describeTrailEntry(entry(motivo)))
  expect(text).toBe(old)
  expect(text).not.toContain(current)
})
