import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { jspdfPatch } from '../scripts/web-build/patches/jspdf.ts'
import { reactRouterPatch } from '../scripts/web-build/patches/react-router.ts'
import { sonnerPatch } from '../scripts/web-build/patches/sonner.ts'

const read = (path: string): string => readFileSync(new URL(`../node_modules/${path}`, import.meta.url), 'utf8')
const versionOf = (packageName: string): string => JSON.parse(read(`${packageName}/package.json`)).version

describe.each([sonnerPatch, reactRouterPatch, jspdfPatch])('the patch of $packageName', patch => {
  it('matches the installed version and its code', () => {
    const code = read(`${patch.packageName}/${patch.file}`)
    expect(versionOf(patch.packageName)).toBe(patch.version)
    expect(patch.fits(code)).toBe(true)
    expect(patch.fits('')).toBe(false)
  })
})

it('radix-ui/internal exports the menu parts in the checked version', async () => {
  expect(versionOf('radix-ui')).toBe('1.8.1')
  const { Menu } = await import('radix-ui/internal')
  expect(Object.keys(Menu)).toEqual(
    expect.arrayContaining(['Root', 'Anchor', 'Portal', 'Content', 'Item', 'CheckboxItem', 'Label', 'Separator']),
  )
})
