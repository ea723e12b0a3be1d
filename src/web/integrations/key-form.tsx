import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiKeyForm, defaultKeyLifetime, type KeyLifetime, scopeNames } from '#contract/keys/keys.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { useDraftForm } from '#web/forms/use-draft-form.ts'
import { useNewId } from '#web/forms/use-new-id.ts'
import { refetchAfterWrite } from '#web/lib/requests/query-client.ts'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { CheckboxGroup } from '#web/ui/fields/checkbox-group.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { createKey, keysQuery } from './api.ts'
import { ShownOnce } from './shown-once.tsx'

const lifetimeNames: Record<KeyLifetime, string> = {
  30: '30 dias',
  90: '90 dias',
  365: '1 ano',
  never: 'Sem validade',
}

const draftName = 'chave-nova'
const initial: ApiKeyForm = { nome: '', scopes: ['leads:read'], lifetime: defaultKeyLifetime }

export const KeyForm = () => {
  const queryClient = useQueryClient()
  const { email } = useUser()
  const newId = useNewId(draftName)
  const { form, isRestored, discard, clear } = useDraftForm(draftName, initial, zodResolver(ApiKeyForm))
  const { register, setError, reset, formState } = form
  const { errors } = formState
  // Stored outside the form, because drafts outlive the page.
  const [password, setPassword] = useState('')
  const [isPasswordMissing, setPasswordMissing] = useState(false)
  const creating = useMutation({
    mutationFn: (key: ApiKeyForm) => {
      newId.store()
      return createKey({ ...key, _id: newId.id, password })
    },
    networkMode: 'always',
    onSuccess: () => {
      reset()
      clear()
      newId.clear()
      setPassword('')
    },
    onError: error => applyServerErrors(error, ['nome', 'scopes', 'lifetime'], setError),
    onSettled: (_result, error) => refetchAfterWrite(queryClient, keysQuery.queryKey, error),
  })
  if (creating.data) {
    return (
      <ShownOnce
        title={`Chave “${creating.data.key.nome}” criada`}
        text="Copie a chave agora: ela não será mostrada de novo."
        value={creating.data.token}
        onClose={creating.reset}
      />
    )
  }
  const submit = form.handleSubmit(key => {
    setPasswordMissing(password === '')
    if (password !== '' && !creating.isPending) creating.mutate(key)
  })
  const discardDraft = () => {
    discard()
    newId.clear()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {isRestored && !creating.isError && <RestoredDraftNotice onDiscard={discardDraft} />}
      <FailureNotice title="A chave não foi criada" error={creating.error} />
      <TextField
        label="Nome da chave"
        hint="Diga quem vai usar, como “n8n” ou “Site”."
        autoComplete="off"
        error={errors.nome?.message}
        {...register('nome')}
      />
      <CheckboxGroup
        label="O que a chave pode fazer"
        names={scopeNames}
        error={errors.scopes?.message}
        registration={register('scopes')}
      />
      <SelectField label="Validade" error={errors.lifetime?.message} {...register('lifetime')}>
        {Object.entries(lifetimeNames).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Sua senha"
        autoComplete="current-password"
        value={password}
        error={isPasswordMissing ? 'Informe sua senha' : undefined}
        onChange={event => {
          setPassword(event.target.value)
          setPasswordMissing(false)
        }}
      />
      <div className="grid justify-items-start gap-2">
        <Button type="submit" variant="primary" busy={creating.isPending}>
          {creating.isPending ? 'Criando...' : 'Criar chave'}
        </Button>
        <SlowNote active={creating.isPending} />
      </div>
    </form>
  )
}
