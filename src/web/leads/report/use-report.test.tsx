import { join } from 'node:path'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast as sonner } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LeadFilters, leadsApi } from '#contract/leads/leads.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { formatReais } from '#contract/values/money.ts'
import { demoLeads } from '#server/demo/demo-leads.ts'
import { setLogo } from '#server/testing/brand.ts'
import { aSubscriber, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { setAccountBrand } from '#web/lib/account-brand.ts'
import { clearToken, storeToken } from '#web/lib/token.ts'
import { Toaster } from '#web/ui/toasts/toast.tsx'
import { readPdf } from '../../../../tests/read-pdf.ts'
import { createThreadWorkerClass } from '../../../../tests/screens/thread-worker.ts'
import { useReport } from './use-report.tsx'

const server = await testApp()
const { token } = await aUser(server)
await server.call(leadsApi.sync, { token, body: { leads: demoLeads(1, 1200, new Date()) } })

const ThreadWorker = createThreadWorkerClass(join(import.meta.dirname, 'report-worker.ts'))

const ExportButton = ({ filters }: { filters: LeadFilters }) => {
  const { state, start, confirmation } = useReport()
  return (
    <>
      <button type="button" onClick={() => start(filters)}>
        Exportar PDF
      </button>
      <output>{state.phase}</output>
      {confirmation}
      <Toaster />
    </>
  )
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const startExport = async (filters: LeadFilters = {}) => {
  render(<ExportButton filters={filters} />)
  await press('Exportar PDF')
}
const isIdle = () => waitFor(() => expect(screen.getByRole('status').textContent).toBe('idle'))

let saved: { name: string; file: Blob }[] = []
const realFetch = globalThis.fetch
type Answer = (page: number, signal?: AbortSignal | null) => Promise<Response> | undefined
/** Records the requested list pages; `response` may replace the server's response. */
const watchPages = (answer: Answer = () => undefined) => {
  let pages = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (!String(input).includes('limit=500')) return realFetch(input, init)
    pages += 1
    return answer(pages, init?.signal) ?? realFetch(input, init)
  })
  return () => pages
}

beforeEach(() => {
  storeToken(token)
  saved = []
  vi.stubGlobal('Worker', ThreadWorker)
  const files = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    files.set(`blob:${files.size}`, file as Blob)
    return `blob:${files.size - 1}`
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = files.get(this.href)
    if (file) saved.push({ name: this.download, file })
  })
})

afterEach(() => {
  // Toasts outlive the page that showed them.
  sonner.dismiss()
  expect(ThreadWorker.running.size).toBe(0)
})

it('saves all matching leads of all pages, with the dashboard’s totals', async () => {
  const pages = watchPages()
  await startExport({ dataProspeccaoInicio: '2020-01-01' })
  await screen.findByText('PDF pronto')
  await isIdle()
  expect(pages()).toBe(3)
  await waitFor(() => expect(screen.queryByText(/Gerando PDF/)).toBeNull())

  const [report] = saved
  expect(report?.name).toBe(`leads_${toLocalDate(new Date())}.pdf`)
  const read = await readPdf(await (report?.file ?? new Blob()).arrayBuffer())
  const { data: stats } = await server.call(leadsApi.stats, { token })
  const amounts = [stats.valorTotal, stats.valorFechados].map(formatReais).join(' ').replaceAll('\u00a0', ' ')
  expect(read.pages[0]?.text).toContain(`\n1.200 ${stats.ganho} ${rateOf(stats.ganho)} ${amounts}\n`)
  expect(read.pages.flatMap(page => page.text.match(/@exemplo\.com\.br/g) ?? [])).toHaveLength(1200)
})

const rateOf = (closed: number): string => `${(closed / 12).toFixed(1).replace('.', ',')}%`

const untilAborted = (signal?: AbortSignal | null) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

it('stops loading and saves nothing after a cancel', async () => {
  const pages = watchPages((page, signal) => (page === 2 ? untilAborted(signal) : undefined))
  await startExport()
  await screen.findByText(/^Gerando PDF... \d+%$/)
  await waitFor(() => expect(pages()).toBe(2))
  await press('Cancelar')
  await isIdle()
  await waitFor(() => expect(screen.queryByText(/Gerando PDF/)).toBeNull())
  expect(pages()).toBe(2)
  expect(saved).toEqual([])
  expect(screen.queryByText('Não foi possível gerar o PDF')).toBeNull()
})

it('retries after a brief network failure', async () => {
  const pages = watchPages(page => (page === 2 ? Promise.reject(new TypeError('Failed to fetch')) : undefined))
  await startExport()
  await isIdle()
  expect(pages()).toBe(4)
  expect(saved).toHaveLength(1)
})

it('shows the error and restarts on retry', async () => {
  const refusal = { code: 'subscription_required', message: 'Sua assinatura não está ativa.', requestId: 'x' }
  watchPages(page => (page === 2 ? Promise.resolve(Response.json(refusal, { status: 402 })) : undefined))
  await startExport()
  await screen.findByText('Não foi possível gerar o PDF')
  expect(screen.getByText(refusal.message)).toBeTruthy()
  expect(saved).toEqual([])
  await press('Tentar novamente')
  await isIdle()
  expect(saved).toHaveLength(1)
})

it('asks before a very long report', async () => {
  const many = async () => {
    const page = (await server.call(leadsApi.list, { token, query: { limit: '500' } })).data
    return Response.json({ ...page, total: 25_340 })
  }
  const pages = watchPages(page => (page === 1 ? many() : undefined))
  await startExport()
  await screen.findByRole('alertdialog', { name: 'Gerar um PDF com 25.340 leads?' })
  await userEvent.keyboard('{Escape}')
  await isIdle()
  expect([pages(), saved.length]).toEqual([1, 0])

  watchPages(page => (page === 1 ? many() : undefined))
  await press('Exportar PDF')
  await press('Gerar PDF')
  await isIdle()
  expect(saved).toHaveLength(1)
})

it('stops at the end of its session', async () => {
  watchPages(page => {
    if (page === 2) clearToken()
    return undefined
  })
  await startExport()
  await isIdle()
  expect(saved).toEqual([])
  expect(screen.queryByText('Não foi possível gerar o PDF')).toBeNull()
})

it('shows the name and the logo of the account’s brand, or the name alone if the logo does not load', async () => {
  const { url } = await setLogo(server, await aSubscriber(server, 'enterprise'))
  history.replaceState(null, '', '/dashboard')
  const pictures = []
  for (const logo of [url, url.replace(/.{4}$/, '0000')]) {
    setAccountBrand({ nome: 'Padaria Sol', logo })
    await startExport({ search: 'ninguém tem este nome' })
    await isIdle()
    const { title, pages } = await readPdf(await (saved.at(-1)?.file ?? new Blob()).arrayBuffer())
    expect(title).toBe('Padaria Sol – Relatório de leads')
    pictures.push(pages[0]?.pictures)
    cleanup()
  }
  expect(pictures).toEqual([1, 0])
})
