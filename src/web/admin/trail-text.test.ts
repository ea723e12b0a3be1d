import { expect, it } from 'vitest'
import type { TrailEntry } from '#contract/admin.ts'
import { describeTrailEntry } from './trail-text.ts'

const describeChange = (details: TrailEntry['details']): string =>
  describeTrailEntry({
    _id: '01939c3e-7a00-7000-8000-000000000001',
    createdAt: '2026-11-20T12:00:00.000Z',
    actor: null,
    action: 'change-subscription',
    subjectEmail: 'ana@exemplo.com.br',
    details,
    ip: null,
  })

it.each<[TrailEntry['details'], TrailEntry['details'], string]>([
  [
    { before: 'Ativo', after: 'Cancelado', reason: 'webhook', warning: '2 assinaturas' },
    { antes: 'Ativo', depois: 'Cancelado', motivo: 'aviso', alerta: '2 assinaturas' },
    'Ativo → Cancelado; aviso do Stripe; Atenção: 2 assinaturas',
  ],
  [{ reason: 'checkout-return' }, { motivo: 'volta do pagamento' }, 'ao voltar do pagamento'],
  [{ checked: '2', changed: '1' }, { conferidos: '2', mudados: '1' }, '2 clientes verificados, 1 corrigido'],
  [{ payment: 'R$ 29 devolvidos' }, { pagamento: 'R$ 29 devolvidos' }, 'R$ 29 devolvidos'],
])('describes %j like %j, its form in earlier releases', (current, earlier, text) => {
  expect(describeChange(current)).toBe(`Assinatura de ana@exemplo.com.br: ${text}`)
  expect(describeChange(earlier)).toBe(describeChange(current))
})
