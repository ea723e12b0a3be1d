import type { QueryRunner } from '../db/client.ts'
import type { Services } from '../services.ts'
import { admitSubmission } from './capture-lead.ts'
import { findForm, type PublicForm } from './form-store.ts'
import { countReleasable, listAccountsToRelease, listReleasable } from './submission-store.ts'

/** A submission of a form that was removed goes to nobody in particular, and nothing is required of it. */
export const formOfSubmission = async (db: QueryRunner, accountId: string, formId: string): Promise<PublicForm> =>
  (await findForm(db, accountId, formId)) ?? {
    account_id: accountId,
    id: formId,
    public_key: '',
    nome: '',
    title: '',
    intro: '',
    thanks: '',
    fields: [],
    required: [],
    distribution: 'none',
    member_ids: [],
    consent_version: 0,
    consent_text: '',
    redirect_url: null,
    is_active: true,
    created_at: '',
    account_nome: '',
    position: -1,
  }

/**
 * Turns submissions whose reason to wait has passed into leads, the oldest first, each in a transaction of its own, until the plan
 * holds no more. Returns the number of new leads, and of those that still wait.
 */
export const releaseSubmissions = async (
  services: Services,
  accountId: string,
): Promise<{ admitted: number; waiting: number }> => {
  const { db } = services
  const closedForms = new Set<string>()
  let admitted = 0
  let isFull = false
  for (let after = 0; !isFull; ) {
    const batch = await listReleasable(db, accountId, after)
    for (const { id, form_id } of batch) {
      if (isFull || closedForms.has(form_id)) continue
      const ending = await admitSubmission(services, await formOfSubmission(db, accountId, form_id), id)
      if (ending?.leadId) admitted++
      if (ending?.reason === 'form-limit' || ending?.reason === 'inactive') closedForms.add(form_id)
      isFull = ending?.reason === 'limit' || ending?.reason === 'ended'
    }
    const last = batch.at(-1)
    if (!last) break
    after = last.number
  }
  return { admitted, waiting: await countReleasable(db, accountId) }
}

/** After an upgrade, what waited for the plan becomes leads by itself. */
export const releaseAllAccounts = async (services: Services): Promise<void> => {
  for (const accountId of await listAccountsToRelease(services.db)) await releaseSubmissions(services, accountId)
}
