import { useCheckoutOutcome } from '#web/billing/checkout/checkout-return.ts'
import { unconfirmedText } from '#web/billing/checkout/unconfirmed-text.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Replaces a page that requires the unconfirmed payment. */
export default function UnconfirmedPayment() {
  useDocumentTitle('Confirmação do pagamento')
  const { retry } = useCheckoutOutcome()
  return (
    <main id="conteudo" tabIndex={-1} className="grid min-h-dvh place-content-center p-4 outline-none">
      <EmptyState
        kind="search"
        heading="h1"
        title={unconfirmedText.title}
        text={unconfirmedText.text}
        actions={
          <>
            <Button variant="primary" onClick={retry}>
              Verificar novamente
            </Button>
            <ButtonLink to={paths.subscription}>Ver os planos</ButtonLink>
          </>
        }
      />
    </main>
  )
}
