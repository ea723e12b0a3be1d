import { preloadable } from '#web/lib/preloadable.tsx'

/** Around every page that depends on the session. A separate chunk, which the landing page does not load. */
export const sessionShell = preloadable(() => import('./session-shell.tsx'))

/** Around every page of a signed-in user. */
export const signedInShell = preloadable(() => import('./signed-in-shell.tsx'))
