/** The oldest versions in which the style sheet works: Tailwind CSS 4 needs `@property` and `color-mix()`. */
export const supportedBrowsers = {
  chrome: '111',
  chrome_android: '111',
  firefox: '128',
  firefox_android: '128',
  safari: '16.4',
  safari_ios: '16.4',
}

/** The same for the compiler of the build, which knows no mobile browsers of their own. */
export const buildTargets = Object.entries(supportedBrowsers)
  .filter(([name]) => ['chrome', 'firefox', 'safari'].includes(name))
  .map(([name, version]) => `${name}${version}`)

const isInside = (version, oldest) => {
  if (typeof version !== 'string') return version !== false
  // Some data say "≤18": older than the tests that filled them.
  return version.startsWith('≤') || Number(version) <= Number(oldest)
}

/**
 * Returns the supported browsers whose oldest version lacks a feature. `compat` is the feature's `__compat` in MDN's
 * compatibility data; a browser without data counts as one that has the feature.
 */
export const browsersWithout = compat =>
  Object.entries(supportedBrowsers)
    .filter(([name, oldest]) => {
      const statements = [compat?.support?.[name] ?? []].flat()
      const isUsable = statement => !statement.flags && !statement.prefix && isInside(statement.version_added, oldest)
      return statements.length > 0 && !statements.some(isUsable)
    })
    .map(([name]) => name)
