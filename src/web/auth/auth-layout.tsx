import type { ReactNode } from 'react'
import { useEarlySubmit } from '#web/lib/requests/early-submit.ts'
import { BrandLink } from '#web/shell/brand-link.tsx'

/** Layout of the signed-out pages. */
export const AuthLayout = ({
  title,
  lead,
  children,
  below,
}: {
  title: string
  lead?: string
  children: ReactNode
  below: ReactNode
}) => {
  useEarlySubmit()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex min-h-(--header) items-center px-4 md:px-6">
        <BrandLink />
      </header>
      <main
        id="conteudo"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-form flex-1 flex-col px-4 pt-6 pb-16 outline-none md:pt-[12vh]"
      >
        <div className="rounded-panel border-border bg-surface md:border md:p-8 max-md:bg-transparent">
          <h1 className="text-2xl">{title}</h1>
          {lead && <p className="mt-1 text-text2">{lead}</p>}
          <div className="mt-6">{children}</div>
        </div>
        <div className="mt-4 text-text2 md:px-8">{below}</div>
      </main>
    </div>
  )
}
