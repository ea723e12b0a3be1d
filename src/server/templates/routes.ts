import { maxTemplates, type templatesApi } from '#contract/templates/templates.ts'
import type { Caller } from '../auth/access.ts'
import { shownBrandOf } from '../auth/store.ts'
import { AppError } from '../errors.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { listTemplates, removeTemplate, saveTemplate } from './store.ts'

export const templateRoutes: Handlers<typeof templatesApi, Caller, Services> = {
  list: async ({ db, now, caller }) => {
    const { accountId, account, brand, user } = caller
    const shown = shownBrandOf({ account_id: accountId, brand }, user, now())
    return { templates: await listTemplates(db, accountId), company: shown?.nome ?? account.nome }
  },
  save: async ({ db, caller, params, body }) => {
    const saved = await saveTemplate(db, caller.accountId, params.id, body)
    if (!saved)
      throw new AppError('validation_failed', { fields: { nome: `Use no máximo ${maxTemplates} mensagens prontas` } })
    return saved
  },
  remove: async ({ db, caller, params }) => {
    if (!(await removeTemplate(db, caller.accountId, params.id))) throw new AppError('not_found')
  },
}
