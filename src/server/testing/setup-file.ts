import { forgetDatabase } from './test-database.ts'

// Vitest runs this before each test file. The files of a worker share modules, but no database.
forgetDatabase()
