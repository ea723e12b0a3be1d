import { maxTemplates, type Template, type TemplateForm } from '#contract/templates/templates.ts'
import type { QueryRunner } from '../db/client.ts'

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
export const upsertTemplate = async (
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

/** Returns `false` if the account has no template with this id. */
export const removeTemplate = async (db: QueryRunner, accountId: string, id: string): Promise<boolean> =>
  (await db.run('delete from message_templates where account_id = $1 and id = $2', [accountId, id])) === 1
