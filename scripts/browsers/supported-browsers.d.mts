export const supportedBrowsers: Readonly<Record<string, string>>
export const buildTargets: string[]
