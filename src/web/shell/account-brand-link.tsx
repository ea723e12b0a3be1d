import { useLayoutEffect } from 'react'
import type { ShownBrand } from '#contract/brand/shown-brand.ts'
import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/lib/url/paths.ts'
import { Link } from '#web/ui/link.tsx'

/** Links the account's logo or name to the dashboard, and gives the page its colors. */
export default function AccountBrandLink({ logo, nome = brand(), style }: ShownBrand) {
  useLayoutEffect(() => {
    if (style === undefined) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    document.adoptedStyleSheets = [sheet]
    return () => {
      document.adoptedStyleSheets = []
    }
  }, [style])
  return (
    <Link to={paths.dashboard} className="flex min-h-11 min-w-0 flex-col justify-center rounded-control">
      {logo ? (
        <img
          src={logo}
          alt={nome}
          className="h-8 max-w-40 rounded-sm object-contain object-left dark:bg-[white] dark:p-0.5"
        />
      ) : (
        <span className="truncate font-logo text-lg/5 tracking-tight">{nome}</span>
      )}
    </Link>
  )
}
