import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
})

const signIn = async () => {
  const { token } = await aUser(server)
  await aLead(server, token, { nome: 'João Pedro Araújo', status: 'novo-lead', dataProspeccao: '2026-11-20' })
  await aLead(server, token, {
    nome: 'Joana Prado',
    email: 'joana@prado.com.br',
    status: 'ganho',
    dataProspeccao: '2026-10-05',
  })
  await aLead(server, token, {
    nome: 'Maria Clara',
    negocio: 'Padaria São João',
    email: 'maria@saojoao.com.br',
    status: 'novo-lead',
  })
  await aLead(server, token, { nome: 'Rui', negocio: 'Ótica', email: 'rui@otica.com.br', status: 'perdido' })
  return token
}

const search = () => screen.findByRole<HTMLInputElement>('searchbox')
/** Finds the count in the filter bar, not its copy in the live region. */
const count = (text: string) => screen.findByText(`Mostrando ${text} leads`, { selector: 'search *' })
/** Expects the list's rows in order. */
const rows = (...names: string[]) =>
  waitFor(() => {
    const cells = screen.getAllByRole('rowheader').filter(cell => within(cell).queryByRole('button'))
    expect(cells.map(cell => within(cell).getByRole('button').textContent)).toEqual(names)
  })

describe('the query string', () => {
  it('contains search, stage, dates, sort order and page, and the page shows them', async () => {
    openApp('/dashboard?aba=lista&q=jo&status=novo-lead&prospeccao_de=2026-11-20&ordem=nome', await signIn())
    await count('2 de 4')
    expect((await search()).value).toBe('jo')
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Etapa' }).value).toBe('novo-lead')
    // The advanced filters open because a date is set.
    expect((await screen.findByLabelText<HTMLInputElement>('Prospecção de')).value).toBe('2026-11-20')
    await rows('João Pedro Araújo', 'Maria Clara')
  })

  it('contains only the set filters and returns to page 1', async () => {
    openApp('/dashboard?aba=lista&pagina=2', await signIn())
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Etapa' }), 'Ganho (Fechou)')
    await count('1 de 4')
    expect(location.search).toBe('?aba=lista&status=ganho')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Etapa' }), 'Todas as etapas')
    await count('4 de 4')
    expect(location.search).toBe('?aba=lista')
  })

  it('is ignored where invalid', async () => {
    openApp('/dashboard?aba=lista&status=vendido&prospeccao_de=ontem&ordem=cor&pagina=x', await signIn())
    await count('4 de 4')
    expect(screen.queryByRole('button', { name: 'Limpar Filtros' })).toBeNull()
  })

  it('preserves the filters across tabs', async () => {
    openApp('/dashboard?q=jo', await signIn())
    await count('3 de 4')
    const columns = await screen.findAllByRole('heading', { level: 2, name: /: \d+$/ })
    expect(columns.map(column => column.textContent?.match(/\d+$/)?.[0])).toEqual([...'20000100'])
    const [tab] = screen.getAllByRole('link', { name: 'Lista' })
    await userEvent.click(tab as HTMLElement)
    await rows('Maria Clara', 'Joana Prado', 'João Pedro Araújo')
    await count('3 de 4')
    expect(location.search).toBe('?q=jo&aba=lista')
  })
})

describe('the search', () => {
  it('loses no character during fast typing and pushes no history entry per character', async () => {
    openApp('/dashboard?aba=lista', await signIn())
    await count('4 de 4')
    const entries = history.length
    await userEvent.type(await search(), 'joão pedro')
    expect((await search()).value).toBe('joão pedro')
    await count('1 de 4')
    expect(new URLSearchParams(location.search).get('q')).toBe('joão pedro')
    expect(history.length).toBe(entries)
  })

  it.each(['joao', 'JOÃO', 'João'])('finds the same leads for %s', async text => {
    openApp('/dashboard?aba=lista', await signIn())
    await userEvent.type(await search(), text)
    await count('2 de 4')
    await rows('Maria Clara', 'João Pedro Araújo')
  })

  it('never shows a slow older response over a newer one', async () => {
    openApp('/dashboard?aba=lista', await signIn())
    await count('4 de 4')
    const aborted: string[] = []
    const held = Promise.withResolvers<void>()
    const received: Promise<string>[] = []
    globalThis.fetch = async (input, init) => {
      const term = new URL(String(input), location.origin).searchParams.get('search')
      if (term !== 'j') return realFetch(input, init)
      init?.signal?.addEventListener('abort', () => aborted.push(String(input)))
      const answer = await realFetch(input, { ...init, signal: null })
      await held.promise
      received.push(answer.clone().text())
      return answer
    }
    await userEvent.type(await search(), 'j{Enter}')
    await userEvent.type(await search(), 'oana{Enter}')
    await count('1 de 4')
    held.resolve()
    await waitFor(() => expect(received.length).toBeGreaterThan(0))
    await Promise.all(received)
    // Long enough to draw the older leads, if the page took them.
    await new Promise(resolve => setTimeout(resolve, 200))
    await rows('Joana Prado')
    expect(aborted.length).toBeGreaterThan(0)
  })

  it('follows Back and Forward', async () => {
    openApp('/dashboard?aba=lista&q=rui', await signIn())
    await count('1 de 4')
    await userEvent.click(await screen.findByRole('button', { name: 'Limpar Filtros' }))
    await count('4 de 4')
    expect((await search()).value).toBe('')
    history.back()
    await count('1 de 4')
    expect((await search()).value).toBe('rui')
  })
})

describe('the date filters', () => {
  const open = async () => {
    openApp('/dashboard?aba=lista', await signIn())
    await userEvent.click(await screen.findByRole('button', { name: 'Filtros Avançados', expanded: false }))
    await count('4 de 4')
  }

  it('include both ends', async () => {
    await open()
    fireEvent.change(screen.getByLabelText('Prospecção até'), { target: { value: '2026-10-05' } })
    await count('1 de 4')
    await rows('Joana Prado')
  })

  it('wait for a complete year', async () => {
    await open()
    const start = screen.getByLabelText('Prospecção de')
    for (const value of ['0002-11-20', '0020-11-20', '0202-11-20']) fireEvent.change(start, { target: { value } })
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(location.search).toBe('?aba=lista')
    fireEvent.change(start, { target: { value: '2026-11-20' } })
    await waitFor(() => expect(location.search).toBe('?aba=lista&prospeccao_de=2026-11-20'))
  })

  it('show an error and match nothing when the end is before the start', async () => {
    openApp('/dashboard?aba=lista&fechamento_de=2026-11-20&fechamento_ate=2026-11-19', await signIn())
    await count('0 de 4')
    const end = screen.getByLabelText('Fechamento até')
    expect(end.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Escolha uma data a partir da inicial')).toBeTruthy()
    await screen.findByText('Nenhum lead encontrado')
  })

  it('are set by a quick range and cleared by a second click', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Hoje', pressed: false }))
    await screen.findByRole('button', { name: 'Hoje', pressed: true })
    const parameters = new URLSearchParams(location.search)
    expect(parameters.get('prospeccao_de')).toBe(parameters.get('prospeccao_ate'))
    await userEvent.click(screen.getByRole('button', { name: 'Hoje' }))
    await count('4 de 4')
  })
})

describe('filters without matches', () => {
  it.each(['', '&aba=kanban', '&aba=lista'])('show a notice and a button to clear them (%s)', async tab => {
    openApp(`/dashboard?q=zzz${tab}`, await signIn())
    await screen.findByText('Nenhum lead encontrado')
    expect(screen.getByText('Ajuste os filtros para ver mais resultados')).toBeTruthy()
    const [, inTheMiddle] = screen.getAllByRole('button', { name: 'Limpar Filtros' })
    await userEvent.click(inTheMiddle as HTMLElement)
    await count('4 de 4')
    expect(screen.queryByText('Nenhum lead encontrado')).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Filtros')
  })
})

it('a legacy status matches its stage', async () => {
  const token = await signIn()
  const lead = await aLead(server, token, { nome: 'Antigo' })
  const leads = [{ ...lead, status: 'proposta-aceita' }]
  await server.call(leadsApi.sync, { token, body: { leads } })
  openApp('/dashboard?aba=lista&status=ganho', token)
  await count('2 de 5')
  expect(await screen.findByText('Proposta Aceita')).toBeTruthy()
})

it('announces the number of matches after a pause in typing', async () => {
  openApp('/dashboard?aba=lista', await signIn())
  await count('4 de 4')
  const said: string[] = []
  const region = document.querySelector('[role=status][aria-live=polite]') as HTMLElement
  new MutationObserver(() => said.push(region.textContent?.trim() ?? '')).observe(region, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  await userEvent.type(await search(), 'joana')
  await waitFor(() => expect(said).toEqual(['Mostrando 1 de 4 leads']))
})
