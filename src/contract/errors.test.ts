import { describe, expect, it } from 'vitest'
import { errors } from './errors.ts'

describe('what people read when something fails', () => {
  it('is a sentence without technical words', () => {
    for (const { message } of Object.values(errors)) {
      expect(message).toMatch(/^[A-ZÀ-Ú]/)
      expect(message).not.toMatch(/null|undefined|exception|sql|stack/i)
    }
  })

  // The login screen chooses its banner by these words.
  it('says "timeout" when the database is away and "500" when it is our fault', () => {
    expect(errors.unavailable.message).toContain('timeout')
    expect(errors.internal_error.message).toContain('500')
    const others = Object.entries(errors).filter(([code]) => code !== 'unavailable' && code !== 'internal_error')
    for (const [, { message }] of others) expect(message).not.toMatch(/timeout|500|fetch|Network Error/)
  })
})
