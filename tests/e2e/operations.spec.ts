import { createProduct, removeProduct } from './support/product.ts'
import { expect, test } from './support/test.ts'

test('the product prints its URL', async ({ product, page }) => {
  expect(product.log).toContain(product.url)
  await page.goto('/')
  await expect(page).toHaveTitle('Sistema de Gestão de Leads – Fechou')
})

test('accounts survive a restart and a kill', async ({ startProduct, request }) => {
  const product = await startProduct()
  const data = { nome: 'Ana Souza', email: 'ana@example.com', password: 'segredo-1', confirmPassword: 'segredo-1' }
  const signIn = () =>
    request.post(`${product.url}/api/auth/login`, { data: { email: data.email, password: data.password } })
  expect((await request.post(`${product.url}/api/auth/register`, { data })).ok()).toBe(true)
  await product.restart()
  expect((await signIn()).status()).toBe(200)
  await product.kill()
  await product.start()
  expect((await signIn()).status()).toBe(200)
})

test('the product stops with exit code 0', async ({ startProduct }) => {
  const product = await startProduct()
  expect(await product.stop()).toBe(0)
})

test('the product that is stopped while it starts exits with code 0', async () => {
  const product = await createProduct()
  const started = product.start().catch(() => undefined)
  await expect.poll(() => product.log).not.toBe('')
  expect(await product.stop(), product.log).toBe(0)
  await started
  await removeProduct(product)
})
