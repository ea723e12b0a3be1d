import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '#web/lib/url/paths.ts'
import { useMay } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { invalidateLeads } from '../api.ts'
import { addSampleLeads } from '../api-on-demand.ts'
import { areFirstStepsOpen, firstStepsShown } from './first-steps-shown.ts'

/** Shown to an account without leads: three ways to begin. */
export default function NoLeads({ onCreate }: { onCreate: () => void }) {
  const queryClient = useQueryClient()
  const mayImport = useMay('leads.import')
  useEffect(() => {
    // They were done in another account on this device, or in this one before its leads were removed.
    if (!areFirstStepsOpen()) firstStepsShown.write('shown')
  }, [])
  const adding = useMutation({
    mutationFn: addSampleLeads,
    networkMode: 'always',
    onSuccess: () => {
      firstStepsShown.write('shown')
      return invalidateLeads(queryClient)
    },
  })
  return (
    <EmptyState
      title="Seu funil começa aqui"
      text="Cadastre o primeiro lead e acompanhe cada etapa até o fechamento. Para só dar uma olhada, use leads de exemplo: eles saem com um clique."
      actions={
        <>
          <Button onClick={onCreate}>Cadastrar o primeiro lead</Button>
          {mayImport && <ButtonLink to={paths.import}>Importar planilha</ButtonLink>}
          <Button variant="ghost" busy={adding.isPending} onClick={() => adding.mutate()}>
            Ver com leads de exemplo
          </Button>
          <SlowNote active={adding.isPending} className="w-full" />
          <FailureNotice title="Não foi possível criar os exemplos" error={adding.error} className="w-full" />
        </>
      }
    />
  )
}
