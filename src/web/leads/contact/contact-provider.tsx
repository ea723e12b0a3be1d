import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { ContactContext, type StartContact } from '../contact-context.ts'
import type { ContactRequest } from './contacting.tsx'

const Contacting = lazyComponent(() => import('./contacting.tsx'))

export const ContactProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<ContactRequest>()
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const start = useCallback<StartContact>((lead, channel) => setRequest({ lead, channel }), [])
  const end = useCallback(() => setRequest(undefined), [])
  return (
    <ContactContext value={start}>
      {children}
      {/* Also asks about a contact of before a reload. Its code, with that of forms, would delay the first cards. */}
      {(isIdle || request) && <Contacting request={request} onHandled={end} />}
    </ContactContext>
  )
}
