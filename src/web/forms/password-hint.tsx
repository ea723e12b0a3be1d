import clsx from 'clsx'
import { minPasswordLength } from '#web/lib/brand.ts'
import { passwordStrength, type Strength, strengths } from './password-strength.ts'

const advice: Record<Strength, string> = {
  fraca: 'Senha fraca: uma frase longa protege mais.',
  razoável: 'Senha razoável.',
  forte: 'Senha forte.',
}

const colors: Record<Strength, string> = { fraca: 'bg-danger', razoável: 'bg-warn', forte: 'bg-success' }

/** Shows the minimum length, then the strength of a new password. Never blocks the form. */
export const PasswordHint = ({ password }: { password: string }) => {
  const minimum = minPasswordLength()
  if (password === '' || [...password].length < Number(minimum)) return `Pelo menos ${minimum} caracteres.`
  const strength = passwordStrength(password)
  const reached = strengths.indexOf(strength)
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="flex flex-none gap-1">
        {strengths.map((step, index) => (
          <span
            key={step}
            className={clsx('h-1 w-5 rounded-full', index <= reached ? colors[strength] : 'bg-border')}
          />
        ))}
      </span>
      {advice[strength]}
    </span>
  )
}
