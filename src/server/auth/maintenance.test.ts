import { expect, it } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { startMaintenance } from './maintenance.ts'

const { db, services } = await testApp()
const told: unknown[] = []
const log = { warn: (error: unknown) => void told.push((error as Error).message) }

it('what cannot be swept out is told, and does not keep the server from going on or from stopping', async () => {
  await startMaintenance(services, log)()
  expect(told).toEqual([])
  const run = () => Promise.reject(new Error('relation "sessions" does not exist'))
  await startMaintenance({ ...services, db: { ...db, run } }, log)()
  expect(told).toEqual(['relation "sessions" does not exist'])
})
