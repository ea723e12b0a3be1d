import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { LoginResponse } from '#contract/auth/auth.ts'
import { maskEmail } from '#contract/auth/mask-email.ts'
import type { InviteView } from '#contract/team/invites.ts'
import { teamRoleNames } from '#contract/team/roles.ts'
import { AuthLayout } from '#web/auth/auth-layout.tsx'
import { ApiError, errorMessage } from '#web/lib/requests/api-error.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useLinkFragment } from '#web/lib/url/use-link-fragment.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { useSession } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { acceptInvite, viewInvite } from './api.ts'
import { InviteLogin } from './invite-login.tsx'
import { InviteSignUp } from './invite-sign-up.tsx'

type Loaded = { view: InviteView } | { error: unknown } | undefined

/** The page of an invitation's link. */
export default function InvitePage() {
  useDocumentTitle('Convite')
  const token = useLinkFragment(paths.invite)
  return <InviteOfToken key={token} token={token} />
}

const InviteOfToken = ({ token }: { token: string }) => {
  const [loaded, setLoaded] = useState<Loaded>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts another request
  useEffect(() => {
    const controller = new AbortController()
    if (token !== '') {
      viewInvite(token, controller.signal).then(
        view => setLoaded({ view }),
        error => !controller.signal.aborted && setLoaded({ error }),
      )
    }
    return () => controller.abort()
  }, [token, attempt])

  const retry = () => {
    setLoaded(undefined)
    setAttempt(attempt + 1)
  }
  if (token === '') return <InvalidInvite title="O link do convite está incompleto." />
  if (!loaded) {
    return (
      <AuthLayout title="Convite" below={null}>
        <Spinner />
      </AuthLayout>
    )
  }
  if ('error' in loaded) {
    const { error } = loaded
    if (error instanceof ApiError && error.code === 'invalid_invite') return <InvalidInvite title={error.message} />
    return (
      <AuthLayout title="Convite" below={null}>
        <Notice
          tone="danger"
          title="Não foi possível abrir o convite"
          actions={
            <Button size="sm" onClick={retry}>
              Tentar novamente
            </Button>
          }
        >
          {errorMessage(error, '')}
        </Notice>
      </AuthLayout>
    )
  }
  return <ValidInvite token={token} view={loaded.view} />
}

const InvalidInvite = ({ title }: { title: string }) => (
  <AuthLayout title="Convite" below={null}>
    <Notice
      tone="warn"
      title={title}
      actions={
        <ButtonLink size="sm" to={paths.dashboard}>
          Ir para o Dashboard
        </ButtonLink>
      }
    >
      Se você já faz parte da equipe, é só entrar.
    </Notice>
  </AuthLayout>
)

const ValidInvite = ({ token, view }: { token: string; view: InviteView }) => {
  const session = useSession()
  const navigate = useNavigate()
  const [isElsewhere, setElsewhere] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const enter = (response: LoginResponse) => {
    session.enter(response)
    navigate(paths.dashboard, { replace: true })
  }
  const accept = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      enter(await acceptInvite(token))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invited_elsewhere') setElsewhere(true)
      else setFailure(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const isOther = session.user && (isElsewhere || maskEmail(session.user.email) !== view.maskedEmail)
  return (
    <AuthLayout
      title={`Convite para a equipe ${view.account}`}
      lead={`${view.invitedBy} convidou ${view.maskedEmail} como ${teamRoleNames[view.team_role].toLowerCase()}.`}
      below={null}
    >
      {session.user === null && view.hasLogin && <InviteLogin view={view} onLogin={accept} />}
      {session.user === null && !view.hasLogin && <InviteSignUp token={token} onJoined={enter} />}
      {session.user && !isOther && (
        <AcceptInvite email={session.user.email} isBusy={isBusy} failure={failure} onAccept={accept} />
      )}
      {session.user && isOther && (
        <Notice
          tone="warn"
          title={`Este convite é para ${view.maskedEmail}`}
          actions={
            <Button size="sm" onClick={session.logout}>
              Sair e usar outro e-mail
            </Button>
          }
        >
          Você está usando {session.user.email}. Saia e entre com o e-mail do convite, ou peça um convite para este.
        </Notice>
      )}
    </AuthLayout>
  )
}

interface AcceptInviteProps {
  email: string
  isBusy: boolean
  failure: string | undefined
  onAccept: () => void
}

const AcceptInvite = ({ email, isBusy, failure, onAccept }: AcceptInviteProps) => (
  <div className="grid gap-4">
    {failure !== undefined && (
      <Notice tone="danger" title="Você ainda não entrou na equipe">
        {failure}
      </Notice>
    )}
    <p className="text-text2">
      Você está usando {email}. Sua própria conta continua como está, e você alterna entre as duas quando quiser.
    </p>
    <Button variant="primary" busy={isBusy} onClick={onAccept}>
      {isBusy ? 'Entrando na equipe...' : 'Entrar na equipe'}
    </Button>
  </div>
)
