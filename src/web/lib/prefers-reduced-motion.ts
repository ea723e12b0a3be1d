/** Whether somebody asked for less motion. The styles know by themselves; this is for motion that code starts. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
