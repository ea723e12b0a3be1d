import { afterAll } from 'vitest'
import { hashCheaply } from './cheap-hashes.ts'
import { forgetDatabase } from './test-database.ts'

// Vitest runs this before each test file. The files of a worker share modules and the process, but no database.
forgetDatabase()
hashCheaply()

const timeZone = process.env.TZ
afterAll(() => {
  process.env.TZ = timeZone
})
