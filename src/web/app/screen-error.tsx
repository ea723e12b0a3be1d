import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '#web/lib/error-boundary.tsx'
import { paths } from '#web/lib/paths.ts'
import { readToken } from '#web/lib/token.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { SignedOutHeader } from '#web/shell/signed-out-header.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-styles.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

// Apart, so that visitors of the landing page do not load it; whoever is signed in has it already.
const AccountHeader = lazy(async () => ({ default: (await import('#web/shell/account-header.tsx')).AccountHeader }))

/** In place of a screen that broke or whose code did not load: the header stays, and there are two ways out. */
export const ScreenError = () => {
  useDocumentTitle('Algo deu errado')
  const isSignedIn = readToken() !== null
  return (
    <>
      {/* Without a session around it, on public screens, the header of the account fails too. */}
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
          text="Algo deu errado deste lado. O que você já salvou está guardado. Recarregue a página para tentar de novo."
          actions={
            <>
              <Button variant="primary" onClick={() => location.reload()}>
                Recarregar a página
              </Button>
              {/* Loaded anew rather than routed: what broke may be the app itself. */}
              <a href={isSignedIn ? paths.dashboard : paths.landing} className={buttonClass()}>
                {isSignedIn ? 'Ir para o painel' : 'Ir para o início'}
              </a>
            </>
          }
        />
      </main>
    </>
  )
}
