import { useEffect } from 'react'
import { forbiddenText } from '#contract/forbidden-text.ts'
import type { Action } from '#contract/policies.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useSession } from '#web/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export const restrictedTitle = 'Acesso Restrito'

/** Replaces a page that the user may not open. */
export const Restricted = ({ action }: { action: Action }) => {
  const { reload } = useSession()
  // Picks up a role granted since the login.
  useEffect(() => void reload().catch(() => undefined), [reload])
  return (
    <EmptyState
      kind="error"
      heading="h1"
      title={restrictedTitle}
      text={forbiddenText(action)}
      actions={<ButtonLink to={paths.dashboard}>Ir para o Dashboard</ButtonLink>}
    />
  )
}
