import type { Settings } from '../env.ts'
import { escapeHtml } from '../http/pages/escape-html.ts'

/** Content of a mail, independent of its format. */
export interface MailContent {
  subject: string
  paragraphs: string[]
  /** Brand of an account, for mails about its members' work. The footer names the product as the sender. */
  brand?: string | undefined
  /** Logo of the brand, a PNG. */
  logo?: Buffer | undefined
  /** `url` is a path or an absolute URL of the product. */
  action?: { label: string; url: string }
  /** Paragraphs after the action. */
  after?: string[]
  /** For mails that a recipient may not want: a URL that ends them by GET and POST. */
  unsubscribe?: { text: string; url: string }
}

/** Content ID of the logo, which travels with the mail: one on a server would tell who reads it when. */
const logoId = 'logo'

export interface RenderedMail {
  subject: string
  text: string
  html: string
  /** A picture that the HTML shows. */
  picture?: { id: string; png: Buffer }
  /** For the header that shows a button in the mail program. */
  unsubscribeUrl?: string
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

const footerOf = ({ brandName, supportEmail }: Settings, brand: string | undefined): string[] => [
  ...(brand === undefined ? [] : [`Enviado por ${brandName} em nome de ${brand}.`]),
  `${brandName} · Sistema de Gestão de Leads`,
  ...(supportEmail ? [`Dúvidas? Escreva para ${supportEmail}.`] : []),
]

const paragraph = (text: string, style: string): string => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`

const button = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#055b63;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
${paragraph('Se o botão não funcionar, copie e cole este endereço no navegador:', 'font-size:14px;color:#5b6669')}
<p style="margin:0 0 16px;font-size:14px;word-break:break-all">${escapeHtml(url)}</p>`

const link = ({ text, url }: { text: string; url: string }): string =>
  `<a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(text)}</a>`

const headingStyle = 'font-size:20px;font-weight:700'

/** The logo, or the name: mail programs that show no pictures show the name instead of the logo, too. */
const heading = (name: string, logo: Buffer | undefined): string => {
  const picture = `<img src="cid:${logoId}" alt="${escapeHtml(name)}" height="40" style="max-width:100%;${headingStyle}">`
  return `<p style="margin:0 0 24px;${headingStyle}">${logo ? picture : escapeHtml(name)}</p>`
}

/** Renders plain text and HTML. The HTML loads no external resources. */
export const renderMail = (content: MailContent, settings: Settings): RenderedMail => {
  const { action, after = [], unsubscribe } = content
  const paragraphs = content.paragraphs.map(oneLine)
  const footer = footerOf(settings, content.brand)
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...after,
    ...(unsubscribe ? [`${unsubscribe.text}:\n${unsubscribe.url}`] : []),
    `-- \n${footer.join('\n')}`,
  ]
  const html = `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="color-scheme" content="light"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f6f5;color:#1b2224;font:16px/1.5 Arial,Helvetica,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff">
${heading(content.brand ?? settings.brandName, content.logo)}
${paragraphs.map(line => paragraph(line, '')).join('\n')}
${action ? button(action) : ''}
${after.map(line => paragraph(line, '')).join('\n')}
</div>
<div style="max-width:560px;margin:16px auto 0;font-size:13px;color:#5b6669">${[...footer.map(escapeHtml), ...(unsubscribe ? [link(unsubscribe)] : [])].join('<br>')}</div>
</body>
</html>
`
  return {
    subject: oneLine(content.subject),
    text: `${text.join('\n\n')}\n`,
    html,
    ...(content.logo && { picture: { id: logoId, png: content.logo } }),
    ...(unsubscribe && { unsubscribeUrl: unsubscribe.url }),
  }
}
