import { createMinWidthHook } from '#web/ui/use-breakpoint.ts'

/** Returns whether the viewport fits a table of seven columns. */
export const useFitsWideTable = createMinWidthHook('75rem')
