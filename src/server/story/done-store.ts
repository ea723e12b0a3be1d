import type { NextStep } from '#contract/leads/next-step.ts'
import type { Actor } from '../auth/actor.ts'
import type { QueryRunner } from '../db/client.ts'

interface EntryOwner {
  accountId: string
  leadId: string
  actor: Actor
}

/** Finds the entry of a finished step, or the note that stands for it. Returns `undefined` for one of another lead or author. */
export const findDone = (
  tx: QueryRunner,
  { accountId, leadId, actor }: EntryOwner,
  id: string,
): Promise<{ kind: 'step' | 'note'; text: string | null } | undefined> =>
  tx.row(
    `select kind, text from story_entries
      where account_id = $1 and is_conversation and id = $2 and lead_id = $3 and kind in ('step', 'note')
        and actor_kind = $4 and actor_id = $5`,
    [accountId, id, leadId, actor.kind, actor.id],
  )

/**
 * Tells that a step is finished; without a step, adds the outcome as a note. Returns `false` if the account has a conversation
 * with this id. The caller holds the account's lock and has found the lead.
 */
export const insertDone = async (
  tx: QueryRunner,
  { accountId, leadId, actor }: EntryOwner,
  { _id, outcome }: { _id: string; outcome: string | null },
  step: NextStep | null,
): Promise<boolean> => {
  const written = await tx.run(
    `insert into story_entries (account_id, lead_id, is_conversation, id, kind, actor_kind, actor_id, step_kind, step_day, text)
     values ($1, $2, true, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id, id) where is_conversation do nothing`,
    [accountId, leadId, _id, step ? 'step' : 'note', actor.kind, actor.id, step?.kind, step?.day, outcome],
  )
  return written === 1
}

/** Corrects the outcome of a finished step. */
export const updateDone = (
  tx: QueryRunner,
  accountId: string,
  { _id, outcome }: { _id: string; outcome: string | null },
): Promise<number> =>
  tx.run(`update story_entries set text = $3 where account_id = $1 and is_conversation and id = $2 and kind = 'step'`, [
    accountId,
    _id,
    outcome,
  ])
