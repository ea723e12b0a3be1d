import type { PrivacySettings, RetentionRule, RetentionSuggestion } from '#contract/privacy/privacy.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'
import { SqlBuilder } from '../leads/read/sql-builder.ts'
import { type LeadView, visibleTo } from '../leads/read/visibility.ts'

const defaults: PrivacySettings = {
  isSmallAgent: false,
  lostMonths: null,
  nurturingMonths: null,
  noBasisMonths: null,
}

export const findPrivacySettings = async (db: QueryRunner, accountId: string): Promise<PrivacySettings> => {
  const row = await db.row<PrivacySettings>(
    `select is_small_agent as "isSmallAgent", lost_months as "lostMonths", nurturing_months as "nurturingMonths",
            no_basis_months as "noBasisMonths"
       from privacy_settings where account_id = $1`,
    [accountId],
  )
  return row ?? defaults
}

export const savePrivacySettings = (tx: QueryRunner, accountId: string, settings: PrivacySettings): Promise<number> =>
  tx.run(
    `insert into privacy_settings (account_id, is_small_agent, lost_months, nurturing_months, no_basis_months)
     values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update
       set is_small_agent = $2, lost_months = $3, nurturing_months = $4, no_basis_months = $5`,
    [accountId, settings.isSmallAgent, settings.lostMonths, settings.nurturingMonths, settings.noBasisMonths],
  )

const ruleConditions: Record<RetentionRule, string> = {
  perdido: `stage = 'perdido'`,
  nurturing: `stage = 'nurturing'`,
  'sem-base': `stage <> 'ganho' and base_legal is null`,
}

const maxSuggested = 100

/** Returns the leads that nobody has changed for the rule's months. The retention only suggests. */
export const suggestLeads = async (
  db: QueryRunner,
  view: LeadView,
  rule: RetentionRule,
  months: number,
): Promise<RetentionSuggestion> => {
  const sql = new SqlBuilder()
  const rows = await db.rows<{ id: string; nome: string; negocio: string; updated_at: string; total: number }>(
    `select id, nome, negocio, updated_at, count(*) over () as total from leads
      where ${visibleTo(sql, view)} and anonymized_at is null and ${ruleConditions[rule]}
        and updated_at < now() - ${sql.bind(months)}::integer * interval '1 month'
      order by updated_at, id limit ${maxSuggested}`,
    sql.values,
  )
  return {
    rule,
    total: rows[0]?.total ?? 0,
    leads: rows.map(({ id, nome, negocio, updated_at }) => ({
      _id: id,
      nome,
      negocio,
      updatedAt: toIsoTimestamp(updated_at),
    })),
  }
}
