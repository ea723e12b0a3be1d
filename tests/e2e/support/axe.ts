import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The other rules do not depend on colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

const themes = [
  { colorScheme: 'dark', runOnly: { type: 'rule', values: colorRules } },
  { colorScheme: 'light', runOnly: { type: 'tag', values: tags } },
] as const

const findViolations = (page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> =>
  page.evaluate(async runOnly => {
    // Elements that pass need no selectors, which take axe half of its time.
    const { violations } = await window.axe.run(document, { ...(runOnly && { runOnly }), resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' | ')}`)
  }, runOnly)

/** Checks the colors of the current state of the page in the dark theme, and all rules in the light one, which it leaves on. */
export const expectNoAxeViolations = async (page: Page, state: string): Promise<void> => {
  await page.evaluate(source)
  for (const { colorScheme, runOnly } of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect.soft(await findViolations(page, runOnly), `${state}, ${colorScheme}`).toEqual([])
  }
}

declare global {
  interface Window {
    axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> }
  }
}
