import { unknownContact, unknownOperator } from '#contract/legal.ts'
import { metaContent, supportEmail } from '#web/lib/brand.ts'

/** Returns the company that runs the product, with its registration and address. */
export const operator = (): string => metaContent('operator') || unknownOperator

/** Returns the contact as text; the prerendered page has the placeholder that the server fills. */
export const contactText = (): string =>
  typeof document === 'undefined' ? metaContent('contact') : (supportEmail() ?? unknownContact)
