import { paths } from '#web/lib/url/paths.ts'
import { useGoBack } from '#web/lib/url/use-go-back.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { SignedOutHeader } from '#web/shell/signed-out-header.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'

export default function NotFoundPage() {
  useDocumentTitle('Página não encontrada')
  const goBack = useGoBack(paths.landing)
  return (
    <div className="flex min-h-dvh flex-col">
      <SignedOutHeader />
      <main
        id="conteudo"
        tabIndex={-1}
        className="mx-auto w-full max-w-side flex-1 px-4 pt-[12vh] pb-16 outline-none md:px-6"
      >
        <p className="font-semibold text-3xl text-text3">404</p>
        <h1 className="mt-2 text-2xl">Página não encontrada</h1>
        <p className="mt-2 text-lg text-text2">A página que você está procurando não existe ou foi movida.</p>
        <div className="mt-6 flex flex-wrap gap-2">
          <ButtonLink variant="primary" to={paths.dashboard}>
            Ir para o Dashboard
          </ButtonLink>
          <Button onClick={goBack}>Voltar</Button>
        </div>
      </main>
    </div>
  )
}
