import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { defaultKeyLifetime, type KeyLifetime, NewApiKey, scopeNames } from '#contract/keys/keys.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
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

export const KeyForm = () => {
  const queryClient = useQueryClient()
  const { email } = useUser()
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(NewApiKey),
    mode: 'onTouched',
    defaultValues: { nome: '', scopes: ['leads:read' as const], lifetime: defaultKeyLifetime, password: '' },
  })
  const { errors } = formState
  const creating = useMutation({
    mutationFn: createKey,
    networkMode: 'always',
    onSuccess: () => reset(),
    onError: error => applyServerErrors(error, ['nome', 'scopes', 'lifetime', 'password'], setError),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
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
  return (
    <form noValidate onSubmit={handleSubmit(form => creating.mutate(form))} className="grid gap-4">
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
        error={errors.password?.message}
        {...register('password')}
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
