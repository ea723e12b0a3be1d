import clsx from 'clsx'
import { CalendarCheck, Columns3, List, Plus, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#web/lib/url/paths.ts'
import { ButtonLink, IconButton } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { type DashboardNav, type ProductTab, tabPath } from './product-tabs.ts'

const newLeadPath = `${tabPath('kanban')}&lead=novo`
const newLeadLabel = 'Novo Lead'

/** Main navigation on phones, within reach of the thumb. Low screens show it below the header. */
export default function BottomBar({ dashboard }: { dashboard?: DashboardNav | undefined }) {
  const { pathname } = useLocation()
  const toTab = (tab: ProductTab) => ({
    to: dashboard?.tabUrl(tab) ?? tabPath(tab),
    isCurrent: dashboard?.tab === tab,
  })
  return (
    <nav
      aria-label="Navegação principal"
      className="@container [@media(height<26rem)]:static fixed inset-x-0 bottom-0 z-header flex items-center border-border border-t bg-surface pb-[env(safe-area-inset-bottom)] [view-transition-name:bottom-bar]"
    >
      <Item label="Hoje" icon={<CalendarCheck />} {...toTab('hoje')} />
      <Item label="Funil" icon={<Columns3 />} {...toTab('kanban')} />
      <div className="flex flex-1 justify-center">
        {dashboard ? (
          <IconButton variant="primary" label={newLeadLabel} icon={<Plus />} onClick={dashboard.onNewLead} />
        ) : (
          <ButtonLink
            variant="primary"
            aria-label={newLeadLabel}
            icon={<Plus />}
            to={newLeadPath}
            className="w-control px-0"
          />
        )}
      </div>
      <Item label="Lista" icon={<List />} {...toTab('lista')} />
      <Item label="Perfil" icon={<UserRound />} to={paths.profile} isCurrent={pathname.startsWith(paths.profile)} />
    </nav>
  )
}

interface ItemProps {
  label: string
  icon: ReactNode
  to: string
  isCurrent: boolean
}

const Item = ({ label, icon, to, isCurrent }: ItemProps) => (
  <Link
    to={to}
    title={label}
    aria-current={isCurrent ? 'page' : undefined}
    className={clsx(
      'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 whitespace-nowrap font-medium text-xs -outline-offset-2 [&>svg]:size-5',
      isCurrent ? 'text-brand' : 'text-text2',
    )}
  >
    {icon}
    {/* Large text leaves no space for labels. */}
    <span className="@max-[18rem]:sr-only">{label}</span>
  </Link>
)
