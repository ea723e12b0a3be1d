import { type SupportPromise, supportPromises } from '#contract/support/promises.ts'
import { metaContent } from '#web/lib/brand.ts'

export const promisesText = (): string => metaContent('support-promises')

/** Returns the promises about support that the operator's settings keep. */
export const keptPromises = (text = promisesText()): readonly SupportPromise[] => {
  const kept = text.split(' ')
  return supportPromises.filter(promise => kept.includes(promise))
}
