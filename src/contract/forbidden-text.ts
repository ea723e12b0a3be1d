import { errors } from './errors.ts'
import { type Action, policyOf } from './policies.ts'

/** Why the role does not permit an action, for the person who reads it. */
export const forbiddenText = (action: Action): string => {
  const [first, second] = policyOf(action).roles
  if (first === 'admin') return errors.forbidden.message
  return second === 'manager'
    ? 'Apenas gestores e o dono da conta podem fazer isso.'
    : 'Apenas o dono da conta pode fazer isso.'
}
