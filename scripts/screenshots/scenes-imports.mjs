import { spreadsheetStates } from '../../tests/e2e/support/spreadsheet-states.ts'

export const importScenes = spreadsheetStates.map(({ name, path, before, open }) => ({
  name: `sheets-${name.replaceAll(' ', '-')}`,
  path,
  account: 'many',
  fullPage: !name.startsWith('selection'),
  before: ({ page }) => before?.(page),
  act: ({ page }) => open(page),
}))
