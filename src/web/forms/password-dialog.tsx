import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'

interface PasswordDialogProps {
  title: string
  description: string
  confirmLabel: string
  /** Label of the button while the action runs. */
  busyLabel: string
  cancelLabel: string
  failureTitle: string
  slowNote: string
  onConfirm: (password: string) => Promise<unknown>
  onSuccess: () => unknown
  onClose: () => void
  children: ReactNode
}

/** Asks for the password before an action that cannot be undone. */
export const PasswordDialog = ({
  title,
  description,
  onConfirm,
  onSuccess,
  onClose,
  children,
  ...texts
}: PasswordDialogProps) => {
  const formId = useId()
  const { email } = useUser()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const acting = useMutation({ mutationFn: onConfirm, networkMode: 'always', onSuccess })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (acting.isPending) return
    setError(password ? undefined : 'Informe sua senha')
    if (password) acting.mutate(password)
  }
  return (
    <Dialog
      open
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <>
          <SlowNote active={acting.isPending} className="basis-full">
            {texts.slowNote}
          </SlowNote>
          <Button onClick={onClose}>{texts.cancelLabel}</Button>
          <Button type="submit" form={formId} variant="danger" busy={acting.isPending}>
            {acting.isPending ? texts.busyLabel : texts.confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-text2">{children}</p>
        <FailureNotice title={texts.failureTitle} error={acting.error} />
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Sua senha"
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={event => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
