export const supportedBrowsers: Readonly<Record<string, string>>
export const buildTargets: string[]
export const browsersWithout: (compat: { support: object } | undefined) => string[]
