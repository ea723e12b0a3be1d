const aNotification = (number, changes) => ({
  _id: `018f0000-0000-7000-8000-00000000000${number}`,
  kind: 'assigned',
  at: new Date(Date.now() - number * number * 2_000_000).toISOString(),
  isRead: number > 2,
  count: 1,
  lead: null,
  cause: { _id: '018f0000-0000-7000-8000-000000000000', nome: 'Marina Alves' },
  outcome: null,
  dueOn: null,
  ...changes,
})
const named = nome => ({ _id: '018f0000-0000-7000-8000-000000000000', nome })

const notifications = [
  aNotification(1, { count: 12 }),
  aNotification(2, { kind: 'captured', cause: named('Site'), lead: named('Clínica Bem-Estar') }),
  aNotification(2, {
    _id: '018f0000-0000-7000-8000-000000000009',
    kind: 'deadline',
    cause: named('LGPD-2026-7K3FQ9XW'),
    dueOn: '2026-12-05T00:00:00.000Z',
  }),
  aNotification(2, { _id: '018f0000-0000-7000-8000-000000000008', kind: 'backups-failing', cause: null }),
  aNotification(3, { kind: 'quarantined', cause: named('Site') }),
  aNotification(4, { lead: named('Cooperativa Agropecuária dos Produtores de Café do Sul de Minas Gerais') }),
  aNotification(5, { kind: 'imported', cause: named('contatos-da-feira-2026.xlsx'), outcome: 'done' }),
  aNotification(6, { kind: 'joined', cause: named('Rui Lima') }),
]

export const notificationScenes = Object.entries({ many: notifications, empty: [] }).map(([name, list]) => ({
  name: `notifications-${name}`,
  path: '/dashboard',
  account: 'many',
  before: ({ page }) =>
    page.route('**/api/notifications', route =>
      route.fulfill({ json: { unread: list.filter(({ isRead }) => !isRead).length, notifications: list } }),
    ),
  act: async ({ page }) => {
    await page.getByRole('button', { name: /^Notificações/ }).click()
    await page.getByRole('region', { name: 'Notificações' }).getByRole('heading').waitFor()
    await page.waitForTimeout(400)
  },
}))
