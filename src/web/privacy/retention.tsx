import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { leadName } from '#contract/leads/lead-name.ts'
import {
  type PrivacySettings,
  type RetentionRule,
  type RetentionSuggestion,
  requestDays,
  smallAgentRequestDays,
} from '#contract/privacy/privacy.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { useSettingForm } from '#web/forms/use-setting-form.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { FieldError } from '#web/ui/fields/field-error.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
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

/** Names a stored setting beside its field. */
const describeSetting = (settings: PrivacySettings, name: keyof PrivacySettings): string => {
  const stored = settings[name]
  if (typeof stored === 'boolean') return stored ? 'sim' : 'não'
  return stored === null ? '“Não sugerir”' : `${stored} meses`
}

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
  const { lostMonths, nurturingMonths, noBasisMonths, isSmallAgent } = settings
  const [initial] = useState({ lostMonths, nurturingMonths, noBasisMonths, isSmallAgent })
  const setting = useSettingForm({
    draftName: 'prazos',
    initial,
    toBody: values => values,
    toValues: stored => stored,
    save: changePrivacySettings,
    done: 'Prazos atualizados',
    queryKey: privacyKey,
    toSaved: saved => saved,
    describe: describeSetting,
  })
  const { saving } = setting
  const { register, formState } = setting.form
  const { errors } = formState
  return (
    <form noValidate onSubmit={setting.submit} className="grid max-w-form gap-4">
      {setting.isRestored && !saving.isError && <RestoredDraftNotice onDiscard={setting.discard} />}
      <FailureNotice title="Os prazos não foram salvos" error={saving.error} />
      {(Object.keys(ruleNames) as RetentionRule[]).map(rule => {
        const name = ruleSettings[rule]
        return (
          <SelectField
            key={rule}
            label={`${ruleNames[rule]}, sem mudança há`}
            error={errors[name]?.message}
            {...register(name, { setValueAs: value => (value === '' || value === null ? null : Number(value)) })}
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
        <input type="checkbox" className="size-4.5 flex-none accent-brand" {...register('isSmallAgent')} />
        <span>
          Somos agente de pequeno porte: {smallAgentRequestDays} dias para responder, em vez de {requestDays}
        </span>
      </label>
      <FieldError error={errors.isSmallAgent?.message} />
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
