import type { Locator, Page } from '@playwright/test'

/** The board's link in the header, or in the phone's bottom bar. */
export const boardLink = (page: Page): Locator => page.getByRole('link', { name: /^(Kanban|Funil)$/ })

/** Shows the filters and actions that phones hide behind a button. */
export const showActions = async (page: Page): Promise<void> => {
  const more = page.getByRole('button', { name: 'Filtros e ações', expanded: false })
  if (await more.isVisible()) await more.click()
}
