import { expect, type Page } from '@playwright/test'
import type { Product } from './product.ts'

export const goodCard = '4242 4242 4242 4242'
/** Can be attached but declines every charge. */
export const failingCard = '4000 0000 0000 0341'
export const declinedCard = '4000 0000 0000 0002'

/** Fills the card form of the payments sandbox. */
export const fillCard = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel('Número do cartão').fill(number)
  await page.getByLabel('Validade (MM/AA)').fill('12/34')
  await page.getByLabel('Código de segurança (CVV)').fill('123')
  await page.getByLabel('Nome no cartão').fill('Mariana C Albuquerque')
}

/** Clicks a plan's button and waits for the hosted page. */
export const choosePlan = async (page: Page, name: string): Promise<void> => {
  await page.goto('/subscription')
  await page
    .getByRole('article', { name })
    .getByRole('button', { name: /^(Assinar Agora|Mudar para)/ })
    .click()
  await expect(page).toHaveURL(/\/(c\/pay|p\/session|i)\//)
  await expect(page.getByRole('banner')).toHaveText('Ambiente de teste: nenhum valor é cobrado')
}

export const subscribe = async (page: Page, plan: string): Promise<void> => {
  await choosePlan(page, plan)
  await fillCard(page, goodCard)
  await page.getByRole('button', { name: 'Assinar' }).click()
  await expect(page.getByText('Assinatura realizada com sucesso!')).toBeVisible()
}

export const openPortal = async (page: Page): Promise<void> => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Cartão e cobrança' }).click()
  await expect(page.getByRole('heading', { name: 'Sua assinatura' })).toBeVisible()
}

/** Advances the payments sandbox by a month and two hours: a renewal is charged an hour after its invoice. */
export const advanceOneMonth = async (page: Page, { sandboxUrl }: Product): Promise<void> => {
  for (const by of ['month', 'hour', 'hour']) {
    const response = await page.request.post(`${sandboxUrl}/_sandbox/clock`, { data: { by } })
    expect(response.ok()).toBe(true)
  }
}
