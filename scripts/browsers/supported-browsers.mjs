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
