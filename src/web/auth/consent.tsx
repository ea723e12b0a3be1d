import { paths } from '#web/lib/url/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { textLinkClass } from '#web/ui/link-class.ts'

/** The links open another tab, so that the typed input stays. */
export const Consent = () => (
  <p className="text-sm text-text2">
    Ao criar a conta, você aceita os{' '}
    <Link to={paths.terms} target="_blank" className={textLinkClass}>
      Termos de uso
    </Link>{' '}
    e confirma que leu a{' '}
    <Link to={paths.privacy} target="_blank" className={textLinkClass}>
      Política de privacidade
    </Link>
    .
  </p>
)
