import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { webhookEventNames } from '#contract/webhooks/events.ts'
import { NewWebhook } from '#contract/webhooks/webhooks.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { CheckboxGroup } from '#web/ui/fields/checkbox-group.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { createWebhook, webhooksQuery } from './api.ts'

export const WebhookForm = ({ onCreated }: { onCreated: (secret: string) => void }) => {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(NewWebhook),
    mode: 'onTouched',
    defaultValues: { url: '', description: '', events: ['lead.created' as const] },
  })
  const { errors } = formState
  const creating = useMutation({
    mutationFn: createWebhook,
    networkMode: 'always',
    onSuccess: ({ secret }) => onCreated(secret),
    onError: error => applyServerErrors(error, ['url', 'description', 'events'], setError),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  })
  return (
    <form noValidate onSubmit={handleSubmit(form => creating.mutate(form))} className="grid gap-4">
      <FailureNotice title="O webhook não foi criado" error={creating.error} />
      <TextField
        label="Endereço que recebe"
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        error={errors.url?.message}
        {...register('url')}
      />
      <TextField
        label="Descrição (opcional)"
        autoComplete="off"
        error={errors.description?.message}
        {...register('description')}
      />
      <CheckboxGroup
        label="Avisar quando"
        names={webhookEventNames}
        error={errors.events?.message}
        registration={register('events')}
      />
      <div className="grid justify-items-start gap-2">
        <Button type="submit" variant="primary" busy={creating.isPending}>
          {creating.isPending ? 'Criando...' : 'Criar webhook'}
        </Button>
        <SlowNote active={creating.isPending} />
      </div>
    </form>
  )
}
