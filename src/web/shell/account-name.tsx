import { truncateName } from '#contract/auth/user.ts'
import { useUser } from '#web/session/session.tsx'
import { Badge } from '#web/ui/badge.tsx'

/** Shows the user's name, visually truncated to `limit` characters but complete for screen readers. */
export const AccountName = ({ limit }: { limit: number }) => {
  const { nome, role } = useUser()
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span title={nome} className="truncate text-text2">
        <span aria-hidden="true">{truncateName(nome, limit)}</span>
        <span className="sr-only">{nome}</span>
      </span>
      {role === 'admin' && <Badge tone="brand">Admin</Badge>}
    </span>
  )
}
