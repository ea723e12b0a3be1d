import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The other rules do not depend on colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Checks the current state of the page in the light theme, and its colors in the dark one. */
export const expectNoAxeViolations = async (page: Page, state: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Legacy mode avoids an extra page per analysis. It suffices for pages without cross-origin frames.
    const builder = new AxeBuilder({ page }).setLegacyMode()
    const { violations } = await (colorScheme === 'light'
      ? builder.withTags(rules)
      : builder.withRules(colorRules)
    ).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' | ')}`)
    expect(found, `${state}, ${colorScheme}`).toEqual([])
  }
}
