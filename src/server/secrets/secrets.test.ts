import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readAppSecret } from './app-secret.ts'
import { createSecretBox } from './secret-box.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'fechou-secret-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

describe('the secret of the server', () => {
  it('is made once, in a file that only its user can read', () => {
    const made = readAppSecret({ appSecret: undefined, dataDir })
    expect(made.length).toBeGreaterThan(40)
    expect(statSync(join(dataDir, 'app-secret')).mode & 0o777).toBe(0o600)
    expect(readAppSecret({ appSecret: undefined, dataDir })).toBe(made)
  })

  it('is APP_SECRET if that is set', () => {
    expect(readAppSecret({ appSecret: 'x'.repeat(32), dataDir })).toBe('x'.repeat(32))
  })
})

describe('a secret box', () => {
  const box = createSecretBox('um segredo')

  it('returns what it encrypted, each time in another form', () => {
    const [one, two] = [box.encrypt('whsec_a', 'a'), box.encrypt('whsec_a', 'a')]
    expect(one.equals(two)).toBe(false)
    expect(one.toString('latin1')).not.toContain('whsec')
    expect(box.decrypt(one, 'a')).toBe('whsec_a')
  })

  it('returns nothing for another context, another secret or a changed byte', () => {
    const encrypted = box.encrypt('whsec_a', 'a')
    expect(box.decrypt(encrypted, 'b')).toBeUndefined()
    expect(createSecretBox('outro').decrypt(encrypted, 'a')).toBeUndefined()
    encrypted[encrypted.length - 1] = (encrypted.at(-1) ?? 0) ^ 1
    expect(box.decrypt(encrypted, 'a')).toBeUndefined()
    expect(box.decrypt(Buffer.from([0]), 'a')).toBeUndefined()
  })
})
