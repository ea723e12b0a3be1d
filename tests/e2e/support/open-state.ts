import type { Page } from '@playwright/test'
import type { State } from './states.ts'

export const openState = async (page: Page, { path, before, open }: State): Promise<void> => {
  // Ends the requests of the state before, which would go on to the server.
  await page.goto('/robots.txt')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await before?.(page)
  await page.goto(path)
  await open(page)
}
