import { type ReactNode, useCallback, useState } from 'react'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { ContactContext, type StartContact } from '../contact-context.ts'
import type { ContactRequest } from './contacting.tsx'

/** Loads after the page. Also asks about a contact of before a reload. */
const Contacting = lazyComponent(() => import('./contacting.tsx'))

export const ContactProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<ContactRequest>()
  const start = useCallback<StartContact>((lead, channel) => setRequest({ lead, channel }), [])
  const end = useCallback(() => setRequest(undefined), [])
  return (
    <ContactContext value={start}>
      {children}
      <Contacting request={request} onHandled={end} />
    </ContactContext>
  )
}
