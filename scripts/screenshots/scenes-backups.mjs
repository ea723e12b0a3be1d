import { press, waitForText, waitUntilLoaded } from './parts.mjs'

const id = digit => `00000000-0000-7000-8000-00000000000${digit}`
const aBackup = (digit, changes = {}) => ({
  _id: id(digit),
  kind: 'daily',
  createdAt: `2026-11-2${digit}T06:12:00.000000Z`,
  day: `2026-11-2${digit}`,
  leads: 1240 + digit,
  bytes: 482_000,
  verifiedAt: new Date(Date.now() - 6 * 3_600_000).toISOString(),
  failure: null,
  loadedAt: digit === 2 ? '2026-11-22T06:13:00.000000Z' : null,
  expiresAt: null,
  ...changes,
})
const restored = (state, changes = {}) => ({
  _id: id(9),
  backupId: id(2),
  backupAt: '2026-11-22T06:12:00.000000Z',
  mode: 'state',
  state,
  createdAt: '2026-11-22T12:00:00.000000Z',
  preview: { returning: 300, changing: 50, removing: 20, erased: 1 },
  total: 371,
  done: 200,
  result: { returning: 300, changing: 50, removing: 20, erased: 1, kept: 0 },
  error: null,
  finishedAt: null,
  undoUntil: null,
  undo: null,
  ...changes,
})
const done = restored('done', { finishedAt: '2026-11-22T12:01:00.000000Z', undoUntil: '2026-11-29T12:01:00.000000Z' })

/** The backups page with the given restores; the last one is what the server responds with. */
const withBackups =
  (restores, changes = {}) =>
  async ({ page }) => {
    const backups = [
      aBackup(3),
      aBackup(2, { kind: 'manual' }),
      aBackup(1, { kind: 'before-restore', expiresAt: '2026-11-29T06:12:00.000000Z' }),
      aBackup(0, { verifiedAt: null, failure: 'incomplete' }),
    ]
    await page.route('**/api/account-backups', route =>
      route.fulfill({
        json: { backups, restores, dailyDays: 30, weeklyWeeks: 12, isBeingMade: false, isFailing: false, ...changes },
      }),
    )
    const [restore = restored('ready')] = restores
    await page.route('**/api/account-restores', route =>
      route.fulfill({ status: 201, json: restored('checking', { preview: null }) }),
    )
    await page.route('**/api/account-restores/*', route => route.fulfill({ json: restore }))
  }

const backupScene = (name, restores, act = waitUntilLoaded, changes = {}) => ({
  name: `profile-backups-${name}`,
  path: '/profile/copias',
  account: 'many',
  fullPage: true,
  before: withBackups(restores, changes),
  act,
})
const askForRestore = async context => {
  await press('Restaurar')(context)
  await context.page.getByRole('radio').last().check()
}
export const backupScenes = [
  backupScene('done', [done]),
  backupScene('running', [restored('running')]),
  backupScene('being-made', [], ({ page }) => waitForText(page, 'a cópia aparece aqui'), { isBeingMade: true }),
  backupScene('failing', [], waitUntilLoaded, { isFailing: true }),
  backupScene('choice', [], askForRestore),
  backupScene('preview', [], async context => {
    await askForRestore(context)
    await context.page.getByRole('button', { name: 'Ver a prévia' }).click()
    await context.page.getByLabel('Digite VOLTAR').waitFor()
  }),
]
