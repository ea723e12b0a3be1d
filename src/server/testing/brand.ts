import { type Brand, brandApi } from '#contract/brand/brand.ts'
import type { Person } from './factories.ts'
import type { TestApp } from './test-app.ts'

const smallestPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Sets a logo for the account of an owner. Returns its URL and the stored picture. */
export const setLogo = async ({ app, call }: TestApp, { token }: Person): Promise<{ url: string; png: Buffer }> => {
  const body = Buffer.from(smallestPng, 'base64')
  const headers = { 'content-type': 'application/octet-stream' }
  const { logo } = (await call(brandApi.changeLogo, { token, body, headers })).data as Brand
  return { url: logo ?? '', png: (await app.inject(logo ?? '')).rawPayload }
}
