import clsx from 'clsx'
import { accountBrand } from '#web/lib/account-brand.ts'
import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { Link } from '#web/ui/link.tsx'

/** Links the logo, or the name and tagline, to the home page. */
export const BrandLink = ({ to = paths.landing, tagline = 'shown' }: { to?: string; tagline?: 'shown' | 'wide' }) => {
  const { logo, nome = brand() } = accountBrand() ?? {}
  return (
    <Link to={to} className="flex min-h-11 min-w-0 flex-col justify-center rounded-control">
      {logo ? (
        <img
          src={logo}
          alt={nome}
          className="h-8 max-w-40 rounded-sm object-contain object-left dark:bg-white dark:p-0.5"
        />
      ) : (
        <>
          <span className="truncate font-logo text-lg/5 tracking-tight">{nome}</span>
          <span className={clsx('truncate text-text3 text-xs', tagline === 'wide' && 'max-[75rem]:hidden')}>
            Sistema de Gestão de Leads
          </span>
        </>
      )}
    </Link>
  )
}
