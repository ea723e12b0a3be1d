import { held, refuse, see, seeHeading } from './picture-parts.mjs'

const settled = async stage => {
  await seeHeading(stage)
  await stage.page.waitForLoadState('networkidle')
}
const press = name => async stage => {
  await settled(stage)
  await stage.page.getByRole('button', { name }).first().click()
}

const headerScenes = [
  {
    name: 'theme-menu',
    only: 1440,
    path: '/dashboard',
    who: 'many',
    act: async stage => {
      await press(/^(Tema|Aparência)$/)(stage)
      await stage.page.getByRole('menu').waitFor()
    },
  },
  { name: 'account-menu', only: 390, path: '/dashboard', who: 'trial', act: press('Abrir menu') },
  { name: 'account-menu-admin', only: 390, path: '/profile', who: 'admin', act: press('Abrir menu') },
]

/** Every state in which an account can be. */
const states = ['trial', 'over', 'many', 'ending', 'late', 'canceled', 'admin']

const stateScenes = states.flatMap(who => [
  { name: `profile-${who}`, path: '/profile', who, whole: true, act: settled },
  { name: `subscription-${who}`, path: '/subscription', who, whole: true, act: settled },
])

const profileScenes = [
  { name: 'profile-edit', path: '/profile', who: 'many', act: press('Editar') },
  {
    name: 'profile-password-mistakes',
    path: '/profile',
    who: 'many',
    whole: true,
    act: async stage => {
      await press('Alterar senha')(stage)
      await stage.page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'profile-cancel-question',
    path: '/profile',
    who: 'many',
    act: async stage => {
      await press('Cancelar assinatura')(stage)
      await stage.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'profile-remove-account',
    path: '/profile',
    who: 'many',
    act: async stage => {
      await press('Excluir minha conta')(stage)
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'profile-loading',
    path: '/profile',
    who: 'many',
    whole: true,
    before: async ({ page }) => {
      await page.route('**/api/stripe/**', held)
      await page.route('**/api/auth/s*', held)
    },
    act: async ({ page }) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'profile-failed',
    path: '/profile',
    who: 'many',
    whole: true,
    before: async ({ page }) => {
      for (const path of ['**/api/stripe/**', '**/api/auth/s*'])
        await page.route(path, refuse(400, 'validation_failed'))
    },
    act: settled,
  },
]

const planScenes = [
  { name: 'subscription-turned-back', path: '/subscription?canceled=true', who: 'trial', act: settled },
  {
    name: 'subscription-not-configured',
    path: '/subscription',
    who: 'over',
    before: ({ page }) =>
      page.route('**/api/stripe/plans', route =>
        route.fulfill({ json: { plans: [], configured: false, mode: 'test' } }),
      ),
    act: settled,
  },
  {
    name: 'checkout-confirming',
    path: '/dashboard?success=true',
    who: 'over',
    act: ({ page }) => see(page, 'Confirmando sua assinatura...'),
  },
  {
    name: 'checkout-confirmed',
    path: '/dashboard?success=true',
    who: 'full',
    act: async ({ page }) => {
      await see(page, 'Assinatura realizada com sucesso!')
      await page.locator('[data-card]').first().waitFor()
    },
  },
  {
    name: 'checkout-unconfirmed',
    path: '/dashboard?success=true',
    who: 'over',
    act: ({ page }) => see(page, 'Ainda não recebemos a confirmação do pagamento'),
  },
]

const adminScenes = [
  { name: 'admin', path: '/admin', who: 'admin', whole: true, act: settled },
  {
    name: 'admin-none-found',
    path: '/admin?q=xyzxyz',
    who: 'admin',
    act: settled,
  },
  { name: 'admin-restricted', path: '/admin', who: 'trial', act: settled },
  {
    name: 'admin-loading',
    path: '/admin',
    who: 'admin',
    before: ({ page }) => page.route('**/api/metrics/**', held),
    act: ({ page }) => see(page, 'Carregando painel administrativo...'),
  },
  {
    name: 'all-leads',
    path: '/admin/leads',
    who: 'admin',
    act: async stage => {
      await settled(stage)
      await see(stage.page, /^Total: /)
    },
  },
  { name: 'all-leads-none-found', path: '/admin/leads?q=xyzxyz', who: 'admin', act: settled },
]

export const accountScenes = [...headerScenes, ...stateScenes, ...profileScenes, ...planScenes, ...adminScenes]
