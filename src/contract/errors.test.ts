import { describe, expect, it } from 'vitest'
import { errors } from './errors.ts'

describe('error messages', () => {
  it('are sentences without technical words', () => {
    for (const { message } of Object.values(errors)) {
      expect(message).toMatch(/^[A-ZÀ-Ú]/)
      expect(message).not.toMatch(/null|undefined|exception|sql|stack/i)
    }
  })

  // The login page selects its banner by these words.
  it('contain "timeout" for an unavailable database and "500" for an internal error', () => {
    expect(errors.unavailable.message).toContain('timeout')
    expect(errors.internal_error.message).toContain('500')
    const others = Object.entries(errors).filter(([code]) => code !== 'unavailable' && code !== 'internal_error')
    for (const [, { message }] of others) expect(message).not.toMatch(/timeout|500|fetch|Network Error/)
  })
})
