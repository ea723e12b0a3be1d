import { truncateName } from '#contract/auth/user.ts'

/**
 * Returns the name for the greeting, or `undefined`. Registration accepts any name with any e-mail, so a name with a URL,
 * number or excessive length could advertise to strangers.
 */
export const mailName = (nome: string): string | undefined => {
  const name = nome.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return name === '' || /[:/@\p{N}]|\S\.\S/u.test(name) ? undefined : truncateName(name, 40)
}
