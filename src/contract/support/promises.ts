/** Claims about support that only the operator's settings can keep. */
export const supportPromises = ['email', 'priority', 'always', 'training'] as const
export type SupportPromise = (typeof supportPromises)[number]
