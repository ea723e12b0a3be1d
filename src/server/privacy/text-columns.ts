// Every column of every table that can hold text, and what becomes of it when a person is anonymized. A test compares the
// list with the schema, so that no migration forgets a column. `leads` and `removed_leads` are rewritten by the leads' own
// table of columns.

import { contains, mentions } from './text-matches.ts'

export interface TextTable {
  /** Texts that may be about the person, with the SQL of what an anonymization leaves. */
  cleared?: Record<string, string>
  /** Deletes the rows instead. */
  isDeleted?: true
  /** SQL condition of the rows `t` about the person `p`. */
  rows?: string
  /** The table belongs to no account. */
  isGlobal?: true
  /** Texts about members, the account or its payments. */
  members?: string[]
  /** Ids, hashes, states and keys without free text, or texts that their own table clears. */
  codes?: string[]
}

/** The entry is in the story of one of the leads, or came from it by a merge. */
export const isAboutLeads = (entry: string, leads: string): string =>
  `(${entry}.lead_id = any (${leads}) or (${entry}.merged_from <> '{}' and ${entry}.merged_from && ${leads}))`

/** A lead as JSON, with the names of the API. */
const isPersonIn = (json: string): string =>
  `(phone_key(${json} ->> 'telefone') = any (p.phones) or email_key(${json} ->> 'email') = any (p.emails))`

const unlessMentioned = (column: string, otherwise: string): string =>
  `case when ${mentions(`t.${column}`)} then ${otherwise} else t.${column} end`

const erasedRow = 'Linha apagada a pedido da pessoa'

/** Rows of one table may be found by those of a later one, so the order counts. */
export const textTables: Record<string, TextTable> = {
  leads: { codes: ['telefone_chave', 'email_chave', 'origem', 'base_legal', 'status', 'stage'] },
  removed_leads: { codes: ['lead', 'removed_by_kind'] },
  story_entries: {
    // Entries about a merge name the other lead.
    rows: `t.text is not null and (${isAboutLeads('t', 'p.leads')}
      or (t.kind in ('merged', 'split') and lower(trim(t.text)) = any (p.titles)))`,
    cleared: {
      text: 'null',
      removed_at: `case when t.kind = 'note' then coalesce(t.removed_at, now()) end`,
    },
    codes: ['kind', 'actor_kind', 'from_stage', 'to_stage', 'step_kind', 'channel', 'outcome', 'merged_from'],
  },
  imports: {
    rows: `${mentions(`concat_ws(' | ', t.file_name, t.error, t.headings, t.columns, t.check_result, t.undone)`)}
      or exists (select from imported_leads i
                  where i.account_id = t.account_id and i.import_id = t.id and i.lead_id = any (p.leads))
      or exists (select from import_chunks c
                  where c.account_id = t.account_id and c.import_id = t.id and ${contains('c.rows::text')})`,
    cleared: {
      file_name: unlessMentioned('file_name', `'planilha'`),
      headings: unlessMentioned('headings', 'null'),
      error: unlessMentioned('error', 'null'),
      columns: `(select coalesce(jsonb_agg(c.value || '{"samples": []}'
                   || case when ${mentions("c.value ->> 'heading'")} then '{"heading": "Coluna"}'::jsonb else '{}' end order by c.ordinality), '[]')
                   from jsonb_array_elements(t.columns) with ordinality c)`,
      check_result: `t.check_result || '{"problems": [], "incompleteRows": [], "unknownStages": []}'`,
      undone: `t.undone || '{"keptLeads": []}'`,
    },
    codes: ['state', 'layout', 'sheets', 'policy', 'default_stage', 'origem', 'base_legal'],
  },
  import_failures: {
    rows: `(select ${contains('(c.rows -> (t.line - c.first_line))::text')} from import_chunks c
             where c.account_id = t.account_id and c.import_id = t.import_id and c.first_line <= t.line
             order by c.first_line desc limit 1)`,
    cleared: { reason: `'${erasedRow}'` },
  },
  // A lead that the import changed keeps no earlier values, so an undo leaves it as it is.
  imported_leads: {
    rows: `t.before is not null and (t.lead_id = any (p.leads) or ${isPersonIn('t.before')})`,
    isDeleted: true,
    cleared: { before: 'null' },
  },
  import_chunks: {
    rows: contains('t.rows::text'),
    cleared: {
      rows: `(select jsonb_agg(case when ${contains('r.value::text')} then '[]' else r.value end order by r.ordinality)
                from jsonb_array_elements(t.rows) with ordinality r)`,
    },
  },
  bulk_changes: {
    rows: `exists (select from bulk_changed_leads b
                    where b.account_id = t.account_id and b.bulk_id = t.id and b.lead_id = any (p.leads))`,
    cleared: { undone: `t.undone || '{"keptLeads": []}'` },
    codes: ['kind', 'result'],
  },
  bulk_changed_leads: {
    rows: `t.before is not null and (t.lead_id = any (p.leads) or ${isPersonIn('t.before')})`,
    cleared: {
      before: `t.before - '{nome, negocio, telefone, email, descricaoServico, formaPagamento, prazoEntrega, nextStep, lostNote}'::text[]`,
    },
  },
  // Deleted once the import starts or is canceled; its rows about erased people are skipped.
  import_parts: { codes: ['content'] },
  privacy_requests: {
    rows: '(phone_key(t.phone) = any (p.phones) or email_key(t.email) = any (p.emails))',
    cleared: { requester: 'null', phone: 'null', email: 'null', verified_how: 'null', outcome: 'null' },
    codes: ['protocol', 'kind', 'state'],
  },
  capture_submissions: {
    rows: `t.fields is not null and ${contains('t.fields::text')}`,
    cleared: {
      fields: 'null',
      outcome: `'refused'`,
      reason: `'erased'`,
    },
  },
  // What an administrator searched for.
  admin_trail: {
    isGlobal: true,
    rows: mentions('t.details::text'),
    cleared: { details: `t.details - 'search'` },
    members: ['actor_nome', 'actor_email', 'subject_email', 'ip'],
    codes: ['action'],
  },
  accounts: {
    members: ['nome', 'billing_contact'],
    codes: [
      'subscription_plan',
      'subscription_status',
      'stripe_customer_id',
      'stripe_subscription_id',
      'scheduled_plan',
      'pending_payment',
      'timezone',
      'sellers_see',
    ],
  },
  capture_forms: {
    members: ['nome', 'title', 'intro', 'thanks', 'redirect_url'],
    codes: ['public_key', 'fields', 'required', 'distribution', 'member_ids'],
  },
  capture_consent_texts: { members: ['text'] },
  webhook_endpoints: {
    members: ['url', 'description'],
    codes: ['events', 'state', 'disabled_reason', 'secret', 'old_secret', 'created_by_kind'],
  },
  // The receiver may repeat what it got.
  webhook_deliveries: {
    rows: `exists (select from webhook_messages m
                    where m.account_id = t.account_id and m.id = t.message_id and m.lead_id = any (p.leads))`,
    cleared: { answer: 'null' },
    codes: ['state', 'error'],
  },
  webhook_messages: {
    rows: `(t.lead_id = any (p.leads) and t.type <> 'lead.anonymized')
      or (t.lead_id is null and ${mentions('t.data::text')})`,
    cleared: { before: 'null', after: 'null', data: `'{}'` },
    codes: ['type', 'transaction'],
  },
  api_keys: { members: ['nome'], codes: ['key_hash', 'last4', 'scopes'] },
  idempotency_keys: { codes: ['key_hash', 'request_hash'] },
  stage_limits: { codes: ['stage'] },
  account_trail: { members: ['subject', 'details', 'ip'], codes: ['action'] },
  changes: { codes: ['entity', 'kind', 'actor_kind'] },
  checkouts: { codes: ['price_id', 'success_url', 'cancel_url', 'session_id'] },
  fiscal_data: {
    members: ['tax_id', 'legal_name', 'cep', 'street', 'number', 'complement', 'district', 'city', 'state'],
  },
  anonymizations: { codes: ['lead_ids', 'key_hashes'] },
  erasure_keys: { codes: ['key'] },
  erasures: { codes: ['key_hash'] },
  identities: {
    members: ['email', 'nome', 'password_hash', 'new_email', 'new_email_tokens', 'busca'],
    codes: ['role'],
  },
  invite_links: { codes: ['token_hash'] },
  invites: { members: ['email'], codes: ['team_role'] },
  invoices: {
    codes: ['stripe_id', 'stripe_subscription', 'number', 'status', 'currency', 'billing_reason', 'dispute'],
  },
  jobs: { codes: ['name', 'state'] },
  // A trigger repeats what an anonymization leaves in `leads`.
  lead_search: { codes: ['busca', 'telefone_chave', 'nome', 'negocio', 'stage', 'status'] },
  lead_totals: { codes: ['status', 'stage'] },
  report_totals: { codes: ['stage'] },
  // Mails go to members and name members only.
  outbox: { members: ['recipient', 'data'], codes: ['kind', 'failure', 'failure_code'] },
  password_resets: { members: ['email'], codes: ['token_hash'] },
  past_trials: { codes: ['email_hash'] },
  rate_limits: { codes: ['key'] },
  service_invoice_messages: { codes: ['stripe_invoice', 'type', 'error'] },
  sessions: { members: ['user_agent'], codes: ['token_hash'] },
  stripe_events: { codes: ['id', 'type', 'customer_id'] },
  subscriptions: { codes: ['stripe_id', 'price_id', 'plan', 'stripe_status', 'status'] },
  // Backups end with the plan's days. Until then a restore skips erased people.
  account_backups: { codes: ['kind', 'failure'] },
  account_backup_parts: { codes: ['content'] },
  account_backup_links: { codes: ['token_hash'] },
  account_restores: { codes: ['mode', 'state', 'preview', 'result', 'error', 'undone'] },
  account_restored_leads: { codes: ['action'] },
  account_brands: { members: ['nome'], codes: ['color', 'logo', 'logo_sha'] },
  notifications: { codes: ['kind'] },
  lost_reasons: { members: ['nome'] },
  message_templates: { members: ['nome', 'texto'] },
  users: { members: ['nome'], codes: ['team_role', 'status'] },
}
