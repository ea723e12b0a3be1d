import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formsQuery } from '#web/capture/api.ts'
import { FormEditor, formDraftName } from '#web/capture/form-editor.tsx'
import { FormList } from '#web/capture/form-list.tsx'
import { SubmissionList } from '#web/capture/submission-list.tsx'
import { hasDraft } from '#web/forms/form-draft.ts'
import { useMember } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '../section.tsx'
import { QuotaSection } from './quota-section.tsx'

export const CaptureSections = () => {
  const query = useQuery(formsQuery)
  const { _id: memberId } = useMember()
  const [isAdding, setAdding] = useState(() => hasDraft(memberId, formDraftName()))
  const { forms = [], limit = 0, waiting = 0 } = query.data ?? {}
  return (
    <>
      <QuotaSection
        title="Formulários"
        text="Uma página sua que traz leads direto para o funil."
        failed="Não foi possível carregar os formulários"
        query={query}
        used={forms.length}
        plan={{
          title: 'Formulários vêm com qualquer plano',
          existing: 'O que chega enquanto isso fica guardado e vira lead com o plano.',
        }}
      >
        {forms.length > 0 && <FormList forms={forms} />}
        {isAdding ? (
          <FormEditor onDone={() => setAdding(false)} />
        ) : (
          limit > forms.length && (
            <Button className="justify-self-start" onClick={() => setAdding(true)}>
              Novo formulário
            </Button>
          )
        )}
      </QuotaSection>
      {forms.length + waiting > 0 && (
        <Section title="Recebidos" text="O que não coube no plano ou veio incompleto espera aqui por 90 dias." wide>
          <SubmissionList waiting={waiting} />
        </Section>
      )}
    </>
  )
}
