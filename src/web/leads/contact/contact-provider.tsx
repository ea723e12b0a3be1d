import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { ContactContext, type StartContact } from '../contact-context.ts'
import type { ContactRequest } from './contacting.tsx'

const load = () => import('./contacting.tsx')
const Contacting = lazyComponent(load)

export const ContactProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<ContactRequest>()
  const [isLoaded, setLoaded] = useState(false)
  // Its code, with that of forms, would delay the first cards. A failed load shows only to who starts a contact.
  useEffect(
    () =>
      whenIdle(
        () =>
          void load()
            .then(() => setLoaded(true))
            .catch(() => undefined),
      ),
    [],
  )
  const start = useCallback<StartContact>((lead, channel) => setRequest({ lead, channel }), [])
  const end = useCallback(() => setRequest(undefined), [])
  return (
    <ContactContext value={start}>
      {children}
      {/* Also asks about a contact of before a reload. */}
      {(isLoaded || request) && <Contacting request={request} onHandled={end} />}
    </ContactContext>
  )
}
