import { useMutation } from '@tanstack/react-query'
import { Download, EyeOff, PenLine } from 'lucide-react'
import { useState } from 'react'
import { leadName } from '#contract/leads/lead-name.ts'
import { statusLabels } from '#contract/leads/lead-status.ts'
import { leadOriginLabels, legalBasisLabels } from '#contract/privacy/lead-privacy.ts'
import type { Person, PersonLead } from '#contract/privacy/privacy.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AnonymizeDialog } from './anonymize-dialog.tsx'
import { anonymizePerson, downloadReport, type PersonContact } from './api.ts'
import { CorrectDialog } from './correct-dialog.tsx'

/** What the account stores about a person, with the report, the correction and the anonymization. */
export const PersonData = ({ contact, person }: { contact: PersonContact; person: Person }) => {
  const [isCorrecting, setCorrecting] = useState(false)
  const [isAnonymizing, setAnonymizing] = useState(false)
  const downloading = useMutation({
    mutationFn: (format: 'html' | 'json') => downloadReport(contact, format),
    networkMode: 'always',
  })
  const { leads, notes, erasedAt } = person
  // An anonymized lead has none of these texts.
  const correctable = leads.filter(({ isRemoved, nome, telefone, email }) => !isRemoved && (nome || telefone || email))
  return (
    <div className="grid gap-4">
      {erasedAt && (
        <Notice tone="info" title={`Os dados desta pessoa foram excluídos em ${formatTimestampDate(erasedAt)}`}>
          Importações e restaurações pulam este contato.
        </Notice>
      )}
      <p aria-live="polite">
        {leads.length === 0
          ? 'Nenhum lead com este contato.'
          : `${formatLeadCount(leads.length)} e ${formatCount(notes)} ${notes === 1 ? 'nota' : 'notas'} com este contato.`}
      </p>
      {leads.length > 0 && (
        <ul className="divide-y divide-border rounded-panel border border-border bg-surface">
          {leads.map(lead => (
            <PersonRow key={lead._id} lead={lead} />
          ))}
        </ul>
      )}
      <FailureNotice title="Não foi possível gerar o relatório" error={downloading.error} />
      <div className="flex flex-wrap gap-2">
        <Button icon={<Download />} busy={downloading.isPending} onClick={() => downloading.mutate('html')}>
          Relatório para a pessoa
        </Button>
        <Button icon={<Download />} busy={downloading.isPending} onClick={() => downloading.mutate('json')}>
          Dados em JSON
        </Button>
        {correctable.length > 0 && (
          <Button icon={<PenLine />} onClick={() => setCorrecting(true)}>
            Corrigir
          </Button>
        )}
        <Button variant="dangerGhost" icon={<EyeOff />} onClick={() => setAnonymizing(true)}>
          Anonimizar
        </Button>
      </div>
      {notes > 0 && (
        <p className="text-sm text-text3">
          Leia as notas do relatório antes de entregar: elas podem citar outras pessoas.
        </p>
      )}
      {isCorrecting && <CorrectDialog leads={correctable} onClose={() => setCorrecting(false)} />}
      {isAnonymizing && (
        <AnonymizeDialog
          leadCount={leads.length}
          isBlocked
          onConfirm={() => anonymizePerson(contact)}
          onClose={() => setAnonymizing(false)}
        />
      )}
    </div>
  )
}

const PersonRow = ({ lead }: { lead: PersonLead }) => (
  <li className="grid gap-1 px-4 py-3">
    <p className="wrap-anywhere flex flex-wrap items-center gap-2 font-medium">
      {leadName(lead)}
      {lead.isRemoved && <Badge tone="neutral">Na lixeira</Badge>}
      {lead.naoContatar && <Badge tone="warn">Não contatar</Badge>}
    </p>
    <p className="wrap-anywhere text-sm text-text2">
      {[lead.telefone, lead.email, statusLabels[lead.status]].filter(Boolean).join(' · ')}
    </p>
    <p className="text-sm text-text3">
      Origem: {lead.origem ? leadOriginLabels[lead.origem] : 'não informada'} · Base legal:{' '}
      {lead.baseLegal ? legalBasisLabels[lead.baseLegal] : 'não informada'}
    </p>
  </li>
)
