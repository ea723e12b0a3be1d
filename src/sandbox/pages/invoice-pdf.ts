import type Stripe from 'stripe'
import { formatDate, formatMoney, invoiceStatusLabel } from './format.ts'

/** The built-in fonts contain Latin-1 only. */
const printable = (text: string): string => text.replace(/[^\u0020-\u00ff]/g, '?')

/** Renders the invoice on one A4 page. Loads jsPDF on the first call, since most runs render no PDF. */
export const invoicePdf = async (invoice: Stripe.Invoice): Promise<Buffer> => {
  const { jsPDF } = await import('jspdf')
  const pdf = new jsPDF({ unit: 'mm', format: 'a4' })
  let y = 20
  const line = (left: string, right = '', size = 11) => {
    pdf.setFontSize(size)
    pdf.text(printable(left), 20, y)
    if (right) pdf.text(printable(right), 190, y, { align: 'right' })
    y += size * 0.75
  }
  line('Ambiente de teste: nenhum valor é cobrado', '', 9)
  line(`Fatura ${invoice.number ?? ''}`, invoiceStatusLabel(invoice.status), 18)
  line(`Emitida em ${formatDate(invoice.effective_at ?? invoice.created)}`)
  line(`${invoice.customer_name ?? ''} ${invoice.customer_email ?? ''}`.trim())
  for (const { type, value } of invoice.customer_tax_ids ?? [])
    line(`${type === 'br_cnpj' ? 'CNPJ' : 'CPF'} ${value ?? ''}`)
  y += 6
  for (const item of invoice.lines.data) {
    line(item.description ?? '', formatMoney(item.amount, item.currency))
    line(`${formatDate(item.period.start)} a ${formatDate(item.period.end)}`, '', 9)
  }
  y += 4
  line('Total', formatMoney(invoice.total, invoice.currency), 13)
  line('Valor pago', formatMoney(invoice.amount_paid, invoice.currency))
  return Buffer.from(pdf.output('arraybuffer'))
}
