import type { InvitedRole } from '#contract/team/roles.ts'
import { teamApi } from '#contract/team/team.ts'
import type { Person } from './factories.ts'
import type { MailCatcher } from './mail-catcher.ts'
import type { TestApp } from './test-app.ts'

/** Parses the token from the newest invitation mail to an e-mail. */
export const inviteToken = async (mails: MailCatcher, email: string): Promise<string> => {
  await mails.deliver()
  const text = mails.to(email).findLast(({ subject }) => subject.startsWith('Convite para'))?.text ?? ''
  const token = /\/convite#(\S+)/.exec(text)?.[1]
  if (!token) throw new Error(`no invitation was mailed to ${email}`)
  return token
}

/** Invites an e-mail and returns the token of the mailed link. */
export const invite = async (
  { call }: TestApp,
  mails: MailCatcher,
  { token }: Person,
  email: string,
  team_role: InvitedRole = 'seller',
): Promise<string> => {
  const { status, error } = await call(teamApi.invite, { token, body: { email, team_role } })
  if (status !== 201) throw new Error(`the invitation failed: ${error.code}`)
  return inviteToken(mails, email)
}
