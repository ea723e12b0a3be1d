import { paths } from '#web/lib/url/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { linkClass } from '#web/ui/link-class.ts'

export const LegalLinks = () => (
  <p className="flex flex-wrap gap-x-6 gap-y-4">
    <Link to={paths.terms} className={linkClass}>
      Termos de uso
    </Link>
    <Link to={paths.privacy} className={linkClass}>
      Política de privacidade
    </Link>
  </p>
)
