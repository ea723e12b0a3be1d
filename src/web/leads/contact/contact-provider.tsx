import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/window/when-idle.ts'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { ContactContext, type StartContact } from '../contact-context.ts'
import type { ContactRequest } from './contacting.tsx'

const load = () => import('./contacting.tsx')
const Contacting = lazyComponent(load)

/** A failed load shows only to a user who starts a contact. */
const loadQuietly = (onLoaded: () => void): void => void load().then(onLoaded, () => undefined)

export const ContactProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<ContactRequest>()
  // Its code and that of forms would delay the first cards. Once there, it stays, since it waits for the way back.
  const [isThere, setThere] = useState(false)
  useEffect(() => whenIdle(() => loadQuietly(() => setThere(true))), [])
  const start = useCallback<StartContact>((lead, channel) => {
    setThere(true)
    setRequest({ lead, channel })
  }, [])
  const end = useCallback(() => setRequest(undefined), [])
  return (
    <ContactContext value={start}>
      {children}
      {/* Also asks about a contact of before a reload. */}
      {isThere && <Contacting request={request} onHandled={end} />}
    </ContactContext>
  )
}
