import type { Stage } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { type NextStep, stepKinds } from '#contract/leads/next-step.ts'
import { toLocalDate } from '#contract/values/dates.ts'

type Example = [stage: Stage, nome: string, negocio: string, valorServico: number, hoursAgo: number]

const examples: Example[] = [
  ['novo-lead', 'Fernanda Lourenço', 'Transportes Rota Sul', 5900, 0.5],
  ['novo-lead', 'Estêvão Assunção', 'Escola Girassol', 18500, 2],
  ['novo-lead', 'Teresa Moraes', 'Padaria Bom Dia', 3100, 5],
  ['qualificando', 'Jônatas Corrêa', 'Clínica Bem-Estar', 10990, 1],
  ['qualificando', 'Luísa Peçanha', 'Construtora Pinhão', 22000, 26],
  ['contato-estabelecido', 'Rogério Galvão', 'Auto Peças Ipê', 2050, 3],
  ['contato-estabelecido', 'Natália Ribeiro', 'Advocacia Nóbrega', 8860, 30],
  ['proposta-enviada', 'Otávio Cardoso', 'Academia Movimento', 19640, 8],
  ['negociacao', 'Íris Vasconcelos', 'Ótica Visão Clara', 16250, 20],
  ['ganho', 'João Queirós', 'Pet Shop Focinho', 7350, 48],
]

/** Ids only need to be UUIDs that never change. */
const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

const nextStepOf = (index: number, now: Date): NextStep => ({
  kind: stepKinds[index % 5] ?? 'ligar',
  day: toLocalDate(new Date(now.getTime() + (index % 3) * 24 * 3_600_000)),
  time: index % 2 === 0 ? '14:30' : null,
  texto: null,
})

/** Makes the leads complete. A card shows none of these texts, and offers no message without digits in the phone number. */
const unseen = 'inventado'

/** Returns invented leads with recent dates. */
export const exampleLeads = (now: Date): Lead[] =>
  examples.map(([status, nome, negocio, valorServico, hoursAgo], index) => {
    const updatedAt = new Date(now.getTime() - hoursAgo * 3_600_000).toISOString()
    return {
      _id: idOf(index),
      userId: null,
      nome,
      negocio,
      telefone: unseen,
      email: unseen,
      descricaoServico: unseen,
      valorServico,
      status,
      formaPagamento: null,
      prazoEntrega: null,
      dataProspeccao: `${updatedAt.slice(0, 10)}T00:00:00.000Z`,
      dataFechamento: null,
      createdAt: updatedAt,
      updatedAt,
      stageSince: updatedAt,
      isStageSinceExact: true,
      nextStep: status === 'ganho' ? null : nextStepOf(index, now),
      lostReasonId: null,
      lostNote: null,
      origem: null,
      baseLegal: null,
      naoContatar: false,
      anonymizedAt: null,
      version: 1,
    }
  })
