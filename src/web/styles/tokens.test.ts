import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stages } from '#contract/leads/lead-status.ts'

type Scheme = Record<string, string>
type Tokens = Record<'light' | 'dark', Scheme & { stages: Record<string, Scheme> }>

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const tokens: Tokens = JSON.parse(read('./tokens.json'))
const css = read('./tokens.css')

const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const declared = (block: string) =>
  Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]))

const [lightCss = '', darkCss = ''] = css.slice(css.indexOf(':root {')).split('@variant dark')
const inCss = { light: declared(lightCss), dark: declared(darkCss) }

const flat = ({ stages: byStage, ...plain }: Tokens['light']): Scheme =>
  Object.fromEntries([
    ...Object.entries(plain).map(([name, value]) => [kebab(name), value]),
    ...Object.entries(byStage).flatMap(([stage, parts]) =>
      Object.entries(parts).map(([part, value]) => [`stage-${stage}-${part}`, value]),
    ),
  ])

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the WCAG 2 contrast ratio, from 1 to 21. */
const contrast = (one: string, other: string) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const pairs: [text: string, ground: string, minimum: number][] = [
  ...['text', 'text2', 'text3', 'brand', 'danger', 'success', 'warn'].flatMap(text =>
    ['bg', 'surface', 'column', 'hover', 'raised'].map((ground): [string, string, number] => [text, ground, 4.5]),
  ),
  ['on-brand', 'brand', 4.5],
  ['on-brand', 'brand-hover', 4.5],
  ['on-brand', 'danger', 4.5],
  // Notices and badges: a tone on its soft background, and the adjacent text.
  ['brand', 'brand-soft', 4.5],
  ['danger', 'danger-soft', 4.5],
  ['success', 'stage-ganho-soft', 4.5],
  ['warn', 'stage-proposta-enviada-soft', 4.5],
  ...['brand-soft', 'danger-soft', 'stage-ganho-soft', 'stage-proposta-enviada-soft'].map(
    (ground): [string, string, number] => ['text2', ground, 4.5],
  ),
  ...['bg', 'surface', 'column', 'raised'].map((ground): [string, string, number] => ['focus', ground, 3]),
  ...['bg', 'surface'].map((ground): [string, string, number] => ['border-strong', ground, 3]),
  ...stages.flatMap((stage): [string, string, number][] => [
    [`stage-${stage}-fg`, `stage-${stage}-soft`, 7],
    ...['surface', 'column', 'raised', `stage-${stage}-soft`].map((ground): [string, string, number] => [
      `stage-${stage}-dot`,
      ground,
      3,
    ]),
  ]),
]

describe.each(['light', 'dark'] as const)('the %s colours', scheme => {
  const colours = flat(tokens[scheme])

  it('are the same in tokens.css and tokens.json', () => {
    expect(inCss[scheme]).toEqual(colours)
  })

  it.each(pairs)('%s on %s has a contrast of at least %d', (text, ground, minimum) => {
    expect(contrast(colours[text] ?? '', colours[ground] ?? '')).toBeGreaterThanOrEqual(minimum)
  })
})

it('the icon of WhatsApp is drawn in the color of secondary text', () => {
  const strokes = [...css.matchAll(/--icon-whatsapp: .*stroke='%23([0-9a-f]{6})'/g)].map(([, color]) => `#${color}`)
  expect(strokes).toEqual([tokens.light.text2, tokens.dark.text2])
})

it('the notices use soft backgrounds that this test measures', () => {
  expect(css).toContain('--success-soft: var(--stage-ganho-soft);')
  expect(css).toContain('--warn-soft: var(--stage-proposta-enviada-soft);')
})

it('every color has a class', () => {
  const scale = read('./scale.css')
  for (const name of Object.keys(flat(tokens.light))) expect(scale).toContain(`--color-${name}: var(--${name});`)
})
