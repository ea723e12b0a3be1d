import type { SupportPromise } from '#contract/support/promises.ts'
import type { Settings } from './env.ts'

/** Returns the promises of the plan cards that the settings keep. */
export const keptPromises = ({
  supportEmail,
  supportHours: [basic, pro] = [0, 0, 0],
  supportPhone,
  trainingUrl,
}: Settings): SupportPromise[] => {
  const isKept: Record<SupportPromise, boolean> = {
    email: supportEmail !== undefined,
    priority: supportEmail !== undefined && pro < basic,
    always: supportPhone !== undefined,
    training: trainingUrl !== undefined,
  }
  return (Object.keys(isKept) as SupportPromise[]).filter(promise => isKept[promise])
}
