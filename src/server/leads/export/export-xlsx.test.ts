import readXlsxFile from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { aLead, anExportedLead, aUser, importLeads } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'
import { createWorkbook } from './export-xlsx.ts'

const app = await testApp()
const download = (token: string, query: Record<string, unknown>) => app.call(leadsApi.export, { token, query })

describe('the XLSX export', () => {
  it('has texts as texts, never as formulas, values as numbers and dates as dates', async () => {
    const { token } = await aUser(app)
    const texts = { nome: '=1+1', telefone: '0015', descricaoServico: `'+x\nlinha 2`, formaPagamento: '1,19E+10' }
    const lead = await aLead(app, token, { ...texts, valorServico: 1234.5, dataFechamento: '2026-12-31' })
    const { status, raw } = await download(token, { format: 'xlsx' })
    expect([status, raw.headers['content-disposition']]).toEqual([200, 'attachment; filename="leads.xlsx"'])
    const [{ data: [head = [], row = []] = [] } = {}] = await readXlsxFile(raw.rawPayload)
    const found = Object.fromEntries(head.map((heading, index) => [heading, row[index]]))
    expect(found).toMatchObject({
      Nome: '=1+1',
      Telefone: '0015',
      'Descrição do serviço': `'+x\nlinha 2`,
      'Forma de pagamento': '1,19E+10',
      'Prazo de entrega': null,
      Valor: 1234.5,
      Etapa: 'Novo Lead',
      Fechamento: new Date('2026-12-31T00:00:00Z'),
      ID: lead._id,
    })
  })

  it('suggests CSV for more than 20,000 leads', async () => {
    const model = await aLead(app, (await aUser(app)).token)
    async function* many() {
      for (let page = 0; page <= 20; page++) yield Array.from({ length: 1000 }, () => model)
    }
    await expect(createWorkbook(many())).rejects.toThrow('Use CSV')
  })
})

describe('an export with filters', () => {
  it.each(['csv', 'xlsx', 'json'])(
    'contains exactly the matching leads, on every page of the list (%s)',
    async format => {
      const { token } = await aUser(app)
      const leads = Array.from({ length: 1200 }, (_, index) =>
        anExportedLead({
          nome: `Lead ${index}`,
          status: index % 3 ? 'perdido' : 'ganho',
          negocio: index % 2 ? 'Padaria' : 'Bar',
        }),
      )
      await importLeads(app, token, leads)
      const { raw } = await download(token, { format, stage: 'ganho', search: 'padaria' })
      const expected = leads.filter(({ status, negocio }) => status === 'ganho' && negocio === 'Padaria')
      const names =
        format === 'json'
          ? raw.json<{ leads: Lead[] }>().leads.map(({ nome }) => nome)
          : format === 'csv'
            ? raw.body
                .split('\r\n')
                .slice(1, -1)
                .map(line => line.split(';')[0])
            : (await readXlsxFile(raw.rawPayload))[0]?.data.slice(1).map(([nome]) => nome)
      expect(names?.toSorted()).toEqual(expected.map(({ nome }) => nome).toSorted())
    },
  )
})
