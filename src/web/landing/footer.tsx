import { brand, socialUrl, supportEmail } from '#web/lib/brand.ts'
import { paths } from '#web/lib/url/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { linkClass } from '#web/ui/link-class.ts'
import { useClientValue } from './visitor.ts'

const thisYear = () => new Date().getFullYear()
const instagram = () => socialUrl('instagram')
const linkedin = () => socialUrl('linkedin')

/** Contact and year are unknown at build time, so both come from the server and the browser. */
export const Footer = () => {
  const year = useClientValue(thisYear, undefined)
  const email = useClientValue(supportEmail, undefined)
  const networks = [
    ['Instagram', useClientValue(instagram, undefined)],
    ['LinkedIn', useClientValue(linkedin, undefined)],
  ] as const
  return (
    <footer className="border-border border-t">
      <div className="mx-auto flex min-h-20 max-w-[76rem] flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-6 text-text2 md:px-6">
        <p>{`© ${year ?? ''} ${brand()}`}</p>
        <ul className="flex flex-wrap gap-x-6 gap-y-4">
          <li>
            <Link to={paths.terms} className={linkClass}>
              Termos de uso
            </Link>
          </li>
          <li>
            <Link to={paths.privacy} className={linkClass}>
              Política de privacidade
            </Link>
          </li>
          {email && (
            <li>
              <a href={`mailto:${email}`} className={linkClass}>
                {email}
              </a>
            </li>
          )}
          {networks.map(
            ([name, address]) =>
              address && (
                <li key={name}>
                  <a href={address} rel="noopener" className={linkClass}>
                    {name}
                  </a>
                </li>
              ),
          )}
        </ul>
      </div>
    </footer>
  )
}
