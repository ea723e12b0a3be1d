import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#web/lib/url/paths.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { type ResetLink, ResetPasswordForm } from './reset-password-form.tsx'

const readLink = (search: string): ResetLink | undefined => {
  const params = new URLSearchParams(search)
  const [token, email] = [params.get('token'), params.get('email')]
  return token && email ? { token, email } : undefined
}

export default function ResetPasswordPage() {
  useDocumentTitle('Definir nova senha')
  const { search } = useLocation()
  const [link] = useState(() => readLink(search))

  // Removes the token from the URL, so that history and shared links do not contain it.
  useEffect(() => history.replaceState(history.state, '', paths.resetPassword), [])

  if (link) return <ResetPasswordForm link={link} />
  return (
    <AuthLayout title="Link inválido" below={null}>
      <Notice
        tone="warn"
        title="O link de redefinição de senha está incompleto ou inválido."
        actions={
          <ButtonLink size="sm" to={paths.forgotPassword}>
            Solicitar novo link
          </ButtonLink>
        }
      />
    </AuthLayout>
  )
}
