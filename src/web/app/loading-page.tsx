import type { ReactNode } from 'react'
import { PageSpinner } from '#web/ui/spinner.tsx'

/** Stands in for a page while its code or the session loads. Has the main landmark that every page has. */
export const LoadingPage = ({ text, children }: { text?: string; children?: ReactNode }) => (
  <main id="conteudo" tabIndex={-1} className="outline-none">
    {children || <PageSpinner {...(text === undefined ? {} : { text })} />}
  </main>
)
