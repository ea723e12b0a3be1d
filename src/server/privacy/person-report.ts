import { stageOf, statusLabels } from '#contract/leads/lead-status.ts'
import { leadOriginLabels, legalBasisLabels } from '#contract/privacy/lead-privacy.ts'
import { type RequestKind, requestKindLabels } from '#contract/privacy/request-kinds.ts'
import { type TeamRole, teamRoleNames } from '#contract/team/roles.ts'
import { formatDate, formatDateTimeInBrasilia } from '#contract/values/dates.ts'
import { formatReais } from '#contract/values/money.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'
import type { Settings } from '../env.ts'
import { escapeHtml } from '../http/pages/escape-html.ts'
import type { FoundLead, FoundPerson } from './person-store.ts'
import { isAboutLeads } from './text-columns.ts'

/** A list of headings with lists of lines; the JSON report has the same keys. */
export interface PersonReport {
  controlador: string
  operador: string
  geradoEm: string
  finalidade: string
  leads: Record<string, unknown>[]
  /** Sent through a form, and no lead yet. */
  envios: { em: string; campos: Record<string, unknown> }[]
  pedidos: Record<string, unknown>[]
  compartilhamento: string[]
}

interface EntryRow {
  lead_id: string
  at: string
  kind: string
  text: string | null
  from_stage: string | null
  to_stage: string | null
  team_role: TeamRole | null
  actor_kind: string | null
}

const entryNames: Record<string, string> = {
  created: 'Cadastro',
  imported: 'Importação de planilha',
  restored: 'Restauração',
  removed: 'Exclusão',
  stage: 'Mudança de etapa',
  assigned: 'Mudança de responsável',
  value: 'Mudança de valor',
  note: 'Anotação',
  step: 'Próximo passo concluído',
  lost: 'Motivo da perda',
  contact: 'Contato',
  merged: 'União com outro cadastro',
  split: 'Separação de outro cadastro',
}

const actorNames: Record<string, string> = { import: 'Importação', form: 'Formulário', key: 'Integração' }

const toStory = (row: EntryRow) => ({
  em: toIsoTimestamp(row.at),
  o_que: entryNames[row.kind] ?? row.kind,
  ...(row.to_stage && { etapa: statusLabels[row.to_stage as keyof typeof statusLabels] }),
  ...(row.text !== null && { texto: row.text }),
  // Colleagues appear by role only.
  por: row.team_role ? teamRoleNames[row.team_role] : (actorNames[row.actor_kind ?? ''] ?? 'Sistema'),
})

interface ConsentRow {
  lead_id: string
  at: string
  text: string
  version: number
  form: string | null
}

/** A lead has the consents of the leads that were merged into it too. Their stories tell which ones. */
const listConsents = (db: QueryRunner, accountId: string, leadIds: string[]): Promise<ConsentRow[]> =>
  db.rows(
    `with owners as (
       select id as former, id as lead_id from unnest($2::uuid[]) id
        union
       select former, s.lead_id from story_entries s cross join unnest(s.merged_from) former
        where s.account_id = $1 and s.lead_id = any ($2)),
     consents as (
       select distinct on (c.lead_id, c.submission_id) o.lead_id, c.account_id, c.form_id, c.version, c.at
         from owners o join capture_consents c on c.account_id = $1 and c.lead_id = o.former
        order by c.lead_id, c.submission_id, o.lead_id = c.lead_id)
     select c.lead_id, c.at, t.text, c.version, f.nome as form
       from consents c
       join capture_consent_texts t on t.account_id = c.account_id and t.form_id = c.form_id and t.version = c.version
       left join capture_forms f on f.account_id = c.account_id and f.id = c.form_id
      order by c.at, c.lead_id`,
    [accountId, leadIds],
  )

const toConsent = ({ at, text, version, form }: ConsentRow) => ({
  em: toIsoTimestamp(at),
  texto: text,
  versao: version,
  formulario: form,
})

const listSubmissions = (db: QueryRunner, accountId: string, { phones, emails }: FoundPerson['keys']) =>
  db.rows<{ at: string; fields: [string, string][] }>(
    `select at, fields from capture_submissions
      where account_id = $1 and fields is not null and exists (
        select from jsonb_array_elements(fields) f
         where phone_key(f ->> 1) = any ($2) or email_key(f ->> 1) = any ($3)) order by number`,
    [accountId, phones, emails],
  )

const toReported = ({ lead, isRemoved }: FoundLead, story: EntryRow[], consents: ConsentRow[]) => ({
  nome: lead.nome,
  negocio: lead.negocio,
  telefone: lead.telefone,
  email: lead.email,
  descricaoServico: lead.descricaoServico,
  valorServico: lead.valorServico,
  etapa: statusLabels[stageOf(lead.status)],
  formaPagamento: lead.formaPagamento,
  prazoEntrega: lead.prazoEntrega,
  dataProspeccao: lead.dataProspeccao.slice(0, 10),
  dataFechamento: lead.dataFechamento?.slice(0, 10) ?? null,
  proximoPasso: lead.nextStep,
  origem: lead.origem && leadOriginLabels[lead.origem],
  baseLegal: lead.baseLegal && legalBasisLabels[lead.baseLegal],
  naoContatar: lead.naoContatar,
  cadastradoEm: lead.createdAt,
  alteradoEm: lead.updatedAt,
  naLixeira: isRemoved,
  consentimentos: consents.filter(({ lead_id }) => lead_id === lead._id).map(toConsent),
  historia: story.filter(({ lead_id }) => lead_id === lead._id).map(toStory),
})

interface RequestRow {
  protocol: string
  kind: RequestKind
  received_on: string
  due_on: string
  state: string
  outcome: string | null
}

/** Collects what an account stores about a person, and where it came from. */
export const buildReport = async (
  db: QueryRunner,
  { accountId, controller }: { accountId: string; controller: string },
  { brandName, companyName }: Pick<Settings, 'brandName' | 'companyName'>,
  { keys, leads }: FoundPerson,
  now: Date,
): Promise<PersonReport> => {
  const ids = leads.map(({ lead }) => lead._id)
  const story = await db.rows<EntryRow>(
    `select (select id from unnest(s.lead_id || s.merged_from) id where id = any ($2) limit 1) as lead_id,
            s.at, s.kind, s.text, s.from_stage, s.to_stage, s.actor_kind, u.team_role
       from story_entries s
       left join users u on u.account_id = s.account_id and u.id = s.actor_id and s.actor_kind = 'user'
      where s.account_id = $1 and ${isAboutLeads('s', '$2::uuid[]')} order by s.at, s.id limit 5000`,
    [accountId, ids],
  )
  const consents = await listConsents(db, accountId, ids)
  const submissions = await listSubmissions(db, accountId, keys)
  const requests = await db.rows<RequestRow>(
    `select protocol, kind, received_on, due_on, state, outcome from privacy_requests
      where account_id = $1 and (phone_key(phone) = any ($2) or email_key(email) = any ($3)) order by received_on, id`,
    [accountId, keys.phones, keys.emails],
  )
  return {
    controlador: controller,
    operador: companyName ?? brandName,
    geradoEm: now.toISOString(),
    finalidade: 'Contato comercial, proposta e acompanhamento de negócios.',
    leads: leads.map(found => toReported(found, story, consents)),
    envios: submissions.map(({ at, fields }) => ({ em: toIsoTimestamp(at), campos: Object.fromEntries(fields) })),
    pedidos: requests.map(request => ({
      protocolo: request.protocol,
      tipo: requestKindLabels[request.kind],
      recebidoEm: request.received_on,
      prazo: request.due_on,
      situacao: request.state,
      resposta: request.outcome,
    })),
    compartilhamento: [
      `${companyName ?? brandName} guarda os dados por conta do controlador, como operador.`,
      'Cópias de segurança do sistema guardam os dados por até 35 dias depois de uma exclusão.',
    ],
  }
}

const labels: Record<string, string> = {
  nome: 'Nome',
  negocio: 'Negócio',
  telefone: 'Telefone',
  email: 'E-mail',
  descricaoServico: 'Descrição do serviço',
  valorServico: 'Valor do serviço',
  etapa: 'Etapa',
  formaPagamento: 'Forma de pagamento',
  prazoEntrega: 'Prazo de entrega',
  dataProspeccao: 'Data de prospecção',
  dataFechamento: 'Data de fechamento',
  origem: 'Origem dos dados',
  baseLegal: 'Base legal',
  naoContatar: 'Não contatar',
  cadastradoEm: 'Cadastro em',
  alteradoEm: 'Última alteração em',
  naLixeira: 'Na lixeira',
  protocolo: 'Protocolo',
  tipo: 'Tipo',
  recebidoEm: 'Recebido em',
  prazo: 'Prazo',
  situacao: 'Situação',
  resposta: 'Resposta',
}

const toText = (name: string, value: unknown): string => {
  if (value === null || value === '') return 'Não informado'
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (name === 'valorServico') return formatReais(value as number)
  const text = String(value)
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return formatDateTimeInBrasilia(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatDate(text) : text
}

const list = (fields: Record<string, unknown>): string =>
  `<dl>${Object.entries(fields)
    .filter(([name]) => labels[name])
    .map(([name, value]) => `<dt>${labels[name]}</dt><dd>${escapeHtml(toText(name, value))}</dd>`)
    .join('')}</dl>`

const itemsHtml = (title: string, items: string[]): string =>
  items.length === 0 ? '' : `<h3>${title}</h3><ul>${items.map(item => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`

const storyHtml = (story: ReturnType<typeof toStory>[]): string =>
  itemsHtml(
    'História',
    story.map(({ em, o_que, etapa, texto, por }) => {
      const what = [o_que, etapa, texto].filter(Boolean).join(': ')
      return `${formatDateTimeInBrasilia(em)} · ${what} (${por})`
    }),
  )

const consentsHtml = (consents: ReturnType<typeof toConsent>[]): string =>
  itemsHtml(
    'Consentimentos',
    consents.map(({ em, texto, versao }) => `${formatDateTimeInBrasilia(em)} · ${texto} (versão ${versao})`),
  )

const submissionsHtml = (submissions: PersonReport['envios']): string =>
  itemsHtml(
    'Enviado por formulário, ainda sem cadastro',
    submissions.map(
      ({ em, campos }) =>
        `${formatDateTimeInBrasilia(em)} · ${Object.entries(campos)
          .map(([name, value]) => `${name}: ${value}`)
          .join(' · ')}`,
    ),
  )

/** Renders the report as one page that can be printed. It loads nothing. */
export const reportHtml = (report: PersonReport): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>Relatório de dados pessoais</title>
<style>body{font:16px/1.5 Arial,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b2224}
dl{display:grid;grid-template-columns:14rem 1fr;gap:.25rem 1rem}dt{color:#5b6669}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
h2{margin-top:2rem;border-top:1px solid #ccd4d2;padding-top:1rem}li{overflow-wrap:anywhere}</style></head><body>
<h1>Relatório de dados pessoais</h1>
<p>Controlador: ${escapeHtml(report.controlador)}<br>Operador: ${escapeHtml(report.operador)}<br>Gerado em ${formatDateTimeInBrasilia(report.geradoEm)} (horário de Brasília)</p>
<p>Finalidade: ${escapeHtml(report.finalidade)}</p>
${report.leads.length + report.envios.length === 0 ? '<p>Não há dados pessoais com este telefone ou e-mail.</p>' : ''}
${report.leads
  .map(
    (lead, index) =>
      `<h2>Registro ${index + 1}</h2>${list(lead)}${storyHtml(lead.historia as ReturnType<typeof toStory>[])}${consentsHtml(lead.consentimentos as ReturnType<typeof toConsent>[])}`,
  )
  .join('\n')}
${submissionsHtml(report.envios)}
${report.pedidos.length === 0 ? '' : `<h2>Pedidos</h2>${report.pedidos.map(list).join('<hr>')}`}
<h2>Compartilhamento</h2><ul>${report.compartilhamento.map(line => `<li>${escapeHtml(line)}</li>`).join('')}</ul>
</body></html>
`
