import { expect, it } from 'vitest'
import { readPdf } from '../../../../tests/read-pdf.ts'
import { drawSalesReport, type PrintedReport } from './sales-report-document.ts'

const months = Array.from({ length: 40 }, (_, index) => `mês ${index + 1}`)
const report: PrintedReport = {
  brandName: 'Fechou',
  madeAt: '2026-11-20T17:05:00.000Z',
  period: 'De out/2026 a nov/2026',
  totals: [{ label: 'Ganhos (R$ 1.200,00)', value: '3' }],
  sections: [
    {
      title: 'Ganhos e perdidos por mês',
      note: 'Cada lead conta no mês em que entrou na etapa.',
      head: ['Mês', 'Ganhos', 'Perdidos'],
      rows: months.map(label => ({ label, bars: [{ tone: 'won', share: 1 }], cells: [{ text: '3' }, { text: '0' }] })),
    },
    { title: 'Por que perdemos', note: 'Pelo motivo.', head: ['Motivo', 'Perdidos'], rows: [] },
  ],
}

it('the PDF of a sales report has its period, totals and every row, with headings on each page', async () => {
  const { title, pages } = await readPdf(drawSalesReport(report))
  const texts = pages.map(({ text }) => text)
  expect(title).toBe('Fechou – Relatório de vendas')
  expect(texts[0]).toContain('De out/2026 a nov/2026')
  expect(texts[0]).toContain('Ganhos (R$ 1.200,00)')
  for (const label of months) expect(texts.join('\n'), label).toContain(`${label} 3 0`)
  expect(texts.join('\n')).toContain('Por que perdemos')
  for (const [index, text] of texts.entries()) {
    expect(text).toContain('Mês Ganhos Perdidos')
    expect(text).toContain(`Página ${index + 1} de ${texts.length}`)
  }
})
