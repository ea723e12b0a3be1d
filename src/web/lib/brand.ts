/** Where the build renders a page there is no document yet: the server writes what stands in braces. */
const metaContent = (name: string): string =>
  typeof document === 'undefined'
    ? `{{${name}}}`
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? '')

/** The product's name, which the server writes into the page. */
export const brand = (): string => metaContent('brand') || 'Fechou'

/** The fewest characters that the operator allows a password. */
export const minPasswordLength = (): number => Number(metaContent('password-min')) || 6

/** Where people reach us, if there is an address. */
export const supportEmail = (): string | undefined => metaContent('support-email') || undefined

/** Our page in a network, if there is one. */
export const socialUrl = (network: 'instagram' | 'linkedin'): string | undefined => metaContent(network) || undefined
