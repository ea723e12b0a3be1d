import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { brandApi } from '#contract/brand/brand.ts'
import { deriveBrandColors } from '#contract/brand/brand-colors.ts'
import { aSubscriber, type Person, subscribe } from '#server/testing/factories.ts'
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

describe('the page of plans', () => {
  const open = async (person: Person) => {
    openApp('/subscription', person.token)
    await screen.findByRole('article', { name: 'Empresarial' })
    await screen.findByText('Seu plano atual')
    const shown = [document.title, document.body.innerHTML.replace(generated, ''), colors()]
    cleanup()
    return shown
  }

  it('is the same with a brand and without one', async () => {
    const [plain, branded] = [await aSubscriber(server, 'enterprise'), await aSubscriber(server, 'enterprise')]
    await setBrand(branded)
    const expected = await open(plain)
    expect(expected[1]).toContain('Fechou')
    expect(await open(branded)).toEqual(expected)
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
