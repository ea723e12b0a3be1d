import { held, see, seeHeading, walkThrough } from './picture-parts.mjs'
import { accountScenes } from './picture-scenes-account.mjs'
import { leadScenes } from './picture-scenes-leads.mjs'

/** Screens that anybody sees, and what stands in place of a screen. */
const publicScenes = [
  { name: 'landing', path: '/', whole: true, act: walkThrough },
  { name: 'login', path: '/login', act: seeHeading },
  {
    name: 'login-refused',
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
    who: 'empty',
    before: ({ page }) =>
      page.route('**/api/auth/**', route =>
        route.fulfill({ status: 401, json: { code: 'session_expired', message: 'Sessão expirada', requestId: 'x' } }),
      ),
    act: async stage => {
      await stage.page.waitForURL('**/login')
      await seeHeading(stage)
    },
  },
  { name: 'register', path: '/register', act: seeHeading },
  {
    name: 'register-mistakes',
    path: '/register',
    whole: true,
    act: async ({ page }) => {
      await page.getByLabel('E-mail').fill('bruna@')
      await page.getByLabel('Senha', { exact: true }).fill('abc')
      await page.getByRole('button', { name: 'Criar conta' }).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  { name: 'forgot', path: '/forgot-password', act: seeHeading },
  {
    name: 'forgot-sent',
    path: '/forgot-password',
    act: async ({ page }) => {
      await page.getByLabel('E-mail').fill('ninguem@exemplo.com.br')
      await page.getByRole('button', { name: 'Enviar link de redefinição' }).click()
      await see(page, 'Se o e-mail existir, enviaremos as instruções.')
    },
  },
  { name: 'reset', path: '/reset-password?token=a&email=bruna@exemplo.com.br', act: seeHeading },
  { name: 'reset-without-link', path: '/reset-password', act: seeHeading },
  { name: 'confirm-email', path: '/confirm-email#token=a&email=bruna@exemplo.com.br', act: seeHeading },
  { name: 'not-found', path: '/nao/existe', act: seeHeading },
  {
    name: 'verifying',
    path: '/dashboard',
    who: 'empty',
    before: ({ page }) => page.route('**/api/auth/verify-token', held),
    act: ({ page }) => see(page, 'Verificando autenticação...'),
  },
  {
    name: 'server-away',
    path: '/dashboard',
    who: 'empty',
    before: ({ page }) => page.route('**/api/auth/**', route => route.abort()),
    act: seeHeading,
  },
  {
    name: 'broken-screen',
    path: '/profile',
    who: 'many',
    before: ({ page }) => page.route('**/assets/profile-page*', route => route.abort()),
    act: ({ page }) => see(page, 'Esta tela não abriu'),
  },
  {
    name: 'broken-screen-signed-out',
    path: '/login',
    before: ({ page }) => page.route('**/assets/login-page*', route => route.abort()),
    act: ({ page }) => see(page, 'Esta tela não abriu'),
  },
]

/**
 * What is pictured. `who`: whose session (a name of picture-people.mjs) · `before`: before the page is opened · `act`: until
 * there is what should be seen · `whole`: the whole page rather than the window · `only`: at this width.
 */
export const scenes = [...publicScenes, ...leadScenes, ...accountScenes]
