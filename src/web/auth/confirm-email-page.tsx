import { useState } from 'react'
import { EmailLink } from '#contract/auth/auth-forms.ts'
import { z } from '#contract/zod.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useLinkFragment } from '#web/lib/url/use-link-fragment.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { authErrors, confirmEmail } from '#web/session/api.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { FormSuccess } from './form-success.tsx'

const readLink = (fragment: string): EmailLink | undefined => {
  const parsed = z.safeParse(EmailLink, Object.fromEntries(new URLSearchParams(fragment)))
  return parsed.success && parsed.data.token !== '' ? parsed.data : undefined
}

export default function ConfirmEmailPage() {
  useDocumentTitle('Confirmar e-mail')
  const fragment = useLinkFragment(paths.confirmEmail)
  return <ConfirmEmail key={fragment} link={readLink(fragment)} />
}

/** Requires a click, because mail scanners open every link. */
const ConfirmEmail = ({ link }: { link: EmailLink | undefined }) => {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string>()
  const [failure, setFailure] = useState<string>()

  const confirm = async (link: EmailLink) => {
    setBusy(true)
    setFailure(undefined)
    try {
      setMessage(await confirmEmail(link))
    } catch (error) {
      setFailure(errorMessage(error, authErrors.confirmEmail))
    } finally {
      setBusy(false)
    }
  }

  const toProfile = (
    <ButtonLink size="sm" to={paths.profile}>
      Ir para o perfil
    </ButtonLink>
  )
  if (!link) {
    return (
      <AuthLayout title="Link inválido" below={null}>
        <Notice tone="warn" title="O link de confirmação está incompleto ou inválido." actions={toProfile} />
      </AuthLayout>
    )
  }
  if (message !== undefined) {
    return (
      <AuthLayout title="Confirmar e-mail" below={null}>
        <FormSuccess title={message} actions={toProfile}>
          A partir de agora, entre com {link.email}.
        </FormSuccess>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title="Confirmar e-mail" lead="Ele passa a ser o e-mail da sua conta." below={null}>
      <div className="grid gap-4">
        <p className="wrap-anywhere font-semibold">{link.email}</p>
        <Button variant="primary" busy={isBusy} onClick={() => confirm(link)}>
          {isBusy ? 'Confirmando...' : 'Confirmar e-mail'}
        </Button>
        <SlowNote active={isBusy} />
        {failure !== undefined && <Notice tone="danger" title={failure} actions={toProfile} />}
      </div>
    </AuthLayout>
  )
}
