import { useState } from 'react'
import type { CaptureForm } from '#contract/capture/capture.ts'
import { captureFieldLabels, distributionLabels } from '#contract/capture/capture-fields.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { hasDraft } from '#web/forms/form-draft.ts'
import { useWriteAction } from '#web/forms/use-write-action.ts'
import { useMember } from '#web/session/session.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { captureKey, changeForm, removeForm } from './api.ts'
import { FormEditor, formDraftName } from './form-editor.tsx'
import { ShareDialog } from './share-dialog.tsx'

export const FormList = ({ forms }: { forms: CaptureForm[] }) => (
  <ul aria-label="Formulários" className="divide-y divide-border rounded-panel border border-border bg-surface">
    {forms.map(form => (
      <FormRow key={form._id} form={form} />
    ))}
  </ul>
)

const StateBadge = ({ form }: { form: CaptureForm }) => {
  if (form.isPausedByPlan) return <Badge tone="warn">Fora do plano</Badge>
  return form.isActive ? <Badge tone="success">Ativo</Badge> : <Badge tone="neutral">Pausado</Badge>
}

const countsOf = ({ leads, waiting, suspects }: CaptureForm): string =>
  [
    `${formatCount(leads)} ${leads === 1 ? 'lead' : 'leads'} em 90 dias`,
    waiting > 0 && `${formatCount(waiting)} esperando`,
    suspects > 0 && `${formatCount(suspects)} ${suspects === 1 ? 'suspeito' : 'suspeitos'}`,
  ]
    .filter(Boolean)
    .join(' · ')

const FormRow = ({ form }: { form: CaptureForm }) => {
  const { _id: memberId } = useMember()
  const [open, setOpen] = useState<'edit' | 'share' | 'remove' | undefined>(() =>
    hasDraft(memberId, formDraftName(form)) ? 'edit' : undefined,
  )
  const close = () => setOpen(undefined)
  const { isActive } = form
  const switching = useWriteAction({
    write: () => changeForm(form, { isActive: !isActive }),
    failed: isActive ? 'O formulário não foi pausado' : 'O formulário não foi ativado',
    onSuccess: () => toast.success({ title: isActive ? 'Formulário pausado' : 'Formulário ativado' }),
    queryKey: captureKey,
  })
  const removing = useWriteAction({
    write: () => removeForm(form),
    failed: 'O formulário não foi excluído',
    onSuccess: () => {
      toast.success({ title: 'Formulário excluído' })
      close()
    },
    queryKey: captureKey,
  })
  if (open === 'edit')
    return (
      <li className="p-4">
        <FormEditor form={form} onDone={close} />
      </li>
    )
  return (
    <li className="grid gap-2 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="wrap-anywhere font-medium">{form.nome}</span>
        <StateBadge form={form} />
      </p>
      <p className="text-sm text-text2">{countsOf(form)}</p>
      <p className="text-sm text-text3">
        {form.fields.map(field => captureFieldLabels[field]).join(' · ')} · {distributionLabels[form.distribution]}
      </p>
      <div className="-mx-2.5 flex flex-wrap">
        <Button variant="ghost" size="sm" onClick={() => setOpen('share')}>
          Divulgar
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setOpen('edit')}>
          Editar
        </Button>
        <Button variant="ghost" size="sm" busy={switching.isPending} onClick={() => switching.mutate()}>
          {isActive ? 'Pausar' : 'Ativar'}
        </Button>
        <Button variant="dangerGhost" size="sm" onClick={() => setOpen('remove')}>
          Excluir
        </Button>
      </div>
      {open === 'share' && <ShareDialog form={form} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          open
          danger
          title={`Excluir o formulário “${form.nome}”?`}
          text="O link deixa de funcionar. Os leads e o que ainda espera continuam guardados."
          confirmLabel={removing.isPending ? 'Excluindo...' : 'Excluir formulário'}
          cancelLabel="Manter formulário"
          busy={removing.isPending}
          onConfirm={() => removing.mutate()}
          onCancel={close}
        />
      )}
    </li>
  )
}
