import { AppError } from '../errors.ts'

/** Enforces the operator's minimum, which can be stricter than the contract's. */
export const assertPasswordLength = (field: string, password: string, min: number): void => {
  if ([...password].length >= min) return
  throw new AppError('validation_failed', { fields: { [field]: `Senha deve ter pelo menos ${min} caracteres` } })
}
