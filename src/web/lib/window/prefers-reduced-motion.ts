/** Returns whether the user prefers reduced motion, for animations that scripts start. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
