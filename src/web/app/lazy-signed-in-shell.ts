import { preloadable } from '#web/lib/preloadable.tsx'

/** Around every page of a signed-in user. A separate chunk, which visitors do not need. */
export const signedInShell = preloadable(() => import('./signed-in-shell.tsx'))
