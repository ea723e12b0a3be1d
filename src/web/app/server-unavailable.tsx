import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { useSession } from '#web/session/session.tsx'
import { getStoredName } from '#web/session/stored-user.ts'
import { SignedOutHeader } from '#web/shell/signed-out-header.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Shown when the server cannot verify the session. The user stays signed in. */
export const ServerUnavailable = ({ message }: { message: string }) => {
  useDocumentTitle('Sem conexão')
  const { retry, logout } = useSession()
  const name = getStoredName()
  return (
    <div className="flex min-h-dvh flex-col">
      <SignedOutHeader />
      <main id="conteudo" tabIndex={-1} className="grid flex-1 place-content-center p-4 pb-[12vh] outline-none">
        <EmptyState
          kind="error"
          heading="h1"
          title="Não foi possível verificar seu acesso"
          text={
            <>
              {message}
              {name && ` A conta de ${name} continua aberta neste aparelho.`}
            </>
          }
          actions={
            <>
              <Button variant="primary" onClick={retry}>
                Tentar novamente
              </Button>
              <Button onClick={logout}>Sair</Button>
            </>
          }
        />
      </main>
    </div>
  )
}
