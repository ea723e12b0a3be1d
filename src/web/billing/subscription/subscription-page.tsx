import { ArrowLeft } from 'lucide-react'
import { hasAccess } from '#contract/billing/subscription.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useGoBack } from '#web/lib/url/use-go-back.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { useMay, useUser } from '#web/session/session.tsx'
import { AccountHeader } from '#web/shell/account-header.tsx'
import { Button } from '#web/ui/button.tsx'
import { AccessNotice } from '../access-notice.tsx'
import { CheckoutBanner } from '../checkout/checkout-banner.tsx'
import { useCheckoutOutcome } from '../checkout/checkout-return.ts'
import { LeadExport } from '../lead-export.tsx'
import { PendingPaymentNotice } from '../pending-payment-notice.tsx'
import { PlanUsage } from '../plan-usage.tsx'
import { useReloadUser } from '../use-reload-user.ts'
import { AdminDebugPanel } from './admin-debug-panel.tsx'
import { CanceledNotice, NotConfiguredNotice, PaymentMethods, TestModeNotice } from './payment-notices.tsx'
import { Plans } from './plans.tsx'
import { SellingPoints } from './selling-points.tsx'

export default function SubscriptionPage() {
  useDocumentTitle('Escolha seu plano')
  useReloadUser()
  const user = useUser()
  const [mayBuy, mayExport, mayTest] = [useMay('billing.manage'), useMay('leads.export'), useMay('admin.manage')]
  const { outcome } = useCheckoutOutcome()
  const goBack = useGoBack(hasAccess(user, new Date()) ? paths.dashboard : paths.profile)
  return (
    <>
      <AccountHeader />
      <main
        id="conteudo"
        tabIndex={-1}
        className="mx-auto w-full max-w-[64rem] px-4 pt-4 pb-[calc(4rem+var(--bottom-bar))] outline-none md:px-6"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Button variant="ghost" icon={<ArrowLeft />} onClick={goBack} className="-ml-3.5">
            Voltar
          </Button>
          <TestModeNotice />
        </div>
        <h1 className="mt-2 text-2xl">Escolha seu plano</h1>
        <p className="mt-1 text-text2">
          <PaymentMethods />
        </p>
        {mayTest && <AdminDebugPanel />}
        <CheckoutBanner className="mt-4" />
        <CanceledNotice />
        <NotConfiguredNotice />
        {outcome !== 'pending' && <PendingPaymentNotice className="mt-4" />}
        <AccessNotice className="mt-4" />
        {mayBuy && (
          <>
            <PlanUsage className="mt-4 rounded-control border border-border bg-surface px-4 py-3" />
            <div className="mt-6">
              <Plans />
            </div>
          </>
        )}
        <SellingPoints />
        {mayExport && (
          <section className="mt-10 max-w-text">
            <h2>Seus leads</h2>
            <p className="mt-1 mb-3 text-text2">
              Baixe todos os seus leads quando quiser, mesmo sem assinatura. O CSV abre no Excel; o JSON serve para
              outros sistemas.
            </p>
            <LeadExport />
          </section>
        )}
      </main>
    </>
  )
}
