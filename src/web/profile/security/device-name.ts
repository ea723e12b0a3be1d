const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

const firstOf = (signs: readonly [RegExp, string][], text: string): string | undefined =>
  signs.find(([sign]) => sign.test(text))?.[1]

/** Formats a user agent as "Chrome no Windows". Returns an unknown user agent unchanged. */
export const deviceName = (userAgent: string | null): string => {
  if (!userAgent) return 'Aparelho desconhecido'
  const [browser, system] = [firstOf(browsers, userAgent), firstOf(systems, userAgent)]
  if (browser && system) return `${browser} no ${system}`
  return browser ?? system ?? userAgent.slice(0, 60)
}
