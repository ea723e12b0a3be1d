import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type Lead, LeadForm, leadFormOver, QuickLeadForm } from '#contract/leads/lead.ts'
import { leadName } from '#contract/leads/lead-name.ts'
import { formatDateTime } from '#contract/values/dates.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { saveDraft } from '#web/forms/form-draft.ts'
import { useDraftForm } from '#web/forms/use-draft-form.ts'
import { useNewId } from '#web/forms/use-new-id.ts'
import { formatStageStay } from '#web/lead-display/stage-stay.ts'
import { isNotFound } from '#web/lib/requests/api-error.ts'
import { useMember } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { useIsLarge } from '#web/ui/use-breakpoint.ts'
import { invalidateOtherLeads, staleLeadOf } from '../../api.ts'
import { refreshLeadsEverywhere } from '../../cross-tab-refresh.ts'
import { dropLead, leadGoneTitle } from '../../drop-lead.ts'
import { askWhyLost } from '../../lost-question.ts'
import { ConflictResolver } from '../form/conflict-resolver.tsx'
import { differences, fieldNames, mergeUntouched, typedSince } from '../form/lead-conflict.ts'
import { LeadFields } from '../form/lead-form.tsx'
import { type LeadFormValues, newLeadValues, toFormValues } from '../form/lead-values.ts'
import { ResponsibleField } from '../form/responsible-field.tsx'
import { type LeadSave, saveLead } from '../form/save-lead.ts'
import { LeadStory } from '../story/lead-story.tsx'
import { ContactBar } from './contact-bar.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { type LeadPanel, LeadPanels } from './lead-panels.tsx'
import { NewLeadFields } from './new-lead-fields.tsx'
import { newLeadMode } from './new-lead-mode.ts'
import { SameContactNotice } from './same-contact-notice.tsx'
import { notifySaveFailed, SaveFailedNotice } from './save-failed-notice.tsx'
import { creationKey, newLeadDraft, useDraftAside } from './use-draft-aside.ts'

/** Versions that the user chooses between, as of the failed save. */
interface Conflict {
  seen: LeadFormValues
  mine: LeadFormValues
  theirs: Lead
}

const LeadPrivacy = lazyComponent(() => import('./lead-privacy.tsx'), { place: 'page' })

interface LeadEditorProps {
  /** `null` for a new lead. */
  lead: Lead | null
  /** The lead comes from the cache and could not be refetched. */
  isUnconfirmed?: boolean
  /** Another device or tab deleted the lead. */
  isGone?: boolean
  onClose: () => void
  onRemove: (lead: Lead) => void
  /** Asks only for a name and a phone number of a new lead. */
  isQuick?: boolean
}

/** Shows and edits a lead. Input survives a failed save, a reload and an expired session. */
export const LeadEditor = ({ lead, isUnconfirmed, isGone = false, onClose, onRemove, ...options }: LeadEditorProps) => {
  const queryClient = useQueryClient()
  const { _id: memberId } = useMember()
  const formId = useId()
  const draftName = lead?._id ?? newLeadDraft
  const draftAside = useDraftAside(lead === null)
  const newId = useNewId(draftName)
  const [opened] = useState(() => (lead ? toFormValues(lead) : newLeadValues(new Date())))
  const [isLeaving, setLeaving] = useState(false)
  /** Stored version that the form is based on. */
  const [base, setBase] = useState(lead)
  const [conflict, setConflict] = useState<Conflict>()
  const [isDeletedOnSave, setDeleted] = useState(false)
  const isDeleted = isGone || isDeletedOnSave
  const isLarge = useIsLarge()
  const [panel, setPanel] = useState<LeadPanel>('data')
  const [isQuick, setQuick] = useState(lead === null && (options.isQuick || newLeadMode.read() === 'rapido'))
  const draftForm = useDraftForm(
    draftName,
    opened,
    zodResolver(lead ? leadFormOver(lead) : isQuick ? QuickLeadForm : LeadForm) as never,
    base?.version,
  )
  const { form, seen } = draftForm
  const { isDirty } = form.formState
  const isOlder = lead !== null && draftForm.restoredVersion !== undefined && draftForm.restoredVersion < lead.version
  const clearDrafts = () => {
    if (draftAside.clear()) return
    draftForm.clear()
    newId.clear()
  }
  /** Closing during a save lets the save finish and stores the input as a draft. */
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])
  const close = () => {
    // Closing twice would go back twice in the history.
    if (!isClosed.current) onClose()
    isClosed.current = true
  }
  const leave = () => {
    clearDrafts()
    close()
  }

  const saving = useMutation({
    ...(!base && { mutationKey: creationKey }),
    mutationFn: (work: LeadSave) => {
      if (!work.over) newId.store()
      return saveLead(newId.id, work)
    },
    networkMode: 'always',
    onSuccess: (saved, { values }) => {
      const stored = toFormValues(saved)
      const rest = isClosed.current ? undefined : typedSince(values, form.getValues(), stored)
      toast.success({
        title: base ? 'Lead atualizado' : 'Lead cadastrado',
        description: rest
          ? `${leadName(saved)}. O que você escreveu depois está guardado e ainda não foi salvo.`
          : saved.nome,
      })
      if (rest && base) {
        draftForm.rebase({ values: stored, version: saved.version }, rest)
        setBase(saved)
      } else leave()
      if (rest && !base) saveDraft(memberId, saved._id, { version: saved.version, seen: rest.seen, values: rest.mine })
      if (saved.status !== base?.status) askWhyLost(queryClient, saved)
      void refreshLeadsEverywhere(queryClient)
    },
    onError: (error, { values, seen }) => {
      if (isClosed.current) notifySaveFailed(base, error)
      if (lead && isNotFound(error)) {
        setDeleted(true)
        dropLead(queryClient, lead._id)
        void invalidateOtherLeads(queryClient, lead._id)
      }
      const theirs = staleLeadOf(error)
      setConflict(theirs && { seen, mine: values, theirs })
      applyServerErrors(error, [...fieldNames, 'userId'], form.setError)
    },
  })

  const save = () => {
    const mine = form.getValues()
    if (isDeleted) saving.mutate({ values: mine, seen, over: null })
    else if (base && differences(seen, mine, toFormValues(base)).length > 0) setConflict({ seen, mine, theirs: base })
    else saving.mutate({ values: mine, seen, over: base, isQuick })
  }
  const saveResolved = (theirs: Lead, chosen: LeadFormValues) => {
    const stored = toFormValues(theirs)
    draftForm.rebase({ values: stored, version: theirs.version }, { seen: stored, mine: chosen })
    setBase(theirs)
    saving.mutate({ values: chosen, seen: stored, over: theirs })
  }
  const rebaseOn = (theirs: Lead) => {
    const stored = toFormValues(theirs)
    draftForm.rebase({ values: stored, version: theirs.version }, mergeUntouched(seen, form.getValues(), stored))
    setBase(theirs)
  }
  const resumeEditing = (theirs: Lead) => {
    rebaseOn(theirs)
    setConflict(undefined)
    saving.reset()
  }

  // The sheet opens with the lead as it was loaded. What others changed since shows in the fields that are untouched.
  const takeNewer = useEffectEvent((newer: Lead) => {
    if (base && newer.version > base.version && !saving.isPending && !conflict) rebaseOn(newer)
  })
  useEffect(() => {
    if (lead) takeNewer(lead)
  }, [lead])

  const switchMode = (quick: boolean) => {
    setQuick(quick)
    newLeadMode.write(quick ? 'rapido' : 'completo')
    form.clearErrors()
  }
  const requestClose = () => {
    if (saving.isPending) close()
    else if (isDirty) setLeaving(true)
    else leave()
  }

  const data =
    isGone && !isDirty ? (
      <EmptyState kind="search" title={leadGoneTitle} text={base ? leadName(base) : undefined} />
    ) : (
      <form id={formId} noValidate onSubmit={form.handleSubmit(save)} className="grid gap-4">
        <EditorNotices
          restored={draftForm.isRestored && !saving.isError ? (isOlder ? 'older' : 'current') : undefined}
          onDiscard={() => {
            draftForm.discard()
            newId.clear()
          }}
          isUnconfirmed={isUnconfirmed === true && !saving.isError}
          isDeleted={isDeleted}
          failure={
            saving.isError &&
            !isNotFound(saving.error) && (
              <SaveFailedNotice
                isNew={!base}
                error={saving.error}
                onReadmit={baseLegal => saving.mutate({ ...saving.variables, baseLegal })}
              />
            )
          }
        />
        {lead && !isDeleted && <ContactBar lead={lead} />}
        {lead && !isDeleted && <ResponsibleField lead={lead} />}
        {base ? (
          <LeadFields form={form} status={base.status} />
        ) : (
          <NewLeadFields form={form} isQuick={isQuick} onQuick={switchMode} />
        )}
      </form>
    )
  const isStoryAlone = panel === 'story' && !isLarge

  return (
    <>
      <Dialog
        open
        isWide={base !== null}
        title={base ? leadName(base) : 'Novo Lead'}
        description={
          base ? `Cadastro em ${formatDateTime(base.createdAt)}, ${formatStageStay(base, new Date())}` : undefined
        }
        onClose={requestClose}
        footer={
          conflict || isStoryAlone || (isGone && !isDirty) ? undefined : (
            <>
              {base && !isDeleted && (
                <Button variant="dangerGhost" icon={<Trash2 />} className="mr-auto" onClick={() => onRemove(base)}>
                  Excluir
                </Button>
              )}
              <SlowNote active={saving.isPending} className="basis-full">
                Você pode fechar: o que escreveu fica guardado.
              </SlowNote>
              <Button onClick={requestClose}>Cancelar</Button>
              <Button variant="primary" type="submit" form={formId} busy={saving.isPending}>
                {isDeleted ? 'Salvar como novo lead' : saving.isError ? 'Tentar novamente' : 'Salvar'}
              </Button>
            </>
          )
        }
      >
        {conflict ? (
          <div className={base ? 'p-4 md:px-6' : ''}>
            <ConflictResolver
              key={conflict.theirs.version}
              seen={conflict.seen}
              mine={conflict.mine}
              theirs={toFormValues(conflict.theirs)}
              busy={saving.isPending}
              onSave={chosen => saveResolved(conflict.theirs, chosen)}
              onBack={() => resumeEditing(conflict.theirs)}
            />
          </div>
        ) : base ? (
          <LeadPanels
            panel={panel}
            onPanel={setPanel}
            data={
              <>
                {data}
                {!isDeleted && <LeadPrivacy lead={lead ?? base} />}
                {/* Arrives late, so below all that it would move. */}
                {lead && !isDeleted && <SameContactNotice lead={lead} />}
              </>
            }
            story={isDeleted ? null : <LeadStory lead={base} />}
          />
        ) : (
          data
        )}
      </Dialog>
      <ConfirmDialog
        open={isLeaving}
        title="Descartar as alterações?"
        text="O que você escreveu ainda não foi salvo."
        confirmLabel="Descartar"
        cancelLabel="Continuar editando"
        danger
        onConfirm={leave}
        onCancel={() => setLeaving(false)}
      />
    </>
  )
}
