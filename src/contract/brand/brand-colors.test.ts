import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type BrandColors, brandStyleSheet, contrastRatio, deriveBrandColors } from './brand-colors.ts'

const tokens: Record<
  'light' | 'dark',
  Record<'bg' | 'surface' | 'column' | 'raised' | 'hover' | 'onBrand' | 'text2', string>
> = JSON.parse(readFileSync(new URL('../../web/styles/tokens.json', import.meta.url), 'utf8'))

const shortColors = Array.from({ length: 4096 }, (_, index) =>
  [8, 4, 0].map(shift => ((index >> shift) & 15).toString(16).repeat(2)).join(''),
).map(hex => `#${hex}`)

it.each(['light', 'dark'] as const)('every short color has 4.5:1 where text stands in the %s theme', scheme => {
  const { bg, surface, column, raised, hover: hovered, onBrand, text2 } = tokens[scheme]
  const failed = shortColors.flatMap(color => {
    const { brand, hover, soft } = deriveBrandColors(color)[scheme]
    const pairs = [
      ...[bg, surface, column, raised, hovered, soft, onBrand].map(ground => [brand, ground] as const),
      ...[bg, surface, column, raised, hovered, soft, onBrand].map(ground => [hover, ground] as const),
      [text2, soft] as const,
    ]
    return pairs.filter(([one, other]) => contrastRatio(one, other) < 4.5).map(pair => [color, ...pair])
  })
  expect(shortColors).toHaveLength(4096)
  expect(failed).toEqual([])
})

it('a color that is readable as it is stays, and its opposite changes its lightness only', () => {
  const { light, dark } = deriveBrandColors('#7a1fa2')
  expect(light.brand).toBe('#7a1fa2')
  expect(dark.brand).not.toBe('#7a1fa2')
  expect(deriveBrandColors('#ffee00').light.brand).not.toBe('#ffee00')
  expect(deriveBrandColors('#ffee00').dark.brand).toBe('#ffee00')
})

it('the style sheet has the colors of both themes', () => {
  const colors: BrandColors = {
    light: { brand: '#111111', hover: '#000000', soft: '#eeeeee' },
    dark: { brand: '#dddddd', hover: '#ffffff', soft: '#222222' },
  }
  expect(brandStyleSheet(colors)).toBe(
    ':root{--brand:#111111;--brand-hover:#000000;--brand-soft:#eeeeee}' +
      ':root[data-theme=dark]{--brand:#dddddd;--brand-hover:#ffffff;--brand-soft:#222222}' +
      '@media(prefers-color-scheme:dark){:root:not([data-theme]){--brand:#dddddd;--brand-hover:#ffffff;--brand-soft:#222222}}',
  )
})
