import { errorMessage } from '#web/lib/api-error.ts'
import { toast } from './toast.tsx'

/** Says that a write failed, and why. */
export const showFailure = (title: string, error: unknown): void =>
  void toast.error({ title, description: errorMessage(error) })
