import { paths } from '#web/lib/url/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useIsGuest } from './visitor.ts'

export const TrialCta = () => {
  const isGuest = useIsGuest()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <ButtonLink variant="primary" to={isGuest ? paths.register : paths.dashboard} className="min-h-11 px-5 text-lg">
        {isGuest ? 'Teste grátis por 3 dias' : 'Ir para o Dashboard'}
      </ButtonLink>
      {isGuest && <p className="text-text2">Sem cartão de crédito</p>}
    </div>
  )
}
