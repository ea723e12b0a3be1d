import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { firstStage } from '#contract/lead-status.ts'
import { type Lead, LeadForm } from '#contract/leads.ts'
import { RecoveredDraft } from '#web/auth/recovered-draft.tsx'
import { useKeptForm } from '#web/auth/use-kept-form.ts'
import { PlansLink } from '#web/billing/plans-link.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { showServerFields } from '#web/lib/server-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { toast } from '#web/ui/toast.tsx'
import { leadFailures, refreshOthers, staleLeadOf } from './api.ts'
import { dropLead, goneTitle, isGone } from './drop-lead.ts'
import { LeadFields } from './lead-form.tsx'
import { emptyLead, type LeadFormValues, valuesOf } from './lead-values.ts'
import { differences, fieldNames, takeUntouched } from './lead-versions.ts'
import { leadsChanged } from './leads-elsewhere.ts'
import { type Saving, sendLead } from './send-lead.ts'
import { StaleChoice } from './stale-choice.tsx'
import { useNewLeadId } from './use-new-lead-id.ts'

/** What the person has to choose between, as it was when it was asked. */
interface Question {
  seen: LeadFormValues
  mine: LeadFormValues
  theirs: Lead
}

const changedSince = 'Desde então, este lead mudou em outro lugar.'

/** A save that fails after its dialog was closed. */
const tellThatKept = (lead: Lead | null, error: unknown): void =>
  toast.error({
    title: lead ? leadFailures.update : leadFailures.create,
    description: `O que você escreveu está guardado: abra ${lead ? lead.nome : '“Novo Lead”'} para continuar. ${messageOf(error, '')}`,
  })

interface LeadEditorProps {
  /** `null` for a new lead. */
  lead: Lead | null
  /** Loaded earlier by some screen, and not read anew. */
  isUnconfirmed?: boolean
  onClose: () => void
  onRemove: (lead: Lead) => void
}

/** One lead, in detail and to edit. Nothing typed is lost: not to a failed save, a reload or an ended session. */
export const LeadEditor = ({ lead, isUnconfirmed, onClose, onRemove }: LeadEditorProps) => {
  const queryClient = useQueryClient()
  const formId = useId()
  const draft = lead?._id ?? 'novo'
  const newId = useNewLeadId(draft)
  const [opened] = useState(() => (lead ? valuesOf(lead) : emptyLead(new Date())))
  const [isLeaving, setLeaving] = useState(false)
  /** The stored lead that a save is made over, as this form has shown it. */
  const [base, setBase] = useState(lead)
  const [question, setQuestion] = useState<Question>()
  const [isDeleted, setDeleted] = useState(false)
  const kept = useKeptForm(draft, opened, zodResolver(LeadForm) as never, base?.version)
  const { form, seen } = kept
  const { isDirty, errors } = form.formState
  const isOlder = lead !== null && kept.recoveredVersion !== undefined && kept.recoveredVersion < lead.version
  const forget = () => {
    kept.forget()
    newId.forget()
  }
  /** Closed while a save was under way: that goes on, and what was typed stays as a draft. */
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const close = () => {
    // Once only: closing goes back in the history.
    if (!isLeft.current) onClose()
    isLeft.current = true
  }
  const leave = () => {
    forget()
    close()
  }

  const saving = useMutation({
    mutationFn: (work: Saving) => {
      if (!work.over) newId.keep()
      return sendLead(newId.id, work)
    },
    networkMode: 'always',
    onSuccess: async saved => {
      toast.success({ title: base ? `${saved.nome} atualizado` : `${saved.nome} cadastrado` })
      leave()
      await leadsChanged(queryClient)
    },
    onError: (error, { values, seen }) => {
      if (isLeft.current) tellThatKept(base, error)
      if (lead && isGone(error)) {
        setDeleted(true)
        dropLead(queryClient, lead._id)
        void refreshOthers(queryClient, lead._id)
      }
      const theirs = staleLeadOf(error)
      setQuestion(theirs && { seen, mine: values, theirs })
      showServerFields(error, fieldNames, form.setError)
    },
  })

  const save = () => {
    const mine = form.getValues()
    if (isDeleted) saving.mutate({ values: mine, seen, over: null })
    else if (base && differences(seen, mine, valuesOf(base)).length > 0) setQuestion({ seen, mine, theirs: base })
    else saving.mutate({ values: mine, seen, over: base })
  }
  const saveChosen = (theirs: Lead, chosen: LeadFormValues) => {
    const stored = valuesOf(theirs)
    kept.goOn({ values: stored, version: theirs.version }, { seen: stored, mine: chosen })
    setBase(theirs)
    saving.mutate({ values: chosen, seen: stored, over: theirs })
  }
  const editAgain = (theirs: Lead) => {
    const stored = valuesOf(theirs)
    kept.goOn({ values: stored, version: theirs.version }, takeUntouched(seen, form.getValues(), stored))
    setBase(theirs)
    setQuestion(undefined)
    saving.reset()
  }

  const saveLabel = saving.isError ? 'Tentar de novo' : 'Salvar'

  const tryToLeave = () => {
    if (saving.isPending) close()
    else if (isDirty) setLeaving(true)
    else leave()
  }

  return (
    <>
      <Dialog
        open
        title={base ? base.nome : 'Novo Lead'}
        description={base ? `Cadastrado em ${formatDateTime(base.createdAt)}` : undefined}
        onClose={tryToLeave}
        footer={
          question ? undefined : (
            <>
              {base && !isDeleted && (
                <Button variant="dangerGhost" icon={<Trash2 />} className="mr-auto" onClick={() => onRemove(base)}>
                  Excluir
                </Button>
              )}
              <SlowNote active={saving.isPending} className="basis-full">
                Você pode fechar: o que escreveu fica guardado.
              </SlowNote>
              <Button onClick={tryToLeave}>Cancelar</Button>
              <Button variant="primary" type="submit" form={formId} busy={saving.isPending}>
                {isDeleted ? 'Salvar como novo lead' : saveLabel}
              </Button>
            </>
          )
        }
      >
        {question ? (
          <StaleChoice
            key={question.theirs.version}
            seen={question.seen}
            mine={question.mine}
            theirs={valuesOf(question.theirs)}
            busy={saving.isPending}
            onSave={chosen => saveChosen(question.theirs, chosen)}
            onBack={() => editAgain(question.theirs)}
          />
        ) : (
          <form id={formId} noValidate onSubmit={form.handleSubmit(save)} className="grid gap-4">
            {kept.isRecovered && !saving.isError && (
              <RecoveredDraft
                note={isOlder ? changedSince : undefined}
                onDiscard={() => {
                  kept.discard()
                  newId.forget()
                }}
              />
            )}
            {isUnconfirmed && !saving.isError && (
              <Notice tone="warn" title="Esta é a versão que já estava carregada">
                Não foi possível buscar a mais recente. Ao salvar, nada que outra pessoa escreveu se perde.
              </Notice>
            )}
            {isDeleted && (
              <Notice tone="danger" title={goneTitle}>
                O que você escreveu ainda está aqui.
              </Notice>
            )}
            {saving.isError && !isGone(saving.error) && (
              <Notice
                tone="danger"
                title={base ? leadFailures.update : leadFailures.create}
                actions={<PlansLink error={saving.error} />}
              >
                {messageOf(saving.error, '')}
              </Notice>
            )}
            <LeadFields
              register={form.register}
              control={form.control}
              errors={errors}
              status={base?.status ?? firstStage}
            />
          </form>
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
