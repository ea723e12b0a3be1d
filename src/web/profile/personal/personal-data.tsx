import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ProfileForm } from '#contract/auth/auth-forms.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { loadDraft } from '#web/forms/form-draft.ts'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { useDraftForm } from '#web/forms/use-draft-form.ts'
import { ApiError, errorMessage } from '#web/lib/api-error.ts'
import { updateProfile } from '#web/session/api.ts'
import { useMember, useSession, useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { DescriptionItem } from '#web/ui/description-item.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { PendingEmail } from './pending-email.tsx'

const draftName = 'perfil'

export const PersonalData = () => {
  const { _id: memberId } = useMember()
  const { nome, email } = useUser()
  const [isEditing, setEditing] = useState(() => loadDraft(memberId, draftName, { nome, email }) !== undefined)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)

  // Closing the form would lose the focus, so return it to the edit button.
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  if (isEditing) return <PersonalDataForm onDone={() => setEditing(false)} />
  return (
    <div className="grid justify-items-start gap-4">
      <dl className="grid gap-4">
        <DescriptionItem name="Nome" value={nome} />
        <DescriptionItem name="E-mail" value={email} />
      </dl>
      <PendingEmail onGone={() => editButton.current?.focus()} />
      <Button ref={editButton} onClick={() => setEditing(true)}>
        Editar
      </Button>
    </div>
  )
}

const PersonalDataForm = ({ onDone }: { onDone: () => void }) => {
  const { replaceUser } = useSession()
  const { nome, email } = useUser()
  const [reason, setReason] = useState<string>()
  const { form, isRestored, discard, clear } = useDraftForm(draftName, { nome, email }, zodResolver(ProfileForm))
  const { register, handleSubmit, setError, setFocus, formState, control } = form
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('nome'), [setFocus])
  const typedEmail = useWatch({ control, name: 'email' }).trim()
  const isNewEmail = typedEmail.toLowerCase() !== email.toLowerCase()
  // Stored outside the form, because drafts outlive the page.
  const [password, setPassword] = useState('')
  const [passwordError, setPasswordError] = useState<string>()
  const passwordField = useRef<HTMLInputElement>(null)
  const refusePassword = (message: string) => {
    setPasswordError(message)
    passwordField.current?.select()
  }
  const leave = () => {
    clear()
    onDone()
  }

  const submit = handleSubmit(async form => {
    setReason(undefined)
    setPasswordError(undefined)
    if (isNewEmail && password === '') return refusePassword('Senha atual é obrigatória')
    try {
      replaceUser(await updateProfile({ ...form, ...(isNewEmail && { currentPassword: password }) }))
      toast.success({ title: 'Perfil atualizado com sucesso!' })
      leave()
    } catch (error) {
      if (applyServerErrors(error, ['nome', 'email'], setError)) return
      if (error instanceof ApiError && error.code === 'wrong_password') return refusePassword(error.message)
      setReason(errorMessage(error, ''))
    }
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {isRestored && reason === undefined && <RestoredDraftNotice onDiscard={discard} />}
      {reason !== undefined && (
        <Notice tone="danger" title="Erro ao atualizar perfil. Tente novamente.">
          {reason}
        </Notice>
      )}
      <TextField label="Nome" autoComplete="name" error={errors.nome?.message} {...register('nome')} />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      {isNewEmail && (
        <PasswordField
          ref={passwordField}
          label="Sua senha"
          autoComplete="current-password"
          hint="Para trocar o e-mail, confirme que é você. Enviaremos um link para o novo endereço."
          value={password}
          error={passwordError}
          onChange={event => setPassword(event.target.value)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {isSubmitting ? 'Salvando...' : 'Salvar'}
        </Button>
        <Button onClick={leave}>Cancelar</Button>
        <SlowNote active={isSubmitting} className="basis-full" />
      </div>
    </form>
  )
}
