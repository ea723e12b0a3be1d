import clsx from 'clsx'
import { ChartNoAxesColumn, ChartPie, LogOut, Shield, UserRound } from 'lucide-react'
import type { ComponentProps } from 'react'
import { paths } from '#contract/screens.ts'
import { useMay } from '#web/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { AccountName } from './account-name.tsx'
import AccountSwitch from './account-switch.tsx'
import { AppearanceSelects } from './appearance-selects.tsx'
import { SignOut } from './sign-out.tsx'
import { TrialChip } from './trial-chip.tsx'

export default function AccountMenuContent({ onLeave }: { onLeave: () => void }) {
  const [mayAdminister, hasReports] = [useMay('admin.read'), useMay('leads.read')]
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex items-center gap-1">
          <AccountName limit={12} />
          <AccountSwitch onLeave={onLeave} />
        </span>
        <TrialChip />
      </div>
      <nav aria-label="Conta" className="grid gap-1">
        {/* The bottom bar of phones has no place for it. */}
        <MenuLink icon={<ChartNoAxesColumn />} to={paths.dashboard} onClick={onLeave} className="md:hidden">
          Dashboard
        </MenuLink>
        {hasReports && (
          <MenuLink icon={<ChartPie />} to={paths.reports} onClick={onLeave} className="md:hidden">
            Relatórios
          </MenuLink>
        )}
        <MenuLink icon={<UserRound />} to={paths.profile} onClick={onLeave}>
          Perfil
        </MenuLink>
        {mayAdminister && (
          <MenuLink icon={<Shield />} to={paths.admin} onClick={onLeave}>
            Admin
          </MenuLink>
        )}
      </nav>
      <AppearanceSelects />
      <SignOut icon={<LogOut />} className="-mx-3.5 justify-start" />
    </div>
  )
}

const MenuLink = ({ className, ...link }: ComponentProps<typeof ButtonLink>) => (
  <ButtonLink variant="ghost" className={clsx('-mx-3.5 justify-start', className)} {...link} />
)
