import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasDraft } from '#web/forms/form-draft.ts'
import { keysQuery, webhooksQuery } from '#web/integrations/api.ts'
import { ConnectGuide } from '#web/integrations/connect-guide.tsx'
import { KeyForm } from '#web/integrations/key-form.tsx'
import { KeyList } from '#web/integrations/key-list.tsx'
import { ShownOnce } from '#web/integrations/shown-once.tsx'
import { WebhookForm, webhookDraft } from '#web/integrations/webhook-form.tsx'
import { WebhookList } from '#web/integrations/webhook-list.tsx'
import { paths } from '#web/lib/url/paths.ts'
import { useMay, useMember } from '#web/session/session.tsx'
import { ProfileLayout } from '../profile-layout.tsx'
import { Section } from '../section.tsx'
import { CaptureSections } from './capture-sections.tsx'
import { QuotaSection } from './quota-section.tsx'

export default function IntegrationsPage() {
  return (
    <ProfileLayout path={paths.profileIntegrations}>
      <CaptureSections />
      <WebhookSections />
      <KeySections />
      <Section title="Como ligar" text="O que cada ferramenta precisa.">
        <ConnectGuide />
      </Section>
    </ProfileLayout>
  )
}

const WebhookSections = () => {
  const query = useQuery(webhooksQuery)
  const { webhooks = [], limit = 0 } = query.data ?? {}
  // Outlives the form, which the last webhook of the plan takes away.
  const [secret, setSecret] = useState<string>()
  const { _id: memberId } = useMember()
  // One whose response was lost takes the last place, and is created again.
  const mayCreate = query.data !== undefined && (limit > webhooks.length || hasDraft(memberId, webhookDraft))
  return (
    <>
      <QuotaSection
        title="Webhooks"
        text="Avisam outro sistema assim que algo acontece com um lead."
        failed="Não foi possível carregar os webhooks"
        query={query}
        used={webhooks.length}
        plan={{
          title: 'Webhooks vêm a partir do plano Profissional',
          existing: 'Os que você já tem ficam guardados e voltam a funcionar com o plano.',
        }}
      >
        {webhooks.length > 0 && <WebhookList webhooks={webhooks} />}
      </QuotaSection>
      {(secret !== undefined || mayCreate) && (
        <Section title="Novo webhook" text="Cada envio é assinado e repetido até dar certo, por três dias.">
          {secret === undefined ? (
            <WebhookForm onCreated={setSecret} />
          ) : (
            <ShownOnce
              title="Webhook criado"
              text="Com este segredo, o outro sistema confere a assinatura de cada envio. Copie agora: ele não será mostrado de novo."
              value={secret}
              onClose={() => setSecret(undefined)}
            />
          )}
        </Section>
      )}
    </>
  )
}

const KeySections = () => {
  const mayManage = useMay('keys.manage')
  const query = useQuery({ ...keysQuery, enabled: mayManage })
  if (!mayManage) return null
  const { keys = [], limit = 0 } = query.data ?? {}
  return (
    <>
      <QuotaSection
        title="Chaves de API"
        text="Com uma chave, outro sistema lê e altera seus leads."
        failed="Não foi possível carregar as chaves"
        query={query}
        used={keys.length}
        plan={{
          title: 'Chaves de API vêm com o plano Empresarial',
          existing: 'As que você já tem ficam guardadas e voltam a funcionar com o plano.',
        }}
      >
        {keys.length > 0 && <KeyList keys={keys} />}
      </QuotaSection>
      {limit > 0 && (
        <Section title="Nova chave" text="A chave aparece uma vez. Quem a tem pode o que ela permite.">
          <KeyForm />
        </Section>
      )}
    </>
  )
}
