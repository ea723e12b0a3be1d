import { expect, type Page, type Route } from '@playwright/test'
import type { Stage } from '../../../src/contract/leads/lead-status.ts'
import { addLead, signUpViaApi } from './accounts.ts'
import { runAdminCli } from './admin.ts'
import type { Product } from './product.ts'

/** A state of a screen that a user can see. */
export interface State {
  name: string
  path: string
  /** Runs before the page opens. */
  before?: (page: Page) => Promise<unknown>
  /** Leads to the state and waits for it. */
  open: (page: Page) => Promise<unknown>
}

const waitForHeading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor()
const waitForText = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const clickButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768

export const publicStates: State[] = [
  { name: 'landing page', path: '/', open: waitForHeading },
  { name: 'sign-in', path: '/login', open: waitForHeading },
  {
    name: 'rejected sign-in',
    path: '/login',
    open: async page => {
      await page.getByLabel('E-mail').fill('ninguem@exemplo.com.br')
      await page.getByLabel('Senha', { exact: true }).fill('senha-errada')
      await clickButton(page, 'Entrar')
      await page.getByRole('button', { name: 'Tentar Novamente' }).waitFor()
    },
  },
  {
    name: 'registration with mistakes',
    path: '/register',
    open: async page => {
      await clickButton(page, 'Criar conta')
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  { name: 'forgotten password', path: '/forgot-password', open: waitForHeading },
  { name: 'reset without a link', path: '/reset-password', open: waitForHeading },
  { name: 'an e-mail to confirm', path: '/confirm-email#token=a&email=bruna@exemplo.com.br', open: waitForHeading },
  { name: 'reset', path: '/reset-password?token=a&email=b@c.com', open: waitForHeading },
  { name: 'terms', path: '/termos', open: waitForHeading },
  { name: 'privacy policy', path: '/privacidade', open: waitForHeading },
  { name: 'unknown path', path: '/nada', open: waitForHeading },
]

const waitForCard = (page: Page) => page.locator('[data-card]').first().waitFor()
const waitForRow = (page: Page) => page.locator('[data-row]').first().waitFor()
const openMenu = async (page: Page) => {
  await clickButton(page, /^Ações de/)
  await page.getByRole('menu').waitFor()
}
const openLead = async (page: Page) => {
  await waitForCard(page)
  await page.locator('[data-card] [data-open]').first().press('Enter')
  await page.getByRole('dialog').getByLabel('Nome').waitFor()
}

export const leadStates: State[] = [
  { name: 'dashboard', path: '/dashboard', open: waitForCard },
  {
    name: 'stats by status',
    path: '/dashboard',
    open: async page => {
      await waitForCard(page)
      await clickButton(page, 'Por etapa')
    },
  },
  { name: 'today', path: '/dashboard?aba=hoje', open: waitForRow },
  { name: 'board', path: '/dashboard?aba=kanban', open: waitForCard },
  { name: 'board with a filter', path: '/dashboard?aba=kanban&q=maria&prospeccao_de=2026-01-01', open: waitForCard },
  { name: 'board over the whole window', path: '/dashboard?aba=kanban&tela=cheia', open: waitForCard },
  { name: 'list', path: '/dashboard?aba=lista', open: waitForRow },
  { name: 'nothing found', path: '/dashboard?aba=lista&q=ninguem', open: waitForText('Nenhum lead encontrado') },
  {
    name: 'menu of a card',
    path: '/dashboard?aba=kanban',
    open: async page => {
      await waitForCard(page)
      await openMenu(page)
    },
  },
  {
    name: 'shortcuts of the board',
    path: '/dashboard?aba=kanban',
    open: async page => {
      await waitForCard(page)
      await page.locator('[data-card] [data-open]').first().press('?')
      await page.getByRole('dialog').getByText('Esta ajuda').waitFor()
    },
  },
  {
    name: 'menu of a row',
    path: '/dashboard?aba=lista',
    open: async page => {
      await waitForRow(page)
      await openMenu(page)
    },
  },
  {
    name: 'choice of appearance',
    path: '/dashboard?aba=lista',
    open: async page => {
      await waitForRow(page)
      await clickButton(page, isPhone(page) ? 'Abrir menu' : 'Aparência')
      await page.getByText('Densidade').first().waitFor()
    },
  },
  {
    name: 'new lead with mistakes',
    path: '/dashboard?lead=novo',
    open: async page => {
      await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
      await waitForText('Informe o nome')(page)
    },
  },
  { name: 'lead', path: '/dashboard?aba=kanban', open: openLead },
  {
    name: 'question before leaving a changed lead',
    path: '/dashboard?aba=kanban',
    open: async page => {
      await openLead(page)
      await page.getByRole('dialog').getByLabel('Telefone').fill('11999999999')
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'question before deleting',
    path: '/dashboard?aba=kanban',
    open: async page => {
      await waitForCard(page)
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Excluir' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'reports', path: '/dashboard/relatorios', open: waitForText('Por que perdemos') },
  {
    name: 'command palette',
    path: '/dashboard?aba=lista',
    open: async page => {
      await waitForRow(page)
      await clickButton(page, 'Buscar leads e ações')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'notifications',
    path: '/dashboard?aba=lista',
    open: async page => {
      await waitForRow(page)
      await clickButton(page, 'Notificações: 1 não lida')
      await page.getByRole('link', { name: /em espera/ }).waitFor()
    },
  },
  {
    name: 'deleted lead',
    path: '/dashboard?lead=018f0000-0000-7000-8000-000000000000',
    open: waitForText('não encontrado'),
  },
]

const neverResolves = () => new Promise<void>(() => {})
const respondInvalid = (route: Route) =>
  route.fulfill({ status: 400, json: { code: 'validation_failed', message: 'Falhou.', requestId: 'x' } })

/** Loading and error states, reached by holding or failing requests. */
export const waitingAndErrorStates: State[] = [
  {
    name: 'loading dashboard',
    path: '/dashboard',
    before: page => page.route('**/api/leads/**', neverResolves),
    // The skeleton that shows before the page's code has no heading.
    open: page => page.locator('main:has(h1) [aria-busy=true]').first().waitFor(),
  },
  {
    name: 'leads that failed to load',
    path: '/dashboard',
    before: page => page.route('**/api/leads/**', respondInvalid),
    open: waitForText('Erro ao buscar leads'),
  },
  {
    name: 'rejected move',
    path: '/dashboard?aba=kanban',
    before: page =>
      page.route('**/api/leads/*', route =>
        route.request().method() === 'PATCH' ? respondInvalid(route) : route.continue(),
      ),
    open: async page => {
      await waitForCard(page)
      await page.locator('[data-open][tabindex="0"]').first().focus()
      await page.keyboard.press(']')
      await waitForText('Erro ao atualizar lead!')(page)
    },
  },
  {
    name: 'unavailable server',
    path: '/dashboard',
    before: page => page.route('**/api/auth/**', route => route.abort()),
    open: waitForText('continua aberta neste aparelho'),
  },
  {
    name: 'screen whose code failed to load',
    path: '/profile',
    before: page => page.route('**/assets/profile-page*', route => route.abort()),
    open: waitForText('Esta tela não abriu'),
  },
]

const loadingIndicator = '[aria-busy=true], [role=status]:has-text("Carregando")'

/** Waits for the screen with this title and all of its data. */
export const waitForScreen = (title: string) => async (page: Page) => {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await expect(page.locator(loadingIndicator)).toHaveCount(0)
}
const waitForProfile = waitForScreen('Perfil')
const waitForPlans = async (page: Page) => {
  await waitForScreen('Escolha seu plano')(page)
  await waitForText('Ambiente de teste: nenhum valor é cobrado')(page)
}

export const accountStates: State[] = [
  { name: 'profile', path: '/profile', open: waitForProfile },
  { name: 'fiscal data', path: '/profile/dados-fiscais', open: waitForScreen('Dados fiscais') },
  { name: 'devices', path: '/profile/aparelhos', open: waitForScreen('Aparelhos') },
  {
    name: 'profile while it is edited',
    path: '/profile',
    open: async page => {
      await waitForProfile(page)
      await clickButton(page, 'Editar')
      await clickButton(page, 'Alterar senha')
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'question before deleting the account',
    path: '/profile/dados',
    open: async page => {
      await waitForScreen('Seus dados')(page)
      await clickButton(page, 'Excluir minha conta')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'plans', path: '/subscription', open: waitForPlans },
  { name: 'panel without permission', path: '/admin', open: waitForScreen('Acesso Restrito') },
]

export const adminStates: State[] = [
  { name: 'panel of administrators', path: '/admin', open: waitForScreen('Painel administrativo') },
  { name: 'leads of all clients', path: '/admin/leads', open: waitForScreen('Todos os leads') },
  { name: 'no lead of any client', path: '/admin/leads?q=xyzxyz', open: waitForText('Nenhum lead encontrado') },
  { name: 'profile of an administrator', path: '/profile', open: waitForProfile },
  { name: 'plans for an administrator', path: '/subscription', open: waitForPlans },
]

/** Signs the page in as a new account with one lead per stage. */
export const signInWithLeads = async (
  page: Page,
  stages: Stage[] = ['novo-lead', 'ganho', 'perdido'],
): Promise<string> => {
  const { token } = await signUpViaApi(page)
  for (const status of stages) await addLead(page, token, { nome: `Maria Aparecida ${status}`, status })
  await addWaitingSubmission(page, token)
  return token
}

/** Sends a form too little, which the owner is told. */
const addWaitingSubmission = async (page: Page, token: string): Promise<void> => {
  const data = {
    nome: 'Site',
    title: 'Fale com a gente',
    thanks: 'Obrigado.',
    fields: ['nome', 'telefone'],
    required: ['telefone'],
  }
  const headers = { authorization: `Bearer ${token}` }
  const { key } = await (await page.request.post('/api/capture/forms', { headers, data })).json()
  await page.request.post(`/api/capture/${key}`, { data: { nome: 'Bia Reis' } })
}

/** Signs the page in as a new administrator, after creating a client with a lead. */
export const signInAsAdmin = async (page: Page, product: Product): Promise<void> => {
  await signInWithLeads(page, ['novo-lead'])
  const { email } = await signUpViaApi(page)
  expect(runAdminCli(product, email).status).toBe(0)
}
