import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { brandApi } from '#contract/brand/brand.ts'
import { deriveBrandColors } from '#contract/brand/brand-colors.ts'
import { updateRole } from '#server/auth/store.ts'
import { aSubscriber, type Person, subscribe, userRow } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createAppFetch } from '../../../../tests/screens/app-fetch.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()
globalThis.fetch = createAppFetch(server.app)

const body = { nome: 'Padaria Sol', color: '#aa3300' }
const setBrand = ({ token }: Person) => server.call(brandApi.change, { token, body })
const header = async () => within(await screen.findByRole('banner'))
const colors = () => document.adoptedStyleSheets.flatMap(sheet => [...sheet.cssRules].map(rule => rule.cssText)).join()

describe('the brand', () => {
  it('that is saved shows in the header, in the title of the tab and in the colors', async () => {
    openApp('/profile/marca', (await aSubscriber(server, 'enterprise')).token)
    await userEvent.type(await screen.findByLabelText(/^Nome/), body.nome)
    await userEvent.type(screen.getByLabelText(/^Cor/), body.color)
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    expect(await (await header()).findByText('Padaria Sol')).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('Marca – Padaria Sol'))
    expect(colors()).toContain(deriveBrandColors(body.color).light.brand)
  })

  it('keeps the color that was set elsewhere when the name is saved, and says when both changed it', async () => {
    const owner = await aSubscriber(server, 'enterprise')
    await setBrand(owner)
    const { token } = owner
    const elsewhere = (color: string) => server.call(brandApi.change, { token, body: { nome: body.nome, color } })
    const stored = async () => (await server.call(brandApi.find, { token })).data
    openApp('/profile/marca', token)
    const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Salvar' }))
    await userEvent.type(await screen.findByLabelText(/^Nome/), ' Nova')
    await elsewhere('#123456')
    await save()
    await screen.findByText('Marca salva')
    expect(await stored()).toMatchObject({ nome: 'Padaria Sol Nova', color: '#123456' })
    const color = screen.getByLabelText<HTMLInputElement>(/^Cor/)
    expect(color.value).toBe('#123456')
    await elsewhere('#654321')
    await userEvent.clear(color)
    await userEvent.type(color, '#222222')
    await save()
    await screen.findByText(/Enquanto isso, mudou para “#654321”/)
    expect((await stored()).color).toBe('#654321')
    await save()
    await waitFor(async () => expect((await stored()).color).toBe('#222222'))
  })

  it('shows an error beside a color that is none', async () => {
    openApp('/profile/marca', (await aSubscriber(server, 'enterprise')).token)
    const color = await screen.findByLabelText(/^Cor/)
    await userEvent.type(color, 'azul')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Informe a cor com seis dígitos, de 000000 a ffffff')).toBeTruthy()
    expect((color as HTMLInputElement).value).toBe('azul')
  })

  it('waits after a downgrade, and the page says so', async () => {
    const owner = await aSubscriber(server, 'enterprise')
    await setBrand(owner)
    await subscribe(server, owner.user, 'pro')
    openApp('/profile/marca', owner.token)
    expect(await screen.findByText('Guardamos o nome e a cor que você escolheu: voltam com o plano.')).toBeTruthy()
    expect((await header()).getByText('Fechou')).toBeTruthy()
    expect(document.title).toBe('Marca – Fechou')
    expect(colors()).toBe('')
  })
})

/** Ids that React counts up. */
const generated = / (?:id|for|aria-[a-z]+)="[^"]*"/g

describe('is the same with a brand and without one:', () => {
  /** What a page shows once it shows the text. */
  const open = async (path: string, text: string, token?: string) => {
    openApp(path, token)
    await screen.findAllByText(text)
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
    const shown = [document.title, document.body.innerHTML.replace(generated, ''), colors()]
    cleanup()
    return shown
  }

  it.each([
    ['the page of plans', '/subscription', 'Seu plano atual'],
    ['the landing page', '/', 'Planos'],
    ['the terms', '/termos', 'Termos de uso'],
    ['the privacy policy', '/privacidade', 'Política de privacidade'],
  ])('%s', async (_, path, text) => {
    const [plain, branded] = [await aSubscriber(server, 'enterprise'), await aSubscriber(server, 'enterprise')]
    await setBrand(branded)
    const expected = await open(path, text, plain.token)
    expect(expected[1]).toContain('Fechou')
    expect(await open(path, text, branded.token)).toEqual(expected)
  })

  it('the administration', async () => {
    const owner = await aSubscriber(server, 'enterprise')
    const row = await userRow(server, owner.user)
    await updateRole(server.db, row.identity_id, 'admin')
    const expected = await open('/admin', owner.user.email, owner.token)
    await setBrand(owner)
    expect(await open('/admin', owner.user.email, owner.token)).toEqual(expected)
  })

  it.each([
    ['the login', '/login', 'Entrar no Fechou'],
    ['the registration', '/register', 'Criar conta'],
    ['the request for a new password', '/forgot-password', 'Enviar link de redefinição'],
    ['the page of a new password', '/reset-password?token=a&email=b@c.com', 'Nova senha'],
  ])('%s, after a session of a brand', async (_, path, text) => {
    const expected = await open(path, text)
    const owner = await aSubscriber(server, 'enterprise')
    await setBrand(owner)
    openApp('/profile/marca', owner.token)
    expect(await (await header()).findByText('Padaria Sol')).toBeTruthy()
    cleanup()
    localStorage.clear()
    sessionStorage.clear()
    expect(await open(path, text)).toEqual(expected)
  })
})

it('the login after a sign-out has the product’s own brand', async () => {
  const owner = await aSubscriber(server, 'enterprise')
  await setBrand(owner)
  openApp('/profile/marca', owner.token)
  expect(await (await header()).findByText('Padaria Sol')).toBeTruthy()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  await screen.findByRole('heading', { name: 'Entrar no Fechou' })
  expect([document.title, colors()]).toEqual(['Entrar – Fechou', ''])
  expect(screen.queryByText('Padaria Sol')).toBeNull()
})
