import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Where the skip link jumps to, which is in the address too. */
const content = 'conteudo'

/**
 * Returns what follows the # in the link of a mail, and removes it from the address bar. Another link that is pasted into
 * the same tab changes this part only: the page starts anew with it as its key.
 */
export function useLinkFragment(path: string): string {
  const given = useLocation().hash.slice(1)
  const [fragment, setFragment] = useState('')
  if (given !== '' && given !== content && given !== fragment) setFragment(given)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each link brings its own
  useEffect(() => history.replaceState(history.state, '', path), [fragment])
  return fragment
}
