import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { leadName } from '#contract/leads/lead-name.ts'
import {
  type PrivacySettings,
  type RetentionRule,
  type RetentionSuggestion,
  requestDays,
  smallAgentRequestDays,
} from '#contract/privacy/privacy.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { LoadErrorNotice } from '#web/ui/load-error-notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { AnonymizeDialog } from './anonymize-dialog.tsx'
import { anonymizeLeads, changePrivacySettings, privacyKey, retentionQuery } from './api.ts'

const ruleNames: Record<RetentionRule, string> = {
  perdido: 'Leads em Perdido',
  nurturing: 'Leads em Nurturing',
  'sem-base': 'Leads sem base legal',
}
const ruleSettings = {
  perdido: 'lostMonths',
  nurturing: 'nurturingMonths',
  'sem-base': 'noBasisMonths',
} as const satisfies Record<RetentionRule, keyof PrivacySettings>
const monthChoices = [6, 12, 24, 36, 60]

/** Deadlines, and the leads that have had no change for long. */
export const Retention = () => {
  const retention = useQuery(retentionQuery)
  if (!retention.data)
    return retention.isError ? (
      <LoadErrorNotice title="Não foi possível carregar os prazos" query={retention} />
    ) : (
      <Spinner />
    )
  const { settings, suggestions } = retention.data
  return (
    <div className="grid gap-6">
      <SettingsForm settings={settings} />
      {suggestions.map(suggestion => (
        <Suggestion key={suggestion.rule} suggestion={suggestion} />
      ))}
    </div>
  )
}

const SettingsForm = ({ settings }: { settings: PrivacySettings }) => {
  const queryClient = useQueryClient()
  const [form, setForm] = useState(settings)
  const saving = useMutation({
    mutationFn: changePrivacySettings,
    networkMode: 'always',
    onSuccess: () => {
      toast.success({ title: 'Prazos atualizados' })
      return queryClient.invalidateQueries({ queryKey: privacyKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate(form)
  }
  return (
    <form onSubmit={submit} className="grid max-w-form gap-4">
      <FailureNotice title="Os prazos não foram salvos" error={saving.error} />
      {(Object.keys(ruleNames) as RetentionRule[]).map(rule => {
        const setting = ruleSettings[rule]
        return (
          <SelectField
            key={rule}
            label={`${ruleNames[rule]}, sem mudança há`}
            value={form[setting] ?? ''}
            onChange={({ target }) =>
              setForm({ ...form, [setting]: target.value === '' ? null : Number(target.value) })
            }
          >
            <option value="">Não sugerir</option>
            {monthChoices.map(months => (
              <option key={months} value={months}>
                {months} meses
              </option>
            ))}
          </SelectField>
        )
      })}
      <label className="flex min-h-control items-center gap-3">
        <input
          type="checkbox"
          className="size-4.5 flex-none accent-brand"
          checked={form.isSmallAgent}
          onChange={({ target }) => setForm({ ...form, isSmallAgent: target.checked })}
        />
        <span>
          Somos agente de pequeno porte: {smallAgentRequestDays} dias para responder, em vez de {requestDays}
        </span>
      </label>
      <Button type="submit" variant="primary" className="justify-self-start" busy={saving.isPending}>
        {saving.isPending ? 'Salvando...' : 'Salvar prazos'}
      </Button>
    </form>
  )
}

const shownLeads = 5

const Suggestion = ({ suggestion: { rule, total, leads } }: { suggestion: RetentionSuggestion }) => {
  const [isAnonymizing, setAnonymizing] = useState(false)
  if (total === 0) return <p className="text-text3">{ruleNames[rule]}: nenhum passou do prazo.</p>
  return (
    <div className="grid justify-items-start gap-2">
      <h3>
        {ruleNames[rule]}: {formatLeadCount(total)} além do prazo
      </h3>
      <ul className="text-sm text-text2">
        {leads.slice(0, shownLeads).map(lead => (
          <li key={lead._id} className="wrap-anywhere">
            {leadName(lead)}, sem mudança desde {formatTimestampDate(lead.updatedAt)}
          </li>
        ))}
        {total > shownLeads && <li>e outros</li>}
      </ul>
      <Button onClick={() => setAnonymizing(true)}>Anonimizar {formatLeadCount(leads.length)}</Button>
      {isAnonymizing && (
        <AnonymizeDialog
          leadCount={leads.length}
          isBlocked={false}
          onConfirm={() => anonymizeLeads(leads.map(({ _id }) => _id))}
          onClose={() => setAnonymizing(false)}
        />
      )}
    </div>
  )
}
