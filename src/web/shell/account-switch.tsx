import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useNavigate } from 'react-router'
import { authAccountsApi } from '#contract/auth/auth-accounts.ts'
import { truncateName } from '#contract/auth/user.ts'
import { teamRoleNames } from '#contract/team/roles.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { call } from '#web/lib/requests/http.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useSession } from '#web/session/session.tsx'
import { MenuButton } from '#web/ui/overlays/menu-button.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'

/** Menu of the user's accounts. Renders nothing for a single account. */
export default function AccountSwitch({ onLeave }: { onLeave?: () => void }) {
  const navigate = useNavigate()
  const { enter } = useSession()
  const { data: accounts = [] } = useQuery({
    queryKey: ['accounts'],
    queryFn: async ({ signal }) => (await call(authAccountsApi.accounts, { signal })).accounts,
    staleTime: 10 * 60_000,
  })
  const switching = useMutation({
    mutationFn: (accountId: string) => call(authAccountsApi.switchAccount, { body: { accountId } }),
    networkMode: 'always',
    onSuccess: response => {
      onLeave?.()
      // The page may show a lead or a filter of the other account.
      navigate(paths.dashboard)
      enter(response)
    },
    onError: error =>
      toast.error({ title: 'A conta não foi trocada', description: errorMessage(error, 'Tente novamente.') }),
  })
  if (accounts.length < 2) return null
  return (
    <MenuButton
      label="Trocar de conta"
      icon={<ArrowLeftRight />}
      items={[
        { kind: 'label', label: 'Suas contas' },
        ...accounts.map(({ account, team_role, current }) => ({
          label: `${truncateName(account.nome, 28)} · ${teamRoleNames[team_role]}`,
          checked: current,
          onSelect: () => {
            if (!current) switching.mutate(account._id)
          },
        })),
      ]}
    />
  )
}
