import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Clock, ExternalLink, Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { type PlanId, planIds, planNames } from '#contract/billing/subscription.ts'
import type { Support } from '#contract/support/support.ts'
import { paths } from '#web/lib/url/paths.ts'
import { linkClass } from '#web/ui/link-class.ts'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { ProfileLayout } from '../profile-layout.tsx'
import { Section } from '../section.tsx'
import { supportQuery } from './help-api.ts'

export default function HelpPage() {
  const support = useQuery(supportQuery)
  return (
    <ProfileLayout path={paths.profileHelp}>
      {support.data ? (
        <Help {...support.data} />
      ) : support.isError ? (
        <LoadErrorNotice title="Não foi possível carregar os contatos" query={support} />
      ) : (
        <ListSkeleton />
      )}
    </ProfileLayout>
  )
}

const hoursText = (hours: number): string => (hours === 1 ? '1 hora útil' : `${hours} horas úteis`)

const Help = ({ plan, email, answerHours, phone, trainingUrl }: Support) => (
  <>
    <Section title="Fale com a gente" text="Dúvidas, problemas e sugestões. Diga o que você fazia e o que apareceu.">
      <ul className="grid gap-3">
        {email && (
          <Contact icon={<Mail aria-hidden="true" />} href={`mailto:${email}`} label={email}>
            {answerHours && `Respondemos em até ${hoursText(answerHours[plan])}.`}
          </Contact>
        )}
        {phone && (
          <Contact icon={<Phone aria-hidden="true" />} href={`tel:${phone.replace(/[^\d+]/g, '')}`} label={phone}>
            A qualquer hora, todos os dias.
          </Contact>
        )}
      </ul>
      {!email && !phone && <p>Fale com quem administra este sistema na sua empresa.</p>}
    </Section>
    {email && answerHours && (
      <Section title="Prazo por plano" text="Tempo até a primeira resposta por e-mail.">
        <AnswerTimes current={plan} hours={answerHours} />
      </Section>
    )}
    {trainingUrl && (
      <Section title="Treinamento" text="Para você e sua equipe, incluído no Empresarial.">
        <a href={trainingUrl} target="_blank" rel="noreferrer" className={linkClass}>
          Agendar treinamento
          <ExternalLink aria-hidden="true" className="ml-1.5 inline size-4" />
          <span className="sr-only"> (abre em outra aba)</span>
        </a>
      </Section>
    )}
  </>
)

const Contact = ({
  icon,
  href,
  label,
  children,
}: {
  icon: ReactNode
  href: string
  label: string
  children: ReactNode
}) => (
  <li className="flex gap-3">
    <span className="mt-0.5 text-text3">{icon}</span>
    <div className="min-w-0">
      <a href={href} className={clsx(linkClass, 'break-all')}>
        {label}
      </a>
      {children && <p className="text-sm text-text2">{children}</p>}
    </div>
  </li>
)

const AnswerTimes = ({ current, hours }: { current: PlanId; hours: Record<PlanId, number> }) => (
  <ul className="grid gap-2">
    {planIds.map(plan => (
      <li key={plan} className={clsx('flex items-center gap-2', plan !== current && 'text-text2')}>
        <Clock aria-hidden="true" className="text-text3" />
        <span className={clsx(plan === current && 'font-semibold')}>
          {planNames[plan]}: até {hoursText(hours[plan])}
          {plan === current && ' (sua conta)'}
        </span>
      </li>
    ))}
  </ul>
)
