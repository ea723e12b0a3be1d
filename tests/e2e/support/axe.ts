import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Checks the current state of the page in both themes. */
export const expectNoAxeViolations = async (page: Page, state: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Legacy mode avoids an extra page per analysis. It suffices for pages without cross-origin frames.
    const { violations } = await new AxeBuilder({ page }).withTags(rules).setLegacyMode().analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' | ')}`)
    expect(found, `${state}, ${colorScheme}`).toEqual([])
  }
}
