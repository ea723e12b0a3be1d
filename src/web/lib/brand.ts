/** At build time there is no document; the server fills the placeholder in braces. */
export const metaContent = (name: string): string =>
  typeof document === 'undefined'
    ? `{{${name}}}`
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? '')

/** Returns the product name that the server writes into the page. */
export const brand = (): string => metaContent('brand') || 'Fechou'

/** Returns the minimum password length that the operator configured, as text. */
export const minPasswordLength = (): string => metaContent('password-min') || '6'

/** Returns the operator's contact e-mail, if configured. */
export const supportEmail = (): string | undefined => metaContent('support-email') || undefined

/** Whether the operator set up payments. */
export const hasPayments = (): boolean => metaContent('payments') !== 'none'

/** Returns the operator's page in a social network, if configured. */
export const socialUrl = (network: 'instagram' | 'linkedin'): string | undefined => metaContent(network) || undefined
