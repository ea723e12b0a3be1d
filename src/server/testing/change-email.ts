import { authApi } from '#contract/auth/auth.ts'
import type { Person } from './factories.ts'
import { createMailCatcher, parseResetLink } from './mail-catcher.ts'
import type { TestApp } from './test-app.ts'

/** Changes name and e-mail, and opens the confirmation link. */
export const changeEmail = async (app: TestApp, { token, password }: Person, email: string, nome = 'Nome Novo') => {
  const mails = createMailCatcher(app.services)
  await app.call(authApi.updateProfile, { token, body: { nome, email, currentPassword: password } })
  await mails.deliver()
  const mail = mails.to(email).find(({ subject }) => subject.startsWith('Confirme'))
  if (!mail) throw new Error(`no link was mailed to ${email}`)
  const { status } = await app.call(authApi.confirmEmail, { body: parseResetLink(mail) })
  if (status !== 200) throw new Error(`the e-mail could not be confirmed: ${status}`)
}
