import { randomUUID } from 'node:crypto'
import { anonymizeWord } from '#contract/privacy/privacy.ts'
import { managers, row, type Statuses } from './row.ts'

/** Rights of data subjects do not depend on a subscription. */
const ofOwnLead: Statuses = [401, 200, 200, 200, 403, 403, 200, 403, 404, 404]
const added: Statuses = [401, 201, 201, 201, 403, 403, 201, 403, 201, 201]
const ofNoRequest: Statuses = [401, 404, 404, 404, 403, 403, 404, 403, 404, 404]
const person = { telefone: '(11) 98888-7777' }
const settings = { isSmallAgent: false, lostMonths: null, nurturingMonths: null, noBasisMonths: null }

export const privacyRows = {
  'privacy.person': row(managers, () => ({ body: person })),
  'privacy.report': row(managers, () => ({ body: { person } })),
  'privacy.correct': row(ofOwnLead, lead => ({ body: { leadIds: [lead._id], change: { nome: 'Nome certo' } } })),
  'privacy.anonymize': row(managers, () => ({ body: { person, confirmation: anonymizeWord } })),
  'privacy.anonymizeLeads': row(managers, lead => ({ body: { leadIds: [lead._id], confirmation: anonymizeWord } })),
  'privacy.requests': row(managers),
  'privacy.addRequest': row(added, () => ({
    body: { ...person, kind: 'acesso', requester: 'Ana', verifiedHow: 'Por telefone', receivedOn: '2026-11-20' },
  })),
  'privacy.closeRequest': row(ofNoRequest, () => ({
    params: { id: randomUUID() },
    body: { state: 'atendido', outcome: 'Enviamos o relatório' },
  })),
  'privacy.retention': row(managers),
  'privacy.changeSettings': row(managers, () => ({ body: settings })),
}
