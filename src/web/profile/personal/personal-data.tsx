import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ProfileForm } from '#contract/auth/auth-forms.ts'
import { loadDraft } from '#web/forms/form-draft.ts'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { useSettingForm } from '#web/forms/use-setting-form.ts'
import { ApiError } from '#web/lib/requests/api-error.ts'
import { updateProfile } from '#web/session/api.ts'
import { useMember, useSession, useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { DescriptionItem } from '#web/ui/description-item.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
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

const isSameEmail = (one: string, other: string): boolean => one.trim().toLowerCase() === other.toLowerCase()
const isWrongPassword = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'wrong_password'
const hasFieldErrors = (error: unknown): boolean =>
  error instanceof ApiError && ('nome' in error.fields || 'email' in error.fields)

const PersonalDataForm = ({ onDone }: { onDone: () => void }) => {
  const { replaceUser } = useSession()
  const { nome, email } = useUser()
  const [initial] = useState(() => ({ nome, email }))
  // Stored outside the form, because drafts outlive the page.
  const [password, setPassword] = useState('')
  const [passwordError, setPasswordError] = useState<string>()
  const passwordField = useRef<HTMLInputElement>(null)
  const refusePassword = (message: string) => {
    setPasswordError(message)
    passwordField.current?.select()
  }
  const setting = useSettingForm({
    draftName,
    initial,
    resolver: zodResolver(ProfileForm) as never,
    toBody: values => values,
    toValues: ({ nome, email }) => ({ nome, email }),
    save: async (body, was) => {
      const isNew = !isSameEmail(body.email, was.email)
      try {
        const user = await updateProfile({ ...body, was, ...(isNew && { currentPassword: password }) })
        replaceUser(user)
        return user
      } catch (error) {
        if (isWrongPassword(error)) refusePassword(error.message)
        throw error
      }
    },
    done: 'Perfil atualizado com sucesso!',
    onSaved: onDone,
  })
  const { saving, seen, form, isRestored, discard, clear } = setting
  const { register, setFocus, formState, control } = form
  const { errors } = formState
  useEffect(() => setFocus('nome'), [setFocus])
  const isNewEmail = !isSameEmail(useWatch({ control, name: 'email' }), seen.email)
  const leave = () => {
    clear()
    onDone()
  }
  const submit = (event: FormEvent) => {
    setPasswordError(undefined)
    if (!isNewEmail || password !== '') return setting.submit(event)
    return form.handleSubmit(() => refusePassword('Senha atual é obrigatória'))(event)
  }
  const isBesideField = isWrongPassword(saving.error) || hasFieldErrors(saving.error)

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {isRestored && !saving.isError && <RestoredDraftNotice onDiscard={discard} />}
      <FailureNotice
        title="Erro ao atualizar perfil. Tente novamente."
        error={isBesideField ? null : saving.error}
        fallback=""
      />
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
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {saving.isPending ? 'Salvando...' : 'Salvar'}
        </Button>
        <Button onClick={leave}>Cancelar</Button>
        <SlowNote active={saving.isPending} className="basis-full" />
      </div>
    </form>
  )
}
