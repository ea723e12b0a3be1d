import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PaymentMethod } from '#contract/billing/billing.ts'
import { once } from '#contract/values/memoize.ts'
import { hasPayments, supportEmail } from '#web/lib/brand.ts'
import { linkClass } from '#web/ui/link-class.ts'
import { Notice } from '#web/ui/notice.tsx'
import { plansQuery } from '../api.ts'

/** Shown after a canceled checkout. */
export const CanceledNotice = () => {
  const [parameters, setParameters] = useSearchParams()
  const hasCanceledParam = parameters.get('canceled') === 'true'
  // Stays until the page is left. A reload hides the notice.
  const [wasCanceled] = useState(hasCanceledParam)
  useEffect(() => {
    if (!hasCanceledParam) return
    const removeParam = (before: URLSearchParams) => {
      before.delete('canceled')
      return before
    }
    setParameters(removeParam, { replace: true })
  }, [hasCanceledParam, setParameters])
  if (!wasCanceled) return null
  return (
    <Notice title="Pagamento não concluído" className="mt-4">
      Nada foi cobrado. Você pode assinar quando quiser.
    </Notice>
  )
}

/** Shown when the server has no Stripe key. The page says so before the plans arrive, which the notice would move. */
export const NotConfiguredNotice = () => {
  const { data } = useQuery(plansQuery)
  if (data ? data.configured : hasPayments()) return null
  return (
    <Notice tone="warn" title="Os pagamentos ainda não estão configurados" className="mt-4">
      Por enquanto, não é possível assinar por aqui. <SupportContact />
    </Notice>
  )
}

const SupportContact = () => {
  const email = supportEmail()
  if (!email) return null
  return (
    <>
      Para assinar, escreva para{' '}
      <a href={`mailto:${email}`} className={linkClass}>
        {email}
      </a>
      .
    </>
  )
}

/** Shown in test and sandbox mode, in a line whose height it does not change when it arrives. */
export const TestModeNotice = () => {
  const { data } = useQuery(plansQuery)
  if (!data?.configured || data.mode === 'live') return null
  return (
    <strong className="min-w-[min(8rem,100%)] flex-1 text-right font-medium text-sm text-warn">
      Ambiente de teste: nenhum valor é cobrado
    </strong>
  )
}

const methodTexts: Record<PaymentMethod, string> = { card: 'cartão', boleto: 'boleto', pix: 'Pix Automático' }
const either = once(() => new Intl.ListFormat('pt-BR', { type: 'disjunction' }))

/** Names the methods that the checkout offers. */
export const PaymentMethods = () => {
  const { data } = useQuery(plansQuery)
  const methods = data?.methods ?? ['card']
  const isCard = methods.length === 1 && methods[0] === 'card'
  return `Cobrança mensal ${isCard ? 'no cartão' : `por ${either().format(methods.map(method => methodTexts[method]))}`}. Cancele quando quiser.`
}
