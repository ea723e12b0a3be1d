import { v5 as uuidv5 } from 'uuid'
import { firstStage, type Stage, stageOf, wonStage } from '#contract/leads/lead-status.ts'
import type { Lead, RestoredLead } from '#contract/leads/leads.ts'
import type { FirstSteps } from '#contract/leads/sample-leads.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import type { Db } from '../db/client.ts'
import { listLeadsById, listStageTotals } from './read/store.ts'
import { viewOf } from './read/visibility.ts'
import { type Writer, writeLeads } from './write/lead-writer.ts'

interface Sample {
  nome: string
  negocio: string
  mailbox: string
  descricaoServico: string
  valorServico: number
  status: Stage
  daysInStage: number
}

/** Fictional people. ".example" is reserved, so no mail can reach anyone. */
const samples: readonly Sample[] = [
  {
    nome: 'Marina Duarte (exemplo)',
    negocio: 'Padaria Pão Quente',
    mailbox: 'marina',
    descricaoServico: 'Cardápio digital com pedidos pelo WhatsApp',
    valorServico: 1900,
    status: 'novo-lead',
    daysInStage: 0,
  },
  {
    nome: 'Otávio Prado (exemplo)',
    negocio: 'Academia Movimento',
    mailbox: 'otavio',
    descricaoServico: 'Aplicativo de treinos para alunos',
    valorServico: 12000,
    status: 'novo-lead',
    daysInStage: 2,
  },
  {
    nome: 'Helena Sá (exemplo)',
    negocio: 'Clínica Bem-Estar',
    mailbox: 'helena',
    descricaoServico: 'Site com agendamento e lembretes',
    valorServico: 4500,
    status: 'qualificando',
    daysInStage: 1,
  },
  {
    nome: 'Rui Figueirêdo (exemplo)',
    negocio: 'Auto Peças Ipê',
    mailbox: 'rui',
    descricaoServico: 'Loja virtual integrada ao estoque',
    valorServico: 8900,
    status: 'contato-estabelecido',
    daysInStage: 3,
  },
  {
    nome: 'Tainá Moraes (exemplo)',
    negocio: 'Pousada Maré Mansa',
    mailbox: 'taina',
    descricaoServico: 'Sistema de reservas e fotos dos quartos',
    valorServico: 7200,
    status: 'proposta-enviada',
    daysInStage: 4,
  },
  {
    nome: 'Caio Nóbrega (exemplo)',
    negocio: 'Escola Girassol',
    mailbox: 'caio',
    descricaoServico: 'Portal de matrículas',
    valorServico: 15000,
    status: 'negociacao',
    daysInStage: 6,
  },
  {
    nome: 'Inês Corrêa (exemplo)',
    negocio: 'Floricultura Manacá',
    mailbox: 'ines',
    descricaoServico: 'Loja virtual para o Dia das Mães',
    valorServico: 3200,
    status: wonStage,
    daysInStage: 5,
  },
]

const emailOf = ({ mailbox }: Sample): string => `${mailbox}@fechou.example`

/** The id marks a sample lead: it follows from the account, so nothing else needs to be stored. */
const idOf = (accountId: string, { mailbox }: Sample): string => uuidv5(`sample-lead:${mailbox}`, accountId)

/** A lead that got another e-mail became the account's own. */
const isUnchanged = (accountId: string, { _id, email }: Lead): boolean =>
  samples.some(sample => idOf(accountId, sample) === _id && emailOf(sample) === email)

const dayMs = 24 * 60 * 60 * 1000

const toLead = (accountId: string, sample: Sample, now: Date): RestoredLead => {
  const { nome, negocio, descricaoServico, valorServico, status, daysInStage } = sample
  const since = new Date(now.getTime() - daysInStage * dayMs)
  return {
    _id: idOf(accountId, sample),
    nome,
    negocio,
    telefone: '(11) 90000-0000',
    email: emailOf(sample),
    descricaoServico,
    valorServico,
    status,
    formaPagamento: null,
    prazoEntrega: null,
    dataProspeccao: toLocalDate(new Date(since.getTime() - 7 * dayMs)),
    dataFechamento: status === wonStage ? toLocalDate(since) : null,
    createdAt: since.toISOString(),
    updatedAt: since.toISOString(),
  }
}

/** Adds the missing sample leads through the writer. Returns their number. Throws quota errors. */
export const addSampleLeads = (db: Db, writer: Writer, now: Date): Promise<number> =>
  writeLeads(db, writer, { adds: true }, leads =>
    leads.upsert(
      samples.map(sample => toLead(writer.accountId, sample, now)),
      { onlyMissing: true },
    ),
  )

/** Moves the unchanged sample leads that the member sees to the trash. Returns their number. */
export const removeSampleLeads = (db: Db, writer: Writer): Promise<number> =>
  writeLeads(db, writer, { adds: false }, async leads => {
    let removed = 0
    for (const sample of samples) {
      const lead = await leads.find(idOf(writer.accountId, sample))
      if (lead && isUnchanged(writer.accountId, lead) && (await leads.remove(lead._id, lead.version))) removed++
    }
    return removed
  })

/** Counts the leads that the member sees, without the sample leads. */
export const getFirstSteps = async (db: Db, caller: Parameters<typeof viewOf>[0]): Promise<FirstSteps> => {
  const { accountId } = caller
  const view = viewOf(caller)
  const ids = samples.map(sample => idOf(accountId, sample))
  const found = (await listLeadsById(db, view, ids)).filter(lead => isUnchanged(accountId, lead))
  const totals = await listStageTotals(db, view, {})
  const count = (stages: (stage: Stage) => boolean) =>
    totals.reduce((sum, total) => sum + (stages(total.stage) ? total.count : 0), 0) -
    found.filter(({ status }) => stages(stageOf(status))).length
  return { samples: found.length, leads: count(() => true), moved: count(stage => stage !== firstStage) }
}
