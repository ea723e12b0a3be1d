import { type AccessState, hasAccess } from '#contract/billing/subscription.ts'
import { parseUrl } from '#web/lib/url/parse-url.ts'
import { paths } from '#web/lib/url/paths.ts'

/** Returns the page after login: `from` if the user may open it, else the dashboard, else the plans. */
export function loginRedirect(user: AccessState | undefined, from: unknown, now: Date): string {
  if (!user) return paths.dashboard
  const home = hasAccess(user, now) ? paths.dashboard : paths.subscription
  const wanted = parseReturnPath(from)
  if (!wanted || isAuthPage(wanted)) return home
  return home === paths.subscription && needsAccess(wanted) ? home : wanted
}

/** Reads react-router's `from` location as a path of this origin. Returns `undefined` for any other URL. */
function parseReturnPath(from: unknown): string | undefined {
  if (typeof from !== 'object' || from === null) return undefined
  const { pathname = '', search = '', hash = '' } = from as Record<string, unknown>
  if (typeof pathname !== 'string' || !pathname.startsWith('/')) return undefined
  const here = 'http://here'
  const url = parseUrl(`${pathname}${search}${hash}`, here)
  // Browsers read the path "//other.site" of "/.//other.site" as another origin.
  if (url?.origin !== here || url.pathname.startsWith('//')) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}

const isBelow = (path: string, root: string): boolean => new RegExp(`^${root}(?:[/?#]|$)`).test(path)
const needsAccess = (path: string): boolean => isBelow(path, paths.dashboard)
const isAuthPage = (path: string): boolean => isBelow(path, paths.login) || isBelow(path, paths.register)
