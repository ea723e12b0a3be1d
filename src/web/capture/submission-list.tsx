import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Submission } from '#contract/capture/capture.ts'
import { type SubmissionOutcome, submissionReasonText } from '#contract/capture/capture-fields.ts'
import { formatDateTime } from '#contract/values/dates.ts'
import { useWriteAction } from '#web/forms/use-write-action.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import {
  admitAll,
  admitSubmission,
  captureKey,
  discardSubmission,
  type SubmissionFilter,
  submissionsQuery,
} from './api.ts'

const outcomes: Record<SubmissionOutcome, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Esperando', tone: 'warn' },
  suspect: { label: 'Suspeito', tone: 'neutral' },
  lead: { label: 'Virou lead', tone: 'success' },
  merged: { label: 'Somado a um lead', tone: 'success' },
  refused: { label: 'Não guardado', tone: 'quiet' },
}

const leadsText = (count: number): string => (count === 1 ? '1 lead' : `${count} leads`)

/** What was sent to the forms: first what waits. */
export const SubmissionList = ({ waiting }: { waiting: number }) => {
  const [filter, setFilter] = useState<SubmissionFilter>('waiting')
  const log = useInfiniteQuery(submissionsQuery(filter))
  // What becomes a lead changes all lists of leads: no `queryKey`.
  const admitting = useWriteAction({
    write: admitAll,
    failed: 'Nada foi recebido',
    onSuccess: ({ admitted, waiting: left }) =>
      toast.success({
        title: admitted === 0 ? 'Nenhum coube no plano' : `${leadsText(admitted)} no funil`,
        ...(left > 0 && { description: `${leadsText(left)} ainda não cabem no plano.` }),
      }),
  })
  const submissions = log.data?.pages.flatMap(page => page.submissions) ?? []
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-60 max-w-full">
          <SelectField
            label="Mostrar"
            value={filter}
            onChange={event => setFilter(event.target.value as SubmissionFilter)}
          >
            <option value="waiting">Esperando</option>
            <option value="suspect">Suspeitos</option>
            <option value="">Tudo</option>
          </SelectField>
        </div>
        {waiting > 0 && (
          <Button busy={admitting.isPending} onClick={() => admitting.mutate()}>
            Receber os que cabem no plano
          </Button>
        )}
      </div>
      {log.isError && <LoadErrorNotice title="Não foi possível carregar o que chegou" query={log} />}
      {log.isPending && <Spinner />}
      {log.data && submissions.length === 0 && (
        <p className="text-text3">{filter === 'waiting' ? 'Nada espera por você.' : 'Nada por aqui.'}</p>
      )}
      {submissions.length > 0 && (
        <ul aria-label="Recebidos" className="divide-y divide-border rounded-panel border border-border bg-surface">
          {submissions.map(submission => (
            <SubmissionRow key={submission._id} submission={submission} />
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <Button className="justify-self-start" busy={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
    </div>
  )
}

const SubmissionRow = ({ submission }: { submission: Submission }) => {
  const { outcome, reason, formName, at, fields } = submission
  const [isAsking, setAsking] = useState(false)
  const admitting = useWriteAction({
    write: () => admitSubmission(submission),
    failed: 'O lead não foi criado',
    onSuccess: () => toast.success({ title: 'Lead no funil' }),
  })
  const discarding = useWriteAction({
    write: () => discardSubmission(submission),
    failed: 'O envio não foi descartado',
    onSuccess: () => toast.success({ title: 'Envio descartado' }),
    queryKey: captureKey,
  })
  return (
    <li className="grid gap-2 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>
        <span className="text-sm text-text3">
          {formatDateTime(at)} · {formName ?? 'Formulário excluído'}
        </span>
      </p>
      {reason && <p className="text-sm text-text2">{submissionReasonText(reason)}.</p>}
      {fields.length > 0 && (
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          {fields.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never changes
            <div key={index} className="contents">
              <dt className="wrap-anywhere text-sm text-text3">{name}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {(outcome === 'waiting' || outcome === 'suspect') && (
        <div className="-mx-2.5 flex flex-wrap">
          <Button variant="ghost" size="sm" busy={admitting.isPending} onClick={() => admitting.mutate()}>
            Tornar lead
          </Button>
          <Button variant="dangerGhost" size="sm" onClick={() => setAsking(true)}>
            Descartar
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          open
          danger
          title="Descartar este envio?"
          text="O que a pessoa enviou é excluído e não pode ser recuperado."
          confirmLabel="Descartar envio"
          cancelLabel="Manter envio"
          busy={discarding.isPending}
          onConfirm={() => discarding.mutate(undefined, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  )
}
