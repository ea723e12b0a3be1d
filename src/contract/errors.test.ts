import { describe, expect, it } from 'vitest'
import { errors } from './errors.ts'

describe('error messages', () => {
  it('are sentences without technical words', () => {
    for (const { message } of Object.values(errors)) {
      expect(message).toMatch(/^[A-ZÀ-Ú]/)
      expect(message).not.toMatch(/null|undefined|exception|sql|stack|timeout|network|fetch|server error|\b[45]\d\d\b/i)
    }
  })
})
