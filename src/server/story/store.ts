import type { Stage } from '#contract/leads/lead-status.ts'
import type { StepKind } from '#contract/leads/next-step.ts'
import type { Channel, ContactOutcome } from '#contract/story/contact.ts'
import type { StoryEntry, StoryFilter, StoryKind } from '#contract/story/story.ts'
import { toReais } from '#contract/values/money.ts'
import type { Actor } from '../auth/actor.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'
import { SqlBuilder } from '../leads/read/sql-builder.ts'
import { type LeadView, visibleTo } from '../leads/read/visibility.ts'

/** The last entry of a page; the next page starts after it. */
export interface StoryCursor {
  at: string
  id: string
}

interface EntryRow {
  id: string
  at: string
  kind: StoryKind
  actor_kind: Actor['kind'] | null
  actor_id: string | null
  actor_nome: string | null
  from_stage: Stage | null
  to_stage: Stage | null
  from_since: string | null
  from_since_exact: boolean | null
  from_user: string | null
  from_nome: string | null
  to_user: string | null
  to_nome: string | null
  from_centavos: number | null
  to_centavos: number | null
  step_kind: StepKind | null
  step_day: string | null
  lost_reason: string | null
  channel: Channel | null
  outcome: ContactOutcome | null
  text: string | null
  edited_at: string | null
  removed_at: string | null
}

const toMember = (id: string | null, nome: string | null) => (id === null || nome === null ? null : { _id: id, nome })
const toTimestamp = (stored: string | null) => stored && toIsoTimestamp(stored)
const toValor = (centavos: number | null) => (centavos === null ? null : toReais(centavos))

const toEntry = (row: EntryRow): StoryEntry => ({
  _id: row.id,
  at: toIsoTimestamp(row.at),
  kind: row.kind,
  actor: row.actor_kind && { kind: row.actor_kind, member: toMember(row.actor_id, row.actor_nome) },
  fromStage: row.from_stage,
  toStage: row.to_stage,
  fromSince: toTimestamp(row.from_since),
  isFromSinceExact: row.from_since_exact,
  fromMember: toMember(row.from_user, row.from_nome),
  toMember: toMember(row.to_user, row.to_nome),
  fromValor: toValor(row.from_centavos),
  toValor: toValor(row.to_centavos),
  stepKind: row.step_kind,
  stepDay: row.step_day,
  lostReason: row.lost_reason,
  channel: row.channel,
  outcome: row.outcome,
  texto: row.text,
  editedAt: toTimestamp(row.edited_at),
  removedAt: toTimestamp(row.removed_at),
})

/** Entries with the names of their members and reasons. */
const withNames = (entries: string): string =>
  `select e.*, actor.nome as actor_nome, before.nome as from_nome, after.nome as to_nome,
          reason.nome as lost_reason
     from (${entries}) e
     left join users actor on actor.account_id = e.account_id and actor.id = e.actor_id and e.actor_kind = 'user'
     left join users before on before.account_id = e.account_id and before.id = e.from_user
     left join users after on after.account_id = e.account_id and after.id = e.to_user
     left join lost_reasons reason on reason.account_id = e.account_id and reason.id = e.lost_reason_id`

/**
 * Returns the newest entries of a lead, at most `limit + 1`, or `undefined` if the member cannot see the lead. Conversations
 * and changes are read apart, each in the order of the key, so that a page costs the same in a story of any length.
 */
export const listStory = async (
  db: QueryRunner,
  view: LeadView,
  leadId: string,
  { show, limit, after }: { show?: StoryFilter | undefined; limit: number; after?: StoryCursor | undefined },
): Promise<StoryEntry[] | undefined> => {
  const sql = new SqlBuilder()
  const visible = visibleTo(sql, view)
  const lead = sql.bind(leadId)
  const keyset = after ? `and (at, id) < (${sql.bind(after.at)}::timestamptz, ${sql.bind(after.id)}::uuid)` : ''
  const order = `order by at desc, id desc limit ${sql.bind(limit + 1)}`
  const newest = (isConversation: boolean) =>
    `(select * from story_entries
       where account_id = l.account_id and lead_id = l.id and is_conversation = ${isConversation} ${keyset} ${order})`
  const parts = [...(show === 'changes' ? [] : [true]), ...(show === 'conversations' ? [] : [false])]
  const rows = await db.rows<EntryRow>(
    `select n.* from (select account_id, id from leads where ${visible} and id = ${lead}) l
       left join lateral (
         ${withNames(`select * from (${parts.map(newest).join(' union all ')}) p ${order}`)}
       ) n on true
      order by n.at desc, n.id desc`,
    sql.values,
  )
  if (rows.length === 0) return undefined
  return rows.filter(({ id }) => id !== null).map(toEntry)
}

/** Returns `undefined` also for an entry of a lead that the member cannot see. */
export const findConversation = async (
  db: QueryRunner,
  view: LeadView,
  leadId: string,
  id: string,
  kind: 'note' | 'contact',
): Promise<StoryEntry | undefined> => {
  const sql = new SqlBuilder()
  const visible = `select account_id, id from leads where ${visibleTo(sql, view)} and id = ${sql.bind(leadId)}`
  const row = await db.row<EntryRow>(
    withNames(`select s.* from (${visible}) l join story_entries s on s.account_id = l.account_id and s.lead_id = l.id
      where s.is_conversation and s.kind = ${sql.bind(kind)} and s.id = ${sql.bind(id)}`),
    sql.values,
  )
  return row && toEntry(row)
}

export type NewConversation = { id: string } & ({ kind: 'note'; texto: string } | { kind: 'contact'; channel: Channel })

/**
 * Adds a note or a contact. Returns `false` if the member cannot see the lead, or the account has a conversation with this id. Locks the
 * account's row, so that a deletion of the account also deletes the entry.
 */
export const insertConversation = async (
  db: QueryRunner,
  view: LeadView,
  actor: Actor,
  leadId: string,
  conversation: NewConversation,
): Promise<boolean> => {
  const sql = new SqlBuilder()
  const { id, kind } = conversation
  const [text, channel] = kind === 'note' ? [conversation.texto, null] : [null, conversation.channel]
  const account = `select id from accounts where id = ${sql.bind(view.accountId)} for key share`
  const lead = `select account_id, id from leads where ${visibleTo(sql, view)} and id = ${sql.bind(leadId)}`
  const written = await db.run(
    `with locked as (${account})
     insert into story_entries (account_id, lead_id, is_conversation, id, kind, actor_kind, actor_id, text, channel)
     select l.account_id, l.id, true, ${sql.bind(id)}::uuid, ${sql.bind(kind)}, ${sql.bind(actor.kind)},
            ${sql.bind(actor.id)}::uuid, ${sql.bind(text)}::text, ${sql.bind(channel)}::text
       from (${lead}) l, locked
     on conflict (account_id, id) where is_conversation do nothing`,
    sql.values,
  )
  return written === 1
}

/** The trigger of the feed takes this lock after the entry's, but the deletion of an account takes it before. */
const feedLock = (sql: SqlBuilder, { accountId }: LeadView): string =>
  `select from live where account_id = ${sql.bind(accountId)} for update`

/**
 * Changes the text of a note, or erases it with `null`. Returns `false` if there is no such note, if the actor did not write
 * it, or if the member cannot see its lead. Timestamps the first removal only.
 */
export const updateNote = async (
  db: QueryRunner,
  view: LeadView,
  actor: Actor,
  leadId: string,
  id: string,
  texto: string | null,
): Promise<boolean> => {
  const sql = new SqlBuilder()
  const locked = feedLock(sql, view)
  const text = `${sql.bind(texto)}::text`
  const written = await db.run(
    `with locked as (${locked})
     update story_entries s
        set text = ${text},
            edited_at = case when ${text} is null or s.text is null or s.text = ${text} then s.edited_at else now() end,
            removed_at = case when ${text} is null then coalesce(s.removed_at, now()) end
       from (select account_id, id from leads where ${visibleTo(sql, view)} and id = ${sql.bind(leadId)}) l, locked
      where s.account_id = l.account_id and s.lead_id = l.id and s.is_conversation and s.id = ${sql.bind(id)}
        and s.kind = 'note' and s.actor_kind = ${sql.bind(actor.kind)} and s.actor_id = ${sql.bind(actor.id)}`,
    sql.values,
  )
  return written === 1
}

/** Says how a contact went. Returns `false` if there is no such contact, or the actor did not open it. */
export const updateOutcome = async (
  db: QueryRunner,
  view: LeadView,
  actor: Actor,
  leadId: string,
  id: string,
  outcome: ContactOutcome,
): Promise<boolean> => {
  const sql = new SqlBuilder()
  const locked = feedLock(sql, view)
  const written = await db.run(
    `with locked as (${locked})
     update story_entries s set outcome = ${sql.bind(outcome)}
       from (select account_id, id from leads where ${visibleTo(sql, view)} and id = ${sql.bind(leadId)}) l, locked
      where s.account_id = l.account_id and s.lead_id = l.id and s.is_conversation and s.id = ${sql.bind(id)}
        and s.kind = 'contact' and s.actor_kind = ${sql.bind(actor.kind)} and s.actor_id = ${sql.bind(actor.id)}`,
    sql.values,
  )
  return written === 1
}

export interface ExportedConversation {
  lead_id: string
  kind: string
  at: string
  author: string | null
  text: string
}

type ConversationRow = ExportedConversation & { id: string; stored_at: string }

/** Lists the notes and outcomes of an account, at most `limit`, in the order of the table's key. For its owner only. */
export const listConversations = (
  db: QueryRunner,
  accountId: string,
  limit: number,
  after?: ConversationRow,
): Promise<ConversationRow[]> => {
  const sql = new SqlBuilder()
  const account = sql.bind(accountId)
  const keyset = after
    ? `and (s.lead_id, s.is_conversation, s.at, s.id) > (${sql.bind(after.lead_id)}::uuid, true, ${sql.bind(after.stored_at)}::timestamptz, ${sql.bind(after.id)}::uuid)`
    : ''
  return db.rows<ConversationRow>(
    `select s.lead_id, s.kind, s.at, s.at::text as stored_at, s.id, u.nome as author, s.text
       from story_entries s
       left join users u on u.account_id = s.account_id and u.id = s.actor_id and s.actor_kind = 'user'
      where s.account_id = ${account} and s.is_conversation and s.text is not null ${keyset}
      order by s.lead_id, s.is_conversation, s.at, s.id limit ${sql.bind(limit)}`,
    sql.values,
  )
}

/** An entry as stored, without account and lead. */
export type StoredEntry = Record<string, unknown>

/** Returns the stories of leads for a backup. */
export const listStories = async (
  tx: QueryRunner,
  accountId: string,
  leadIds: readonly string[],
): Promise<Map<string, StoredEntry[]>> => {
  const rows = await tx.rows<{ lead_id: string; story: StoredEntry[] }>(
    `select lead_id, jsonb_agg(to_jsonb(s) - '{account_id,lead_id}'::text[] order by is_conversation, at, id) as story
       from story_entries s where account_id = $1 and lead_id = any ($2) group by lead_id`,
    [accountId, leadIds],
  )
  return new Map(rows.map(({ lead_id, story }) => [lead_id, story]))
}

/** Stores the stories of leads that came back from a backup. The caller holds the account's lock and has added the leads. */
export const restoreStories = (
  tx: QueryRunner,
  accountId: string,
  stories: readonly { leadId: string; story: readonly StoredEntry[] }[],
): Promise<number> =>
  tx.run(
    `insert into story_entries
     select e.* from jsonb_array_elements($2::jsonb) s
      cross join lateral jsonb_array_elements(s -> 'story') r
      cross join lateral jsonb_populate_record(null::story_entries,
        '{"merged_from": []}'::jsonb || r || jsonb_build_object('account_id', $1::uuid, 'lead_id', s -> 'leadId')) e
     on conflict do nothing`,
    [accountId, JSON.stringify(stories)],
  )
