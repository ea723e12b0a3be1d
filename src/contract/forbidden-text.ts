import { errors } from './errors.ts'
import { type Action, policyOf } from './policies.ts'

/** Returns the user-visible reason of a `forbidden` error. */
export const forbiddenText = (action: Action): string => {
  const [first, second] = policyOf(action).roles
  if (first === 'admin') return errors.forbidden.message
  return second === 'manager'
    ? 'Apenas gestores e o dono da conta podem fazer isso.'
    : 'Apenas o dono da conta pode fazer isso.'
}
