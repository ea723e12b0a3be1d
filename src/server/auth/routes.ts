import type { authApi } from '#contract/auth.ts'
import { AppError } from '../errors.ts'
import type { Routes } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { aliveSince, type Caller } from './access.ts'
import { openSession } from './open-session.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { refusingTakenEmail, registerUser } from './register-user.ts'
import {
  findUser,
  findUserByEmail,
  listSessions,
  removeOtherSessions,
  removeSession,
  toUser,
  updatePassword,
  updateProfile,
} from './store.ts'

/** A stricter minimum than the contract's, where the operator has set one. */
const refuseShortPassword = (field: string, password: string, min: number): void => {
  if ([...password].length >= min) return
  throw new AppError('validation_failed', { fields: { [field]: `Senha deve ter pelo menos ${min} caracteres` } })
}

export const authRoutes: Routes<typeof authApi, Caller, Services> = {
  register: async ({ body, request, ...services }) => {
    refuseShortPassword('password', body.password, services.settings.passwordMin)
    const user = await registerUser(services, body)
    return openSession(services, user, request.headers['user-agent'])
  },
  login: async ({ body, request, ...services }) => {
    const user = await findUserByEmail(services.db, body.email)
    const fits = await verifyPassword(user?.password_hash, body.password)
    if (!user || !fits) throw new AppError('invalid_credentials')
    return openSession(services, user, request.headers['user-agent'])
  },
  logout: async ({ db, caller }) => {
    await removeSession(db, caller.accountId, caller.sessionId)
  },
  me: ({ caller }) => ({ user: caller.user }),
  verifyToken: ({ caller }) => ({ user: caller.user }),
  updateProfile: async ({ db, caller, body, now }) => {
    await refusingTakenEmail(updateProfile(db, caller.accountId, caller.userId, body.nome, body.email))
    const row = await findUser(db, caller.accountId, caller.userId)
    if (!row) throw new AppError('session_expired')
    return { user: toUser(row, now()) }
  },
  changePassword: async ({ db, caller, body, settings }) => {
    refuseShortPassword('newPassword', body.newPassword, settings.passwordMin)
    const row = await findUser(db, caller.accountId, caller.userId)
    if (!(await verifyPassword(row?.password_hash, body.currentPassword))) throw new AppError('wrong_password')
    const passwordHash = await hashPassword(body.newPassword)
    await db.transaction(async tx => {
      await updatePassword(tx, caller.accountId, caller.userId, passwordHash)
      await removeOtherSessions(tx, caller.accountId, caller.userId, caller.sessionId)
    })
    return { message: 'Senha alterada com sucesso!' }
  },
  sessions: async ({ db, caller, now }) => ({
    sessions: await listSessions(db, caller.accountId, caller.userId, caller.sessionId, ...aliveSince(now())),
  }),
  endOtherSessions: async ({ db, caller }) => {
    await removeOtherSessions(db, caller.accountId, caller.userId, caller.sessionId)
  },
}
