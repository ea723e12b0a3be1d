import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { leadStatuses } from '#contract/leads/lead-status.ts'
import { maxCentavos } from '#contract/values/money.ts'
import type { ExportedLead } from './factories.ts'

/** Few names that are hard to sort, normalize and match, so that many leads are equal. */
const awkwardNames = [
  'Ágata',
  'agata',
  'ana',
  'Ana',
  'ANA',
  'Ana Cláudia',
  'Ana-Cláudia',
  'anã',
  'Zé',
  'Zezinho',
  'Érica',
  'elaine',
  'Élan',
  'Íris',
  'ÇA',
  'Caio',
  'ñandú',
  'Nina',
  '10 irmãos',
  '2 irmãos',
  "d'Ávila",
  'd’Ávila',
  '100% Limpo',
  '100 Limpo',
  'a_b',
  'a\\b',
  '  espaço',
  '😀 Feliz',
  'São João',
  'SAO JOAO',
  'sa\u0303o joa\u0303o',
  'Straße',
  'ﬁrma',
]

const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...awkwardNames) },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-zÀ-ú][a-zà-ú ]{1,20}[a-zà-ú]$/) },
)
const day = fc.constantFrom('2026-01-01', '2026-01-31', '2026-02-01', '2026-06-15', '2026-12-31', '2027-01-01')
const moment = fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000001Z', '2026-03-10T02:59:59.9Z')
const centavos = fc.oneof(
  fc.constantFrom(0, 1, 99, 100, 123_456, maxCentavos),
  fc.integer({ min: 0, max: maxCentavos }),
)

/** Exported leads with many equal values in every sortable and filterable field. */
const exportedLead: fc.Arbitrary<ExportedLead> = fc.record({
  _id: fc.integer().map(() => uuidv7()),
  nome: name,
  negocio: name,
  telefone: fc.constantFrom('11987654321', '+55 11 3333-4444', '190'),
  email: fc.constantFrom('joao@exemplo.com', 'JOAO@Exemplo.com.br', 'a_b@exemplo.com', 'x+100@exemplo.com'),
  descricaoServico: fc.constant('Site institucional'),
  valorServico: centavos.map(value => value / 100),
  status: fc.constantFrom(...leadStatuses),
  formaPagamento: fc.constantFrom(null, 'Pix'),
  prazoEntrega: fc.constantFrom(null, '30 dias'),
  dataProspeccao: day,
  dataFechamento: fc.option(day),
  createdAt: moment,
  updatedAt: moment,
})

/** Deterministic for a seed, except for the IDs. */
export const sampleLeads = (count: number, seed = 1): ExportedLead[] =>
  fc.sample(exportedLead, { numRuns: count, seed })
