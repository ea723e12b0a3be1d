import { paths } from '#web/lib/url/paths.ts'
import { BrandLink } from '#web/shell/brand-link.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-styles.ts'
import { useIsGuest } from './visitor.ts'

const sections = [
  ['#recursos', 'Recursos'],
  ['#planos', 'Planos'],
  ['#perguntas', 'Perguntas'],
] as const

export const Header = () => {
  const isGuest = useIsGuest()
  return (
    <header className="mx-auto flex min-h-(--header) max-w-[76rem] items-center gap-2 px-4 md:px-6">
      <BrandLink />
      <nav aria-label="Nesta página" className="ml-auto max-md:hidden">
        <ul className="flex gap-1">
          {sections.map(([address, name]) => (
            <li key={address}>
              <a href={address} className={buttonClass({ variant: 'ghost' })}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {isGuest && (
        <ButtonLink to={paths.login} className="max-md:ml-auto">
          Entrar
        </ButtonLink>
      )}
    </header>
  )
}
