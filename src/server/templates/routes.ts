import { maxTemplates, type templatesApi } from '#contract/templates/templates.ts'
import type { Caller } from '../auth/access.ts'
import { AppError } from '../errors.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { listTemplates, removeTemplate, upsertTemplate } from './store.ts'

export const templateRoutes: Handlers<typeof templatesApi, Caller, Services> = {
  list: async ({ db, caller }) => ({ templates: await listTemplates(db, caller.accountId) }),
  save: async ({ db, caller, params, body }) => {
    const saved = await upsertTemplate(db, caller.accountId, params.id, body)
    if (!saved)
      throw new AppError('validation_failed', { fields: { nome: `Use no máximo ${maxTemplates} mensagens prontas` } })
    return saved
  },
  remove: async ({ db, caller, params }) => {
    if (!(await removeTemplate(db, caller.accountId, params.id))) throw new AppError('not_found')
  },
}
