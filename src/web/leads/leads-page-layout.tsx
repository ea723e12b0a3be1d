import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Action } from '#contract/policies.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { useMay } from '#web/session/session.tsx'
import { AccountHeader } from '#web/shell/account-header.tsx'
import { Restricted, restrictedTitle } from '#web/shell/restricted.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { listUrl } from './list-url.ts'

interface LeadsPageLayoutProps {
  title: string
  text: string
  action: Action
  children: ReactNode
}

/** Header, title and way back of a page below the list of leads. */
export const LeadsPageLayout = ({ title, text, action, children }: LeadsPageLayoutProps) => {
  const isAllowed = useMay(action)
  useDocumentTitle(isAllowed ? title : restrictedTitle)
  return (
    <>
      <AccountHeader />
      <main id="conteudo" tabIndex={-1} className="mx-auto w-full max-w-[64rem] px-4 pt-4 pb-24 outline-none md:px-6">
        <ButtonLink variant="ghost" icon={<ArrowLeft />} to={listUrl} className="-ml-3.5">
          Voltar para a lista
        </ButtonLink>
        {isAllowed ? (
          <>
            <h1 tabIndex={-1} className="mt-4 text-2xl">
              {title}
            </h1>
            <p className="mt-1 max-w-text text-text2">{text}</p>
            {children}
          </>
        ) : (
          <Restricted action={action} />
        )}
      </main>
    </>
  )
}
