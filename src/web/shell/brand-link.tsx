import clsx from 'clsx'
import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/lib/url/paths.ts'
import { Link } from '#web/ui/link.tsx'

/** Links the product name and tagline to the home page. */
export const BrandLink = ({ to = paths.landing, tagline = 'shown' }: { to?: string; tagline?: 'shown' | 'wide' }) => (
  <Link to={to} className="flex min-h-11 min-w-0 flex-col justify-center rounded-control">
    <span className="truncate font-logo text-lg/5 tracking-tight">{brand()}</span>
    <span className={clsx('truncate text-text3 text-xs', tagline === 'wide' && 'max-[75rem]:hidden')}>
      Sistema de Gestão de Leads
    </span>
  </Link>
)
