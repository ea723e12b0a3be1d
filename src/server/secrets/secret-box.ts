import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

/** Encrypts what the server itself must read again. */
export interface SecretBox {
  /** `context` names what the secret belongs to: it cannot be decrypted for anything else. */
  encrypt(text: string, context: string): Buffer
  /** Returns `undefined` for what another secret, or another context, encrypted. */
  decrypt(box: Buffer, context: string): string | undefined
}

export const createSecretBox = (appSecret: string): SecretBox => {
  const key = createHash('sha256').update(`fechou secret box\n${appSecret}`).digest()
  return {
    encrypt: (text, context) => {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
    },
    decrypt: (box, context) => {
      try {
        const decipher = createDecipheriv(algorithm, key, box.subarray(0, ivLength)).setAAD(Buffer.from(context))
        decipher.setAuthTag(box.subarray(ivLength, ivLength + tagLength))
        return Buffer.concat([decipher.update(box.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
