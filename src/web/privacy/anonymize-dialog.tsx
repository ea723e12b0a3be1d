import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { anonymizeWord, type Erased } from '#contract/privacy/privacy.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { refreshLeadsEverywhere } from '#web/leads/cross-tab-refresh.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { privacyKey } from './api.ts'

interface AnonymizeDialogProps {
  leadCount: number
  /** Whether imports and restores keep the person out from now on. */
  isBlocked: boolean
  onConfirm: () => Promise<Erased>
  onClose: () => void
}

/** Asks for the typed word, because an anonymization cannot be undone. */
export const AnonymizeDialog = ({ leadCount, isBlocked, onConfirm, onClose }: AnonymizeDialogProps) => {
  const queryClient = useQueryClient()
  const formId = useId()
  const [word, setWord] = useState('')
  const [error, setError] = useState<string>()
  const acting = useMutation({
    mutationFn: onConfirm,
    networkMode: 'always',
    onSuccess: async ({ leads }) => {
      toast.success({ title: 'Dados anonimizados', description: formatLeadCount(leads) })
      onClose()
      await queryClient.invalidateQueries({ queryKey: privacyKey })
      await refreshLeadsEverywhere(queryClient)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (acting.isPending) return
    const isTyped = word.trim().toUpperCase() === anonymizeWord
    setError(isTyped ? undefined : `Digite ${anonymizeWord} para confirmar`)
    if (isTyped) acting.mutate()
  }
  return (
    <Dialog
      open
      title={`Anonimizar ${formatLeadCount(leadCount)}?`}
      description="Esta ação não pode ser desfeita."
      onClose={onClose}
      footer={
        <>
          <SlowNote active={acting.isPending} className="basis-full">
            Você pode fechar; os dados ainda podem ser anonimizados.
          </SlowNote>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={formId} variant="danger" busy={acting.isPending}>
            {acting.isPending ? 'Anonimizando...' : 'Anonimizar'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-text2">
          Nome, contatos, descrição, notas e próximos passos são excluídos, também na lixeira e nas planilhas
          importadas. Etapa, valor e datas ficam, sem a pessoa, para seus totais não mudarem.
        </p>
        {isBlocked && (
          <p className="text-text2">
            Importações e restaurações passam a pular esta pessoa. As cópias de segurança do sistema guardam os dados
            por até 35 dias, e as cópias da conta, pelo prazo do plano: diga isso na resposta.
          </p>
        )}
        <FailureNotice title="Os dados não foram anonimizados" error={acting.error} />
        <TextField
          label={`Digite ${anonymizeWord}`}
          autoComplete="off"
          autoCapitalize="characters"
          value={word}
          error={error}
          onChange={event => setWord(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
