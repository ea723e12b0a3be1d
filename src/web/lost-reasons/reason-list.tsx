import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LostReason, LostReasonForm } from '#contract/lost-reasons/lost-reasons.ts'
import { hasDraft } from '#web/forms/form-draft.ts'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { useNewId } from '#web/forms/use-new-id.ts'
import { useOpenRows } from '#web/forms/use-open-rows.ts'
import { useSettingForm } from '#web/forms/use-setting-form.ts'
import { useSettingWrite } from '#web/forms/use-setting-write.ts'
import { useMember } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/loading/skeleton.tsx'
import { showFailure } from '#web/ui/toasts/show-failure.ts'
import { archiveLostReason, lostReasonsQuery, saveLostReason } from './api.ts'

const newReasonDraft = 'motivo-novo'
const draftNameOf = (reason?: LostReason): string => (reason ? `motivo-da-conta:${reason._id}` : newReasonDraft)

/** The account's reasons: rename, archive, bring back, add. */
export const ReasonList = () => {
  const reasons = useQuery(lostReasonsQuery)
  if (!reasons.data)
    return reasons.error ? (
      <LoadErrorNotice title="Não foi possível carregar os motivos" query={reasons} />
    ) : (
      <SkeletonRegion mayGrow>
        <Skeleton className="h-40 w-full" />
      </SkeletonRegion>
    )
  return <Reasons stored={reasons.data} />
}

const Reasons = ({ stored }: { stored: LostReason[] }) => {
  const { shown, isOpen, open, close } = useOpenRows(
    stored.filter(({ isArchived }) => !isArchived),
    draftNameOf,
  )
  const archived = stored.filter(reason => reason.isArchived && !isOpen(reason))
  return (
    <div className="grid gap-4">
      {shown.length > 0 && (
        <ul aria-label="Motivos" className="divide-y divide-border rounded-panel border border-border bg-surface">
          {shown.map(reason =>
            isOpen(reason) ? (
              <li key={reason._id} className="p-4">
                <ReasonForm reason={reason} onDone={() => close(reason)} />
              </li>
            ) : (
              <ReasonRow key={reason._id} reason={reason} onRename={() => open(reason)} />
            ),
          )}
        </ul>
      )}
      <NewReason />
      {archived.length > 0 && (
        <details>
          <summary className="min-h-control-sm cursor-pointer content-center text-text2">
            Arquivados ({archived.length})
          </summary>
          <ul aria-label="Motivos arquivados" className="divide-y divide-border">
            {archived.map(reason => (
              <ArchivedRow key={reason._id} reason={reason} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const failed = (error: unknown) => showFailure('O motivo não foi alterado', error)

const rowClass = 'flex flex-wrap items-center justify-between gap-2 px-4 py-2'

const ReasonRow = ({ reason: { _id, nome }, onRename }: { reason: LostReason; onRename: () => void }) => {
  const archiving = useSettingWrite(lostReasonsQuery.queryKey, () => archiveLostReason(_id), 'Motivo arquivado')
  return (
    <li className={rowClass}>
      <span className="wrap-anywhere">{nome}</span>
      <span className="-mr-2.5 flex flex-wrap">
        <Button size="sm" variant="ghost" aria-label={`Renomear ${nome}`} onClick={onRename}>
          Renomear
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Arquivar ${nome}`}
          busy={archiving.isPending}
          onClick={() => archiving.mutate(undefined, { onError: failed })}
        >
          Arquivar
        </Button>
      </span>
    </li>
  )
}

const ArchivedRow = ({ reason: { _id, nome } }: { reason: LostReason }) => {
  const restoring = useSettingWrite(
    lostReasonsQuery.queryKey,
    () => saveLostReason(_id, nome, { nome, isArchived: true }),
    'Motivo de volta',
  )
  return (
    <li className={rowClass}>
      <span className="wrap-anywhere text-text3">{nome}</span>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Trazer ${nome} de volta`}
        busy={restoring.isPending}
        onClick={() => restoring.mutate(undefined, { onError: failed })}
      >
        Trazer de volta
      </Button>
    </li>
  )
}

const NewReason = () => {
  const { _id: memberId } = useMember()
  const [isAdding, setAdding] = useState(() => hasDraft(memberId, newReasonDraft))
  if (isAdding) return <ReasonForm onDone={() => setAdding(false)} />
  return (
    <Button className="justify-self-start" onClick={() => setAdding(true)}>
      Novo motivo
    </Button>
  )
}

const ReasonForm = ({ reason, onDone }: { reason?: LostReason; onDone: () => void }) => {
  const draftName = draftNameOf(reason)
  const newId = useNewId(draftName)
  const [initial] = useState((): LostReasonForm => ({ nome: reason?.nome ?? '' }))
  const setting = useSettingForm({
    draftName,
    initial,
    resolver: zodResolver(LostReasonForm),
    toBody: values => values,
    toValues: ({ nome }) => ({ nome }),
    save: ({ nome }, was) => {
      if (reason) return saveLostReason(reason._id, nome, { ...was, isArchived: false })
      newId.store()
      return saveLostReason(newId.id, nome)
    },
    done: saved => (saved.isArchived ? 'Motivo salvo. Ele foi arquivado enquanto você editava.' : 'Motivo salvo'),
    queryKey: lostReasonsQuery.queryKey,
    onSaved: () => {
      newId.clear()
      onDone()
    },
  })
  const { saving } = setting
  const { register, formState } = setting.form
  const cancel = () => {
    setting.clear()
    newId.clear()
    onDone()
  }
  return (
    <form noValidate onSubmit={setting.submit} className="grid max-w-form gap-3">
      {setting.isRestored && !saving.isError && <RestoredDraftNotice onDiscard={setting.discard} />}
      <FailureNotice title="O motivo não foi salvo" error={saving.error} />
      <TextField
        label="Motivo"
        autoFocus
        maxLength={60}
        autoComplete="off"
        error={formState.errors.nome?.message}
        {...register('nome')}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="sm" busy={saving.isPending}>
          Salvar
        </Button>
        <Button size="sm" onClick={cancel}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
