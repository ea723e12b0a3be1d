import type { CaptureForm, CaptureFormBody } from '#contract/capture/capture.ts'
import type { CaptureField, Distribution } from '#contract/capture/capture-fields.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'

export interface FormRow {
  account_id: string
  id: string
  public_key: string
  nome: string
  title: string
  intro: string
  thanks: string
  fields: CaptureField[]
  required: CaptureField[]
  distribution: Distribution
  member_ids: string[]
  /** 0 asks for no consent. */
  consent_version: number
  consent_text: string
  redirect_url: string | null
  is_active: boolean
  created_at: string
}

const selected = `select f.account_id, f.id, f.public_key, f.nome, f.title, f.intro, f.thanks, f.fields, f.required, f.distribution,
         f.member_ids, f.consent_version, coalesce(c.text, '') as consent_text, f.redirect_url, f.is_active, f.created_at
    from capture_forms f
    left join capture_consent_texts c
      on c.account_id = f.account_id and c.form_id = f.id and c.version = f.consent_version`

/** The oldest forms are those that the plan includes. */
const position = `(select count(*) from capture_forms o
    where o.account_id = f.account_id and (o.created_at, o.id) < (f.created_at, f.id))`

/** A form as its page needs it: with the name of the account, and its place among the account's forms. */
export type PublicForm = FormRow & { account_nome: string; position: number }

const keyFormat = /^[\w-]{1,64}$/

export const findFormByKey = async (db: QueryRunner, key: string): Promise<PublicForm | undefined> =>
  keyFormat.test(key)
    ? db.row(
        `select f.*, a.nome as account_nome, ${position} as position
           from (${selected} where f.public_key = $1) f join accounts a on a.id = f.account_id`,
        [key],
        'find-form-by-key',
      )
    : undefined

export const findForm = (db: QueryRunner, accountId: string, id: string): Promise<PublicForm | undefined> =>
  db.row(
    `select f.*, a.nome as account_nome, ${position} as position
       from (${selected} where f.account_id = $1 and f.id = $2) f join accounts a on a.id = f.account_id`,
    [accountId, id],
  )

export type CountedForm = FormRow & { waiting: number; suspects: number; leads: number }

/** Lists the oldest first. Counts the submissions of the last 90 days. */
export const listForms = (db: QueryRunner, accountId: string): Promise<CountedForm[]> =>
  db.rows(
    `select f.*, coalesce(s.waiting, 0) as waiting, coalesce(s.suspects, 0) as suspects, coalesce(s.leads, 0) as leads
       from (${selected} where f.account_id = $1) f
       left join (
         select form_id, count(*) filter (where outcome = 'waiting') as waiting,
                count(*) filter (where outcome = 'suspect') as suspects, count(*) filter (where outcome = 'lead') as leads
           from capture_submissions where account_id = $1 group by form_id) s on s.form_id = f.id
      order by f.created_at, f.id`,
    [accountId],
  )

export const countForms = async (db: QueryRunner, accountId: string): Promise<number> =>
  (await db.row<{ count: number }>('select count(*) from capture_forms where account_id = $1', [accountId]))?.count ?? 0

/** Returns the version of a form's consent text, and stores the text if it is new. */
export const saveConsentText = async (
  tx: QueryRunner,
  accountId: string,
  formId: string,
  text: string,
  now: Date,
): Promise<number> => {
  if (text.trim() === '') return 0
  const last = await tx.row<{ version: number; text: string }>(
    `select version, text from capture_consent_texts where account_id = $1 and form_id = $2 order by version desc limit 1`,
    [accountId, formId],
  )
  if (last?.text === text) return last.version
  const version = (last?.version ?? 0) + 1
  await tx.run(
    `insert into capture_consent_texts (account_id, form_id, version, text, created_at) values ($1, $2, $3, $4, $5)`,
    [accountId, formId, version, text, now],
  )
  return version
}

const columns = `nome, title, intro, thanks, fields, required, distribution, member_ids, redirect_url, is_active`
const valuesOf = (form: CaptureFormBody) => [
  form.nome,
  form.title,
  form.intro,
  form.thanks,
  form.fields,
  form.required,
  form.distribution,
  form.memberIds,
  form.redirectUrl,
  form.isActive,
]
const placeholders = (first: number) =>
  valuesOf({} as CaptureFormBody)
    .map((_, index) => `$${first + index}`)
    .join(', ')

export const insertForm = (
  tx: QueryRunner,
  {
    accountId,
    id,
    key,
    consentVersion,
    now,
  }: { accountId: string; id: string; key: string; consentVersion: number; now: Date },
  form: CaptureFormBody,
): Promise<number> =>
  tx.run(
    `insert into capture_forms (account_id, id, public_key, consent_version, created_at, ${columns})
     values ($1, $2, $3, $4, $5, ${placeholders(6)})`,
    [accountId, id, key, consentVersion, now, ...valuesOf(form)],
  )

export const updateForm = (
  tx: QueryRunner,
  { accountId, id, consentVersion }: { accountId: string; id: string; consentVersion: number },
  form: CaptureFormBody,
): Promise<number> =>
  tx.run(
    `update capture_forms set consent_version = $3, (${columns}) = row(${placeholders(4)}) where account_id = $1 and id = $2`,
    [accountId, id, consentVersion, ...valuesOf(form)],
  )

export const removeForm = (db: QueryRunner, accountId: string, id: string): Promise<number> =>
  db.run('delete from capture_forms where account_id = $1 and id = $2', [accountId, id])

/** Returns how many of the ids are members of the account, or were. */
export const countMembers = async (db: QueryRunner, accountId: string, ids: readonly string[]): Promise<number> =>
  (
    await db.row<{ count: number }>('select count(*) from users where account_id = $1 and id = any ($2)', [
      accountId,
      ids,
    ])
  )?.count ?? 0

/** What members set of a form. */
export const toFormBody = (row: FormRow): CaptureFormBody => ({
  nome: row.nome,
  title: row.title,
  intro: row.intro,
  thanks: row.thanks,
  fields: row.fields,
  required: row.required,
  distribution: row.distribution,
  memberIds: row.member_ids,
  consentText: row.consent_text,
  redirectUrl: row.redirect_url,
  isActive: row.is_active,
})

export const toCaptureForm = (row: CountedForm, isPausedByPlan: boolean): CaptureForm => ({
  ...toFormBody(row),
  _id: row.id,
  key: row.public_key,
  consentVersion: row.consent_version,
  isPausedByPlan,
  waiting: row.waiting,
  suspects: row.suspects,
  leads: row.leads,
  createdAt: toIsoTimestamp(row.created_at),
})
