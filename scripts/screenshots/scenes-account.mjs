import {
  neverResolves,
  press,
  rejectWith,
  waitForCards,
  waitForText,
  waitUntilIdle,
  waitUntilLoaded,
} from './parts.mjs'
import { backupScenes } from './scenes-backups.mjs'

const profileDialog = (name, path, button, role) => ({
  name,
  path,
  account: 'many',
  act: async context => {
    await press(button)(context)
    await context.page.getByRole(role).waitFor()
  },
})

const openAccountMenu = async context => {
  await press('Abrir menu')(context)
  await context.page.getByRole('navigation', { name: 'Conta' }).waitFor()
}

const headerScenes = [
  {
    name: 'theme-menu',
    only: 1440,
    path: '/dashboard',
    account: 'many',
    act: async context => {
      await press(/^(Tema|Aparência)$/)(context)
      await context.page.getByRole('menu').waitFor()
    },
  },
  { name: 'account-menu', only: 390, path: '/dashboard', account: 'trial', act: openAccountMenu },
  { name: 'account-menu-admin', only: 390, path: '/profile', account: 'admin', act: openAccountMenu },
]

const states = ['trial', 'over', 'many', 'ending', 'late', 'canceled', 'pending', 'admin']

const stateScenes = states.flatMap(account => [
  { name: `profile-${account}`, path: '/profile', account, fullPage: true, act: waitUntilIdle },
  { name: `subscription-${account}`, path: '/subscription', account, fullPage: true, act: waitUntilIdle },
])

const profileSections = {
  devices: 'aparelhos',
  fiscal: 'dados-fiscais',
  data: 'dados',
  backups: 'copias',
  notices: 'avisos',
  team: 'equipe',
  stages: 'etapas',
  sales: 'vendas',
  integrations: 'integracoes',
  privacy: 'privacidade',
  brand: 'marca',
  help: 'ajuda',
}
const sectionScenes = Object.entries(profileSections).flatMap(([name, folder]) =>
  ['many', 'empty'].map(account => ({
    name: `profile-${name}-${account}`,
    path: `/profile/${folder}`,
    account,
    fullPage: true,
    act: waitUntilLoaded,
  })),
)

const aPersonLead = (digit, nome, changes = {}) => ({
  _id: `00000000-0000-7000-8000-00000000000${digit}`,
  nome,
  negocio: 'Padaria Sol',
  telefone: '(11) 98765-4321',
  email: 'bia.reis@padariasol.com.br',
  status: 'negociacao',
  createdAt: '2026-11-02T12:00:00.000000Z',
  isRemoved: false,
  origem: 'formulario',
  baseLegal: 'consentimento',
  naoContatar: false,
  ...changes,
})
const aCorrection = {
  _id: '00000000-0000-7000-8000-000000000009',
  protocol: 'LGPD-2026-7K3FQ9XW',
  kind: 'correcao',
  requester: 'Beatriz Reis',
  telefone: '(11) 98765-4321',
  email: null,
  verifiedHow: 'Por telefone',
  receivedOn: '2026-11-20T00:00:00.000Z',
  dueOn: '2026-12-05T00:00:00.000Z',
  state: 'aberto',
  outcome: null,
  closedAt: null,
}
const correctionScene = {
  name: 'profile-privacy-correct',
  path: '/profile/privacidade',
  account: 'many',
  before: async ({ page }) => {
    const leads = [
      aPersonLead(1, 'Bia Reis'),
      aPersonLead(2, 'Beatriz Reis Conceição de Albuquerque', { telefone: '' }),
    ]
    await page.route('**/api/privacy/person', route => route.fulfill({ json: { leads, notes: 3, erasedAt: null } }))
    await page.route('**/api/privacy/requests?*', route =>
      route.fulfill({ json: { requests: [aCorrection], total: 1 } }),
    )
  },
  act: async ({ page }) => {
    await page.getByLabel('Telefone ou e-mail da pessoa').fill('11 98765-4321')
    await page.getByRole('button', { name: 'Buscar', exact: true }).click()
    await page.getByRole('button', { name: 'Corrigir', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Pedido que isto responde').waitFor()
    await page.waitForTimeout(400)
  },
}

const profileScenes = [
  ...backupScenes,
  ...sectionScenes,
  correctionScene,
  { name: 'profile-edit', path: '/profile', account: 'many', act: press('Editar') },
  {
    name: 'profile-password-mistakes',
    path: '/profile',
    account: 'many',
    fullPage: true,
    act: async context => {
      await press('Alterar senha')(context)
      await context.page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  profileDialog('profile-cancel-question', '/profile', 'Cancelar assinatura', 'alertdialog'),
  profileDialog('profile-remove-account', '/profile/dados', 'Excluir minha conta', 'dialog'),
  {
    name: 'profile-loading',
    path: '/profile',
    account: 'many',
    fullPage: true,
    before: async ({ page }) => {
      await page.route('**/api/stripe/**', neverResolves)
      await page.route('**/api/auth/s*', neverResolves)
    },
    act: async ({ page }) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'profile-failed',
    path: '/profile',
    account: 'many',
    fullPage: true,
    before: async ({ page }) => {
      for (const path of ['**/api/stripe/**', '**/api/auth/s*'])
        await page.route(path, rejectWith(400, 'validation_failed'))
    },
    act: waitUntilIdle,
  },
]

const planScenes = [
  { name: 'subscription-turned-back', path: '/subscription?canceled=true', account: 'trial', act: waitUntilIdle },
  {
    name: 'subscription-not-configured',
    path: '/subscription',
    account: 'over',
    before: ({ page }) =>
      page.route('**/api/stripe/plans', route =>
        route.fulfill({ json: { plans: [], configured: false, mode: 'test' } }),
      ),
    act: waitUntilIdle,
  },
  {
    name: 'checkout-confirming',
    path: '/dashboard?success=true',
    account: 'over',
    act: ({ page }) => waitForText(page, 'Confirmando sua assinatura...'),
  },
  {
    name: 'checkout-confirmed',
    path: '/dashboard?success=true',
    account: 'full',
    act: async ({ page }) => {
      await waitForText(page, 'Assinatura realizada com sucesso!')
      await waitForCards({ page })
    },
  },
  {
    name: 'checkout-unconfirmed',
    path: '/dashboard?success=true',
    account: 'over',
    act: ({ page }) => waitForText(page, 'Ainda não recebemos a confirmação do pagamento'),
  },
]

const adminScenes = [
  { name: 'admin', path: '/admin', account: 'admin', fullPage: true, act: waitUntilIdle },
  {
    name: 'admin-none-found',
    path: '/admin?q=xyzxyz',
    account: 'admin',
    act: waitUntilIdle,
  },
  { name: 'admin-restricted', path: '/admin', account: 'trial', act: waitUntilIdle },
  {
    name: 'admin-loading',
    path: '/admin',
    account: 'admin',
    before: ({ page }) => page.route('**/api/metrics/**', neverResolves),
    act: ({ page }) => waitForText(page, 'Carregando painel administrativo...'),
  },
  {
    name: 'all-leads',
    path: '/admin/leads',
    account: 'admin',
    act: async context => {
      await waitUntilIdle(context)
      await waitForText(context.page, /^Total: /)
    },
  },
  { name: 'all-leads-none-found', path: '/admin/leads?q=xyzxyz', account: 'admin', act: waitUntilIdle },
]

export const accountScenes = [...headerScenes, ...stateScenes, ...profileScenes, ...planScenes, ...adminScenes]
