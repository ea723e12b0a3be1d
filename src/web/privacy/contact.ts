import { phoneKey } from '#contract/values/phone.ts'
import { Email } from '#contract/values/text.ts'

const isEmail = (text: string): boolean => Email.safeParse(text).success

/** Whether a text is an e-mail or contains a phone number. */
export const isPhoneOrEmail = (text: string): boolean => isEmail(text) || phoneKey(text) !== null

export const toContact = (text: string) => (isEmail(text) ? { email: text.trim() } : { telefone: text.trim() })
