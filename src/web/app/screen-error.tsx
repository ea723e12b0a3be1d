import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '#web/lib/error-boundary.tsx'
import { readToken } from '#web/lib/token.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { SignedOutHeader } from '#web/shell/signed-out-header.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-styles.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

// A separate chunk, so that landing page visitors do not load it.
const AccountHeader = lazy(async () => ({ default: (await import('#web/shell/account-header.tsx')).AccountHeader }))

/** Error page for a crash or a chunk that failed to load. */
export const ScreenError = () => {
  useDocumentTitle('Algo deu errado')
  const isSignedIn = readToken() !== null
  return (
    <>
      {/* On public pages, without a session provider, the account header also throws. */}
      <ErrorBoundary fallback={<SignedOutHeader />}>
        <Suspense fallback={<div className="h-(--header)" />}>
          {isSignedIn ? <AccountHeader /> : <SignedOutHeader />}
        </Suspense>
      </ErrorBoundary>
      <main id="conteudo" tabIndex={-1} className="grid min-h-[70dvh] place-content-center p-4 outline-none">
        <EmptyState
          kind="error"
          heading="h1"
          title="Esta tela não abriu"
          text="Algo deu errado por aqui. O que você já salvou continua guardado. Recarregue a página para tentar novamente."
          actions={
            <>
              <Button variant="primary" onClick={() => location.reload()}>
                Recarregar a página
              </Button>
              {/* Reloads instead of routing, because the app itself may be broken. */}
              <a href={isSignedIn ? paths.dashboard : paths.landing} className={buttonClass()}>
                {isSignedIn ? 'Ir para o Dashboard' : 'Ir para o início'}
              </a>
            </>
          }
        />
      </main>
    </>
  )
}
