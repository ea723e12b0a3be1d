import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/auth/user.ts'
import { planNames, subscriptionStatusLabel } from '#contract/billing/subscription.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { verifyToken } from '#web/session/api.ts'
import { useSession, useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { DescriptionItem } from '#web/ui/description-item.tsx'
import { activateTestSubscription, plansQuery } from '../api.ts'

const reloadAfterMs = 2000
const none = '–'

/** Shows administrators their own subscription state and two tests of it. */
export const AdminDebugPanel = () => {
  const user = useUser()
  const { data, isError } = useQuery(plansQuery)
  const [result, setResult] = useState<string>()
  const activation = useDebugAction(() => activateTestSubscription(user), setResult)
  const reloading = useDebugAction(async () => (await verifyToken()).user, setResult)
  const { status, plan, stripeCustomerId, stripeSubscriptionId } = user.subscription
  return (
    <section aria-labelledby="depuracao" className="mt-4 rounded-panel border border-border bg-surface p-4 md:p-5">
      <h2 id="depuracao">Diagnóstico (Admin)</h2>
      <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-5">
        <DescriptionItem
          name="Provedor de pagamentos"
          value={isError ? '✗ Sem resposta' : data ? configuredText(data) : none}
        />
        <DescriptionItem name="Status da assinatura" value={subscriptionStatusLabel(status)} />
        <DescriptionItem name="Plano" value={plan ? planNames[plan] : none} />
        <DescriptionItem name="ID do cliente" value={stripeCustomerId ?? none} />
        <DescriptionItem name="ID da assinatura" value={stripeSubscriptionId ?? none} />
      </dl>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button busy={activation.isPending} onClick={() => activation.mutate()}>
          Testar Assinatura
        </Button>
        <Button busy={reloading.isPending} onClick={() => reloading.mutate()}>
          Recarregar Usuário
        </Button>
        <p role="status" className="wrap-anywhere min-w-0 text-text2">
          {result}
        </p>
      </div>
    </section>
  )
}

const configuredText = ({ configured }: { configured: boolean }): string =>
  configured ? '✓ Configurado' : '✗ Não configurado'

/** Shows the result, then the reloaded user after two seconds. */
function useDebugAction(ask: () => Promise<User>, say: (result: string) => void) {
  const { reload } = useSession()
  return useMutation({
    mutationFn: ask,
    networkMode: 'always',
    onMutate: () => say(''),
    onSuccess: ({ nome, subscription }) => {
      say(`✓ ${nome}: ${subscriptionStatusLabel(subscription.status)}`)
      setTimeout(() => reload().catch(() => undefined), reloadAfterMs)
    },
    onError: error => say(`✗ ${errorMessage(error, 'Erro desconhecido')}`),
  })
}
