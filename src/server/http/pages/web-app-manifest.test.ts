import { readFile } from 'node:fs/promises'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { readSettings } from '../../env.ts'
import { serveWebAppManifest } from './web-app-manifest.ts'

const read = async (brandName = 'Fechou') => {
  const app = fastify()
  serveWebAppManifest(app, readSettings({ BRAND_NAME: brandName }))
  const response = await app.inject('/manifest.webmanifest')
  expect(response.headers['content-type']).toContain('application/manifest+json')
  return response.json()
}

const inProject = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url))

/** The first chunk of a PNG contains width and height. */
const sizeOfPng = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

it('contains the operator’s brand', async () => {
  const { name, short_name, lang, start_url, display } = await read('Vende Já')
  expect([name, short_name]).toEqual(['Vende Já', 'Vende Já'])
  expect([lang, start_url, display]).toEqual(['pt-BR', '/dashboard', 'standalone'])
})

it('lists existing icons with their sizes', async () => {
  const { icons } = await read()
  expect(icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes } of icons) expect(sizeOfPng(await inProject(`public${src}`)), src).toBe(sizes)
  expect(sizeOfPng(await inProject('public/icons/apple-touch.png'))).toBe('180x180')
})

it('has the colors of the pages', async () => {
  const { background_color, theme_color } = await read()
  const { light } = JSON.parse(String(await inProject('src/web/styles/tokens.json')))
  expect([background_color, theme_color]).toEqual([light.bg, light.surface])
})
