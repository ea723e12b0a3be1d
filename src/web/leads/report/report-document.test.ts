import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { type Page, type PdfText, readPdf } from '../../../../tests/read-pdf.ts'
import { drawReport } from './report-document.ts'
import type { MemberNames, ReportLead } from './report-stats.ts'

const aReportLead = (overrides: Partial<ReportLead> = {}): ReportLead => ({
  nome: 'João Pedro Araújo',
  negocio: 'Clínica Bem-Estar',
  telefone: '11987654321',
  email: 'joao@bemestar.com.br',
  valorServico: 2500.5,
  status: 'novo-lead',
  dataProspeccao: '2026-11-20T00:00:00.000Z',
  dataFechamento: null,
  userId: null,
  ...overrides,
})

const manyLeads = (count: number, overridesOf: (index: number) => Partial<ReportLead> = () => ({})): ReportLead[] =>
  Array.from({ length: count }, (_, index) =>
    aReportLead({ email: `lead-${index}@exemplo.com.br`, ...overridesOf(index) }),
  )

const draw = (leads: ReportLead[], filters: LeadFilters = {}, members: MemberNames = null) =>
  readPdf(drawReport(leads, { brandName: 'Fechou', filters, members, madeAt: '2026-11-20T17:05:00.000Z' }))

const pieceOf = (page: Page | undefined, text: string): PdfText => {
  const piece = page?.texts.find(one => one.text === text)
  if (!piece) throw new Error(`"${text}" is not on the page:\n${page?.text}`)
  return piece
}

const long = {
  nome: 'Maria Aparecida da Conceição Albuquerque de Vasconcelos e Sá, representante comercial em Guaratinguetá',
  negocio: 'Cooperativa Agropecuária dos Produtores de Café do Sul de Minas Gerais Ltda.',
  telefone: '+55 (11) 98765-4321 ramal 12345',
  email: `${'muito.comprido.'.repeat(12)}@departamento.exemplo.com.br`,
  valorServico: 999_999_999.99,
}

describe('the report', () => {
  it('notes how many leads lost characters, and nothing when none did', async () => {
    const note = 'emojis e letras de outros alfabetos não aparecem aqui'
    const { pages } = await draw([
      aReportLead({ nome: 'Ana 🎉' }),
      aReportLead({ negocio: 'Łódź' }),
      aReportLead({ nome: '株' }),
    ])
    expect(pages[0]?.text).toContain(`Em 2 leads, ${note}`)
    const whole = await draw([aReportLead({ negocio: 'Łódź – Győző' })])
    expect(whole.pages[0]?.text).not.toContain(note)
  })

  it('contains title, time, filters, totals and each lead', async () => {
    const { title, language, pages } = await draw(
      [
        aReportLead(),
        aReportLead({
          nome: 'Luísa Figueirêdo',
          telefone: '2133334444',
          valorServico: 0.1,
          status: 'proposta-aceita',
          dataFechamento: '2026-11-30T00:00:00.000Z',
        }),
        aReportLead({ nome: 'Inês', valorServico: 0.2, status: 'ganho' }),
      ],
      { search: 'ê', dataProspeccaoInicio: '2026-11-01' },
    )
    expect(title).toBe('Fechou – Relatório de leads')
    expect(language).toBe('pt-BR')
    expect(pages.map(page => page.text)).toEqual([
      `Fechou – Relatório de leads Gerado em 20/11/2026, 14:05
Filtros aplicados
Busca: “ê”
Prospecção: 01/11/2026 até Fim
Total de leads Leads fechados Taxa de conversão Valor total em negociação Valor total fechado
3 2 66,7% R$ 2.500,80 R$ 0,30
Nome Negócio Telefone E-mail Valor Prospecção Fechamento
João Pedro Araújo Clínica Bem-Estar (11) 98765-4321 joao@bemestar.com.br R$ 2.500,50 20/11/2026 -
Luísa Figueirêdo Clínica Bem-Estar (21) 3333-4444 joao@bemestar.com.br R$ 0,10 20/11/2026 30/11/2026
Inês Clínica Bem-Estar (11) 98765-4321 joao@bemestar.com.br R$ 0,20 20/11/2026 -
Sistema de Gestão de Leads Página 1 de 1`,
    ])
  })

  it('is created even without matches', async () => {
    const { pages } = await draw([], { stage: 'perdido', dataFechamentoFim: '2026-11-30' })
    expect(pages[0]?.text).toContain('Etapa: Perdido\nFechamento: Início até 30/11/2026')
    expect(pages[0]?.text).toContain('0 0 0,0% R$ 0,00 R$ 0,00')
    expect(pages[0]?.text).toContain('Nenhum lead encontrado')
    expect(pages[0]?.text).toContain('Página 1 de 1')
  })

  it('prints every Windows-1252 letter and drops emoji', async () => {
    const letters = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ¡¢£©ª«®°º»¿ÀÃÇÊÍÕÚÜàãçêíõúüÿ'
    const { pages } = await draw([aReportLead({ nome: letters, negocio: '🎉 Festa & Cia' })])
    const shown = pages[0]?.texts.map(piece => piece.text).join('')
    expect(shown).toContain('Festa & Cia')
    for (const letter of letters) expect(shown).toContain(letter)
  })

  it('names the responsible member of each lead of a team, and of the filter', async () => {
    const marina = '01890000-0000-7000-8000-000000000001'
    const members = new Map([[marina, 'Marina Conceição']])
    const { pages } = await draw([aReportLead({ userId: marina }), aReportLead()], { userId: marina }, members)
    const [page] = pages
    expect(page?.text).toContain('Responsável: Marina Conceição\n')
    expect(page?.text).toContain('Prospecção Fechamento Responsável\n')
    expect(page?.text).toContain('20/11/2026 - Marina Conceição\n')
    expect(page?.text).toContain('20/11/2026 - Sem responsável')
    for (const { right } of page?.texts ?? []) expect(right).toBeLessThanOrEqual(282.5)
    const unassigned = await draw([], { userId: 'none' }, members)
    expect(unassigned.pages[0]?.text).toContain('Responsável: Sem responsável\n')
  })

  it('uses the configured brand', async () => {
    const file = drawReport([], {
      brandName: 'Lídice ✓ CRM',
      filters: {},
      members: null,
      madeAt: '2026-11-20T17:05:00.000Z',
    })
    expect((await readPdf(file)).title).toBe('Lídice ? CRM – Relatório de leads')
  })
})

describe('the report table', () => {
  it('fills a landscape page between margins of 15 mm with the minimum column widths', async () => {
    const complaint = vi.spyOn(console, 'error')
    const { pages } = await draw([aReportLead(long), aReportLead()])
    const [page] = pages
    expect([page?.width, page?.height].map(size => Math.round(size ?? 0))).toEqual([297, 210])
    for (const piece of page?.texts ?? []) {
      expect(piece.left).toBeGreaterThanOrEqual(14.99)
      // jspdf rounds letter widths, so that right-aligned text may be slightly longer.
      expect(piece.right).toBeLessThanOrEqual(282.5)
    }
    const starts = ['Nome', 'Negócio', 'Telefone', 'E-mail', 'Prospecção', 'Fechamento'].map(
      title => pieceOf(page, title).left,
    )
    const widths = starts.slice(1).map((start, index) => Math.round(start - (starts[index] ?? 0)))
    // The title of Valor is right-aligned, so measure E-mail and Valor together.
    for (const [index, minimum] of [30, 25, 25, 40 + 25, 22].entries())
      expect(widths[index]).toBeGreaterThanOrEqual(minimum)
    expect(complaint).not.toHaveBeenCalled()
  })

  it('aligns values and their title to the right', async () => {
    const { pages } = await draw([aReportLead(), aReportLead({ valorServico: 1_000_000 })])
    const values = pages[0]?.texts.filter(piece => /^R\$.*(2\.500,50|1\.000\.000,00)$/.test(piece.text)) ?? []
    const inTable = values.filter(piece => piece.y < pieceOf(pages[0], 'Valor').y)
    expect(inTable).toHaveLength(2)
    for (const { right } of inTable) expect(right).toBeCloseTo(pieceOf(pages[0], 'Valor').right, 0)
  })

  it('wraps long text within its column and never breaks a value', async () => {
    const { pages } = await draw([aReportLead(long), aReportLead({ valorServico: 99_999_999.99 })])
    const [page] = pages
    const nextColumn = { Nome: 'Negócio', Negócio: 'Telefone', Telefone: 'E-mail', 'E-mail': 'Valor' }
    for (const [column, next] of Object.entries(nextColumn)) {
      const { left, y } = pieceOf(page, column)
      const cells = page?.texts.filter(piece => piece.y < y && piece.y > 15 && Math.abs(piece.left - left) < 0.1) ?? []
      expect(cells.length).toBeGreaterThan(2)
      for (const cell of cells) expect(cell.right).toBeLessThanOrEqual(pieceOf(page, next).left)
    }
    expect(page?.text).toContain('R$ 999.999.999,99')
    expect(page?.text).toContain('R$ 99.999.999,99')
    expect(page?.text.replace(/\n/g, '')).toContain('Guaratinguetá')
  })

  it('continues over pages, each with column titles and its number', async () => {
    const leads = manyLeads(1234, index => (index % 7 === 0 ? { nome: long.nome } : {}))
    const { pages } = await draw(leads)
    expect(pages.length).toBeGreaterThan(40)
    pages.forEach(({ text, texts }, index) => {
      expect(text.match(/Nome Negócio Telefone E-mail Valor Prospecção Fechamento/g)).toHaveLength(1)
      expect(text).toMatch(new RegExp(`Página ${index + 1} de ${pages.length}$`))
      expect(text).toContain('Sistema de Gestão de Leads')
      const rows = texts.filter(piece => piece.text.startsWith('lead-'))
      // Only the last page may end early, and none overlaps the footer.
      if (index > 0 && index < pages.length - 1) expect(rows.length).toBeGreaterThanOrEqual(21)
      expect(Math.min(...rows.map(row => row.y))).toBeGreaterThan(17)
    })
    const emails = pages.flatMap(page => page.text.match(/lead-\d+@exemplo\.com\.br/g) ?? [])
    expect(emails).toEqual(leads.map(lead => lead.email))
  })

  it('reports its progress', () => {
    const counts: number[] = []
    const order = { brandName: 'Fechou', filters: {}, members: null, madeAt: '2026-11-20T17:05:00.000Z' }
    drawReport(manyLeads(1200), order, count => counts.push(count))
    expect(counts).toEqual([500, 1000, 1200])
  })
})

const drawElsewhere = async (timeZone: string) => {
  const script = `
    import { drawReport } from './src/web/leads/report/report-document.ts'
    import { toLocalDate } from './src/contract/values/dates.ts'
    const madeAt = '2027-01-01T01:30:00.000Z'
    const lead = ${JSON.stringify(
      aReportLead({ dataProspeccao: '2026-01-01T00:00:00.000Z', dataFechamento: '2026-03-05T00:00:00.000Z' }),
    )}
    const pdf = drawReport([lead], { brandName: 'Fechou', filters: { dataProspeccaoFim: '2026-03-01' }, members: null, madeAt })
    process.stdout.write(JSON.stringify({ day: toLocalDate(new Date(madeAt)), pdf: Buffer.from(pdf).toString('base64') }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, NODE_OPTIONS: '', TZ: timeZone },
  })
  const { day, pdf } = JSON.parse(stdout) as { day: string; pdf: string }
  const { pages } = await readPdf(new Uint8Array(Buffer.from(pdf, 'base64')))
  return { day, text: pages[0]?.text }
}

it.each([
  ['America/Sao_Paulo', '31/12/2026, 22:30', '2026-12-31'],
  ['America/Noronha', '31/12/2026, 23:30', '2026-12-31'],
  ['America/Manaus', '31/12/2026, 21:30', '2026-12-31'],
  ['UTC', '01/01/2027, 01:30', '2027-01-01'],
])('in %s prints stored dates unchanged and timestamps in local time', async (timeZone, moment, today) => {
  const { day, text } = await drawElsewhere(timeZone)
  expect(text).toContain('R$ 2.500,50 01/01/2026 05/03/2026')
  expect(text).toContain('Prospecção: Início até 01/03/2026')
  expect(text).toContain(`Gerado em ${moment}`)
  expect(day).toBe(today)
})
