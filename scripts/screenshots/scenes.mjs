import { neverResolves, scrollThrough, waitForHeading, waitForText } from './parts.mjs'
import { accountScenes } from './scenes-account.mjs'
import { importScenes } from './scenes-imports.mjs'
import { leadScenes } from './scenes-leads.mjs'
import { notificationScenes } from './scenes-notifications.mjs'

/** Screens without a login, and what replaces a screen that fails. */
const publicScenes = [
  { name: 'landing', path: '/', fullPage: true, act: scrollThrough },
  { name: 'login', path: '/login', act: waitForHeading },
  {
    name: 'login-rejected',
    path: '/login',
    act: async ({ page }) => {
      await page.getByLabel('E-mail').fill('bruna@exemplo.com.br')
      await page.getByLabel('Senha', { exact: true }).fill('senha-errada')
      await page.getByRole('button', { name: 'Entrar' }).click()
      await page.getByRole('button', { name: 'Tentar Novamente' }).waitFor()
    },
  },
  {
    name: 'login-expired',
    path: '/dashboard',
    account: 'empty',
    before: ({ page }) =>
      page.route('**/api/auth/**', route =>
        route.fulfill({ status: 401, json: { code: 'session_expired', message: 'Sessão expirada', requestId: 'x' } }),
      ),
    act: async context => {
      await context.page.waitForURL('**/login')
      await waitForHeading(context)
    },
  },
  { name: 'register', path: '/register', act: waitForHeading },
  {
    name: 'register-mistakes',
    path: '/register',
    fullPage: true,
    act: async ({ page }) => {
      await page.getByLabel('E-mail').fill('bruna@')
      await page.getByLabel('Senha', { exact: true }).fill('abc')
      await page.getByRole('button', { name: 'Criar conta' }).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  { name: 'forgot', path: '/forgot-password', act: waitForHeading },
  {
    name: 'forgot-sent',
    path: '/forgot-password',
    act: async ({ page }) => {
      await page.getByLabel('E-mail').fill('ninguem@exemplo.com.br')
      await page.getByRole('button', { name: 'Enviar link de redefinição' }).click()
      await waitForText(page, 'Se o e-mail existir, enviaremos as instruções.')
    },
  },
  { name: 'reset', path: '/reset-password?token=a&email=bruna@exemplo.com.br', act: waitForHeading },
  { name: 'reset-without-link', path: '/reset-password', act: waitForHeading },
  { name: 'confirm-email', path: '/confirm-email#token=a&email=bruna@exemplo.com.br', act: waitForHeading },
  { name: 'invitation', path: '/convite#a', act: waitForHeading },
  {
    name: 'form',
    // Any page: the form's own address is known only after it was created.
    path: '/termos',
    account: 'many',
    fullPage: true,
    act: async ({ page, api }) => {
      const form = await api('POST', '/capture/forms', {
        nome: 'Site',
        title: 'Peça seu orçamento',
        intro: 'Conte o que você precisa. Respondemos no mesmo dia útil.',
        fields: ['nome', 'telefone', 'email', 'mensagem'],
        required: ['nome', 'telefone'],
        consentText: 'Autorizo o contato sobre este pedido.',
      })
      await page.goto(`/f/${(await form.json()).key}`)
      await page.getByRole('button', { name: 'Enviar' }).waitFor()
    },
  },
  { name: 'terms', path: '/termos', fullPage: true, act: waitForHeading },
  { name: 'privacy-policy', path: '/privacidade', fullPage: true, act: waitForHeading },
  { name: 'not-found', path: '/nao/existe', act: waitForHeading },
  {
    name: 'verifying',
    path: '/dashboard',
    account: 'empty',
    before: ({ page }) => page.route('**/api/auth/verify-token', neverResolves),
    act: ({ page }) => waitForText(page, 'Verificando autenticação...'),
  },
  {
    name: 'server-unavailable',
    path: '/dashboard',
    account: 'empty',
    before: ({ page }) => page.route('**/api/auth/**', route => route.abort()),
    act: waitForHeading,
  },
  {
    name: 'broken-screen',
    path: '/profile',
    account: 'many',
    before: ({ page }) => page.route('**/assets/profile-page*', route => route.abort()),
    act: ({ page }) => waitForText(page, 'Esta tela não abriu'),
  },
  {
    name: 'broken-screen-signed-out',
    path: '/login',
    before: ({ page }) => page.route('**/assets/login-page*', route => route.abort()),
    act: ({ page }) => waitForText(page, 'Esta tela não abriu'),
  },
]

/**
 * `account`: a name of screenshot-accounts.mjs to sign in as · `before`: runs before the page opens · `act`: leads to the
 * state to capture · `fullPage`: captures the whole page instead of the window · `only`: captures only this width.
 */
export const scenes = [...publicScenes, ...leadScenes, ...importScenes, ...notificationScenes, ...accountScenes]
