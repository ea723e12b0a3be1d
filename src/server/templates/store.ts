import { maxTemplates, type Template, type TemplateChange, type TemplateForm } from '#contract/templates/templates.ts'
import type { Db, QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { mergeChange } from '../http/merge-change.ts'

interface TemplateRow {
  id: string
  nome: string
  texto: string
}

const toTemplate = ({ id, nome, texto }: TemplateRow): Template => ({ _id: id, nome, texto })

/** Lists the templates of an account in their order. */
export const listTemplates = async (db: QueryRunner, accountId: string): Promise<Template[]> => {
  const text = 'select id, nome, texto from message_templates where account_id = $1 order by position, id'
  return (await db.rows<TemplateRow>(text, [accountId])).map(toTemplate)
}

/** Adds a template after the others, or changes a stored one. Returns `undefined` if the account has too many. */
const upsertTemplate = async (
  db: QueryRunner,
  accountId: string,
  id: string,
  { nome, texto }: TemplateForm,
): Promise<Template | undefined> => {
  const row = await db.row<TemplateRow>(
    `insert into message_templates (account_id, id, nome, texto, position)
     select $1, $2, $3, $4, coalesce(max(position), 0) + 1 from message_templates where account_id = $1
     having count(*) filter (where id <> $2) < $5
     on conflict (account_id, id) do update set nome = excluded.nome, texto = excluded.texto
     returning id, nome, texto`,
    [accountId, id, nome, texto, maxTemplates],
  )
  return row && toTemplate(row)
}

/**
 * Adds a template or changes a stored one. Throws `stale_setting` with the template if others changed a field since `was`, and
 * `not_found` if they deleted it.
 */
export const saveTemplate = (
  db: Db,
  accountId: string,
  id: string,
  { was, ...form }: TemplateChange,
): Promise<Template | undefined> =>
  db.transaction(async tx => {
    const text = 'select nome, texto from message_templates where account_id = $1 and id = $2 for update'
    const stored = await tx.row<TemplateForm>(text, [accountId, id])
    if (!stored && was) throw new AppError('not_found')
    return upsertTemplate(tx, accountId, id, stored ? mergeChange(stored, form, was) : form)
  })

/** Returns `false` if the account has no template with this id. */
export const removeTemplate = async (db: QueryRunner, accountId: string, id: string): Promise<boolean> =>
  (await db.run('delete from message_templates where account_id = $1 and id = $2', [accountId, id])) === 1
