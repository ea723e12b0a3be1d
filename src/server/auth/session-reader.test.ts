import { expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { createSessionReader } from './session-reader.ts'
import { hashToken } from './session-token.ts'

const app = await testApp()
const { call, db } = app

it('reads sessions that are asked for at the same time together, each with its own user', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, () => aUser(app)))
  let reads = 0
  const counted: typeof db = {
    ...db,
    rows: (...statement) => {
      reads++
      return db.rows(...statement)
    },
  }
  const read = createSessionReader({ db: counted, now: () => new Date() })
  const tokens = [...users.map(({ token }) => token), 'x'.repeat(43)]
  const rows = await Promise.all(tokens.map(token => read(hashToken(token))))
  expect(rows.map(row => row?.email)).toEqual([...users.map(({ user }) => user.email), undefined])
  expect(reads).toBeLessThan(4)
})

it('reads a session that was ended before it was asked for', async () => {
  const { token } = await aUser(app)
  const read = createSessionReader({ db, now: () => new Date() })
  // Both reads begin before the session ends.
  const before = [read(hashToken(token)), read(hashToken(token))]
  await call(authApi.logout, { token })
  expect(await read(hashToken(token))).toBeUndefined()
  await Promise.all(before)
})

it('rejects all that wait for a read that fails, and none that come later', async () => {
  const { token } = await aUser(app)
  let isDown = true
  const failing: typeof db = {
    ...db,
    rows: (...statement) => (isDown ? Promise.reject(new Error('down')) : db.rows(...statement)),
  }
  const read = createSessionReader({ db: failing, now: () => new Date() })
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => read(hashToken(token))))
  expect(results.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  isDown = false
  expect(await read(hashToken(token))).toBeDefined()
})
