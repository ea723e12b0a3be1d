import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Stage } from '../../src/contract/leads/lead-status.ts'
import { readPdf } from '../read-pdf.ts'
import { restoreLeads, signUpViaApi } from './support/accounts.ts'
import { showActions } from './support/navigation.ts'
import { expect, test } from './support/test.ts'

const stagesInTurn: Stage[] = ['ganho', 'novo-lead', 'negociacao', 'perdido']
const longName = 'Maria Aparecida da Conceição Albuquerque de Vasconcelos e Sá, compradora da matriz em Guaratinguetá'

/** Creates fixed leads: every fourth is won, every seventh has a name too long for its column. */
const createLeads = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    _id: `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    nome: index % 7 === 0 ? longName : `João Pedro Araújo ${index}`,
    negocio: index % 3 === 0 ? 'Padaria São João' : 'Clínica Bem-Estar',
    telefone: '11987654321',
    email: `lead-${index}@exemplo.com.br`,
    descricaoServico: 'Site com agendamento',
    valorServico: 1000.1 + index,
    status: stagesInTurn[index % stagesInTurn.length],
    dataProspeccao: `2026-0${1 + (index % 9)}-05`,
    dataFechamento: index % 4 === 0 ? '2026-10-01' : null,
  }))

const exportPdf = async (page: Page) => {
  await showActions(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar PDF' }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), ...(await readPdf(await readFile(await download.path()))) }
}

const summaryPattern = /^([\d.]+) ([\d.]+) (\d+),\d% (R\$ [\d.]+,\d\d) (R\$ [\d.]+,\d\d)$/m

/** Expects the same totals in the report and on the dashboard. */
const expectDashboardTotals = async (page: Page, report: string | undefined): Promise<void> => {
  const [, total, closed, rate, value, closedValue] = summaryPattern.exec(report ?? '') ?? []
  const screen = page.getByLabel('Resumo')
  await expect(screen).toContainText(`Total Leads${total}`)
  await expect(screen).toContainText(`${value} no total`)
  await expect(screen).toContainText(`Taxa Conversão${rate}%`)
  await expect(screen).toContainText(`${closed} leads ganhos`)
  await expect(screen).toContainText(`Valor Fechado${closedValue}`)
}

test.describe('in Manaus', () => {
  test.use({ timezoneId: 'America/Manaus' })

  test("the report contains the filtered leads and the dashboard's totals @phone", async ({ page }) => {
    const { token } = await signUpViaApi(page)
    await restoreLeads(page, token, createLeads(1800))

    await page.goto('/dashboard?q=padaria&prospeccao_ate=2026-06-30')
    await expect(page.getByText('Mostrando 400 de 1.800 leads').first()).toBeVisible()

    const { name, title, language, pages } = await exportPdf(page)
    await expect(page.getByText('PDF pronto')).toBeVisible()
    expect(name).toMatch(/^leads_\d{4}-\d{2}-\d{2}\.pdf$/)
    expect([title, language]).toEqual(['Fechou – Relatório de leads', 'pt-BR'])
    const first = pages[0]?.text
    expect(first).toContain('Busca: “padaria”\nProspecção: Início até 30/06/2026\n')
    await expectDashboardTotals(page, first)

    const rows = pages.flatMap(({ text }) => text.match(/lead-\d+@exemplo\.com\.br.*/g) ?? [])
    expect(rows).toHaveLength(400)
    expect(rows[0]).toMatch(/R\$ [\d.]+,10 05\/0[14]\/2026 (01\/10\/2026|-)$/)
  })
})

test('a report of 10,000 leads does not freeze the page', async ({ page }) => {
  test.slow()
  const { token } = await signUpViaApi(page)
  await restoreLeads(page, token, createLeads(10_000))
  await page.goto('/dashboard')
  await expect(page.getByText('Mostrando 10.000 de 10.000 leads').first()).toBeVisible()

  const painted = await page.evaluateHandle(() => {
    const frames = { count: 0 }
    const frame = () => {
      frames.count++
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    return frames
  })
  const progress = page.getByText(/^Gerando PDF... [1-9]\d?%$/).waitFor()
  const { pages } = await exportPdf(page)
  await progress
  // A frozen page paints no frame. `npm run bench:report` measures how smoothly it paints.
  expect(await painted.evaluate(frames => frames.count)).toBeGreaterThan(20)

  expect(pages[0]?.text).toMatch(/^10\.000 2\.500 25,0% /m)
  await expectDashboardTotals(page, pages[0]?.text)
  expect(pages.flatMap(({ text }) => text.match(/lead-\d+@/g) ?? [])).toHaveLength(10_000)
  expect(pages.flatMap(({ text }) => text.match(/Guaratinguetá/g) ?? [])).toHaveLength(1429)
  pages.forEach(({ text }, index) => {
    expect(text).toMatch(new RegExp(`Página ${index + 1} de ${pages.length}$`))
  })
})

test('canceling a report stops its requests and its worker', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  await restoreLeads(page, token, createLeads(3000))
  await page.goto('/dashboard?aba=lista')
  let pages = 0
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  await page.route(/limit=500/, async route => {
    pages += 1
    if (pages < 3) await route.continue()
  })
  await page.getByRole('button', { name: 'Exportar PDF' }).click()
  await expect.poll(() => pages).toBe(3)
  expect(page.workers()).toHaveLength(1)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText(/Gerando PDF/)).toBeHidden()
  await expect.poll(() => page.workers().length).toBe(0)
  expect([pages, downloads]).toEqual([3, 0])

  await page.unroute(/limit=500/)
  expect((await exportPdf(page)).pages.at(-1)?.text).toMatch(/Página (\d+) de \1$/)
})
