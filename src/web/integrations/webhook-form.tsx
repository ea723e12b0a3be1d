import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { webhookEventNames } from '#contract/webhooks/events.ts'
import { WebhookForm as WebhookFormSchema } from '#contract/webhooks/webhooks.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { useDraftForm } from '#web/forms/use-draft-form.ts'
import { useNewId } from '#web/forms/use-new-id.ts'
import { refetchAfterWrite } from '#web/lib/requests/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { CheckboxGroup } from '#web/ui/fields/checkbox-group.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { createWebhook, webhooksQuery } from './api.ts'

export const webhookDraft = 'webhook-novo'
const initial: WebhookFormSchema = { url: '', description: '', events: ['lead.created'] }

export const WebhookForm = ({ onCreated }: { onCreated: (secret: string) => void }) => {
  const queryClient = useQueryClient()
  const newId = useNewId(webhookDraft)
  const { form, isRestored, discard, clear } = useDraftForm<WebhookFormSchema>(
    webhookDraft,
    initial,
    zodResolver(WebhookFormSchema) as never,
  )
  const { register, setError, formState } = form
  const { errors } = formState
  const creating = useMutation({
    mutationFn: (webhook: WebhookFormSchema) => {
      newId.store()
      return createWebhook({ ...webhook, _id: newId.id })
    },
    networkMode: 'always',
    onSuccess: ({ secret }) => {
      clear()
      newId.clear()
      onCreated(secret)
    },
    onError: error => applyServerErrors(error, ['url', 'description', 'events'], setError),
    onSettled: (_result, error) => refetchAfterWrite(queryClient, webhooksQuery.queryKey, error),
  })
  const submit = form.handleSubmit(webhook => {
    if (!creating.isPending) creating.mutate(webhook)
  })
  const discardDraft = () => {
    discard()
    newId.clear()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {isRestored && !creating.isError && <RestoredDraftNotice onDiscard={discardDraft} />}
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
