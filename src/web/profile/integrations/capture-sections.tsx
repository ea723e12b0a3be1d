import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formsQuery } from '#web/capture/api.ts'
import { FormEditor } from '#web/capture/form-editor.tsx'
import { FormList } from '#web/capture/form-list.tsx'
import { SubmissionList } from '#web/capture/submission-list.tsx'
import { PlanNotice } from '#web/integrations/plan-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadErrorNotice } from '#web/ui/load-error-notice.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { Section } from '../section.tsx'

export const CaptureSections = () => {
  const query = useQuery(formsQuery)
  const [isAdding, setAdding] = useState(false)
  const { forms = [], limit = 0, waiting = 0 } = query.data ?? {}
  return (
    <>
      <Section title="Formulários" text="Uma página sua que traz leads direto para o funil." wide>
        {query.isError && !query.data && (
          <LoadErrorNotice title="Não foi possível carregar os formulários" query={query} />
        )}
        {query.isPending && <ListSkeleton />}
        {query.data && limit === 0 && (
          <PlanNotice title="Formulários vêm com qualquer plano">
            O que chega enquanto isso fica guardado e vira lead com o plano.
          </PlanNotice>
        )}
        <div className="grid gap-3">
          {forms.length > 0 && <FormList forms={forms} />}
          {query.data && limit > 0 && (
            <p className="text-sm text-text3">
              {forms.length} de {limit} do plano em uso
            </p>
          )}
          {isAdding ? (
            <FormEditor onDone={() => setAdding(false)} />
          ) : (
            limit > forms.length && (
              <Button className="justify-self-start" onClick={() => setAdding(true)}>
                Novo formulário
              </Button>
            )
          )}
        </div>
      </Section>
      {forms.length + waiting > 0 && (
        <Section title="Recebidos" text="O que não coube no plano ou veio incompleto espera aqui por 90 dias." wide>
          <SubmissionList waiting={waiting} />
        </Section>
      )}
    </>
  )
}
