import compatibility from '@mdn/browser-compat-data' with { type: 'json' }
import { supportedBrowsers } from './supported-browsers.mjs'

const isInside = (version, oldest) => {
  if (typeof version !== 'string') return version !== false
  // Some data say "≤18": older than the tests that filled them.
  return version.startsWith('≤') || Number(version) <= Number(oldest)
}

/** A browser without data counts as one that has the feature. */
const browsersWithout = compat =>
  Object.entries(supportedBrowsers)
    .filter(([name, oldest]) => {
      const statements = [compat?.support?.[name] ?? []].flat()
      const isUsable = statement => !statement.flags && !statement.prefix && isInside(statement.version_added, oldest)
      return statements.length > 0 && !statements.some(isUsable)
    })
    .map(([name]) => name)

/** Returns the supported browsers whose oldest version lacks a built-in: ('URL', 'parse') or ('TouchEvent'). */
export const browsersLacking = (owner, member) => {
  const browsers = [compatibility.api, compatibility.javascript.builtins].flatMap(groups => {
    const group = groups[owner]
    const feature = member === undefined ? group : (group?.[`${member}_static`] ?? group?.[member])
    return browsersWithout(feature?.__compat)
  })
  return [...new Set(browsers)]
}
