import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Action, isPermitted } from '#contract/policies.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { useMay, useSession } from '#web/session/session.tsx'
import { AccountHeader } from '#web/shell/account-header.tsx'
import { Restricted, restrictedTitle } from '#web/shell/restricted.tsx'
import { SectionTabs } from '#web/shell/section-tabs.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

/** The pages of the profile, in the order of the navigation. */
const pages = {
  [paths.profile]: { label: 'Perfil', action: 'profile.manage' },
  [paths.profileTeam]: { label: 'Equipe', action: 'team.read' },
  [paths.profileStages]: { label: 'Etapas', action: 'sales.settings' },
  [paths.profileSales]: { label: 'Vendas', action: 'sales.settings' },
  [paths.profileNotices]: { label: 'Avisos', action: 'profile.manage' },
  [paths.profileIntegrations]: { label: 'Integrações', action: 'webhooks.manage' },
  [paths.profileFiscalData]: { label: 'Dados fiscais', action: 'billing.manage' },
  [paths.profileBrand]: { label: 'Marca', action: 'brand.manage' },
  [paths.profileDevices]: { label: 'Aparelhos', action: 'profile.manage' },
  [paths.profilePrivacy]: { label: 'Privacidade', action: 'privacy.manage' },
  [paths.profileBackups]: { label: 'Cópias', action: 'backups.manage' },
  [paths.profileData]: { label: 'Seus dados', action: 'account.export' },
  [paths.profileHelp]: { label: 'Ajuda', action: 'profile.manage' },
} as const satisfies Record<string, { label: string; action: Action }>
type ProfilePath = keyof typeof pages

interface ProfileLayoutProps {
  path: ProfilePath
  children: ReactNode
}

/** Header, navigation and title of a page of the profile. */
export const ProfileLayout = ({ path, children }: ProfileLayoutProps) => {
  const { label, action } = pages[path]
  const isAllowed = useMay(action)
  useDocumentTitle(isAllowed ? label : restrictedTitle)
  return (
    <>
      <AccountHeader />
      <main
        id="conteudo"
        tabIndex={-1}
        className="mx-auto w-full max-w-[56rem] px-4 pt-4 pb-[calc(4rem+var(--bottom-bar))] outline-none md:px-6 lg:grid lg:max-w-[70rem] lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-x-10"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:sticky lg:top-20 lg:block lg:self-start">
          <ButtonLink variant="ghost" icon={<ArrowLeft />} to={paths.dashboard} className="-ml-3.5">
            Voltar
          </ButtonLink>
          <ProfileTabs path={path} />
        </div>
        <div className="min-w-0">
          {isAllowed ? (
            <>
              <h1 className="mt-4 text-2xl lg:mt-1">{label}</h1>
              {children}
            </>
          ) : (
            <Restricted action={action} />
          )}
        </div>
      </main>
    </>
  )
}

/** Hides the pages that the user may not open. */
const ProfileTabs = ({ path }: { path: ProfilePath }) => {
  const session = useSession()
  const tabs = (Object.keys(pages) as ProfilePath[])
    .filter(to => session.state === 'signed-in' && isPermitted(pages[to].action, session))
    .map(to => ({ label: pages[to].label, to, isCurrent: to === path }))
  return (
    <SectionTabs
      label="Seções do perfil"
      tabs={tabs}
      className="max-md:w-full md:[&>a]:flex-none lg:mt-2 lg:-ml-3.5 lg:flex-col lg:border-transparent lg:bg-transparent lg:p-0 lg:[&>a]:justify-start"
    />
  )
}
