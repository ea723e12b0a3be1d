import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { ShownBrand } from '#contract/brand/shown-brand.ts'
import {
  type CaptureField,
  captureFieldLabels,
  captureFieldLengths,
  captureFields,
  consentName,
  consentVersionName,
  formPath,
  honeypotName,
} from '#contract/capture/capture-fields.ts'
import { paths } from '#contract/screens.ts'
import type { Settings } from '../env.ts'
import { escapeHtml } from '../http/pages/escape-html.ts'
import type { PublicForm } from './form-store.ts'
import { stampName } from './read-submission.ts'

const style = `
:root { color-scheme: light dark; --bg: #f8f8f5; --surface: #fff; --text: #171f24; --text2: #4b545a; --line: #88867e; --brand: #055b63; --on-brand: #fff; --danger: #be2323; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--bg) }
@media (prefers-color-scheme: dark) { :root { --bg: #0f1316; --surface: #171d20; --text: #eeede9; --text2: #b7b6b0; --line: #8a9297; --brand: #4fbec4; --on-brand: #04191f; --danger: #f47b74 } }
* { box-sizing: border-box }
body { margin: 0; overflow-wrap: anywhere }
main { max-width: 34rem; margin: 0 auto; padding: clamp(1.5rem, 6vh, 4rem) 1rem 3rem }
.brand { margin: 0 0 1.5rem; color: var(--brand); font-weight: 600 }
.brand img { display: block; max-width: 100%; max-height: 4rem; padding: .25rem; border-radius: 6px; background: #fff }
h1 { margin: 0; font-size: 1.625rem; line-height: 1.2; text-wrap: balance }
p { margin: .75rem 0 0; white-space: pre-line }
form { display: grid; gap: 1.125rem; margin-top: 1.5rem }
label { display: block; font-weight: 600 }
.optional, footer { color: var(--text2); font-weight: 400; font-size: .875rem }
input, textarea { font: inherit; color: inherit }
input:not([type=checkbox]), textarea { display: block; width: 100%; min-height: 3rem; margin-top: .375rem; padding: .625rem .75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--surface) }
textarea { min-height: 8rem; resize: vertical }
[aria-invalid=true] { border-color: var(--danger); outline: 1px solid var(--danger) }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
.consent { display: grid; grid-template-columns: auto 1fr; gap: .75rem; font-weight: 400 }
.consent input { width: 1.375rem; height: 1.375rem; margin: .0625rem 0 0; accent-color: var(--brand) }
.error { margin-top: .375rem; color: var(--danger); font-size: .9375rem }
.problem { margin-top: 1.25rem; padding: .75rem 1rem; border: 1px solid var(--danger); border-radius: 8px; color: var(--danger) }
button { justify-self: start; min-height: 3rem; padding: 0 1.75rem; border: 0; border-radius: 8px; background: var(--brand); color: var(--on-brand); font: inherit; font-weight: 600; cursor: pointer }
a { color: var(--brand) }
footer { margin-top: 2.5rem }
.apart { position: absolute; left: -999rem; width: 1px; height: 1px; overflow: hidden }`

const hashOf = (css: string): string => createHash('sha256').update(css).digest('base64')
const styleHash = hashOf(style)

/** Any site may frame the page: it has no session, and nothing on it acts for a signed-in user. */
const policyOf = (redirectUrl: string | null, { style: colors, logo }: ShownBrand): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'${colors === undefined ? '' : ` 'sha256-${hashOf(colors)}'`}`,
    ...(logo === undefined ? [] : ["img-src 'self'"]),
    "base-uri 'none'",
    // Browsers apply it to the redirect after the form, too.
    `form-action 'self'${redirectUrl === null ? '' : ` ${new URL(redirectUrl).origin}`}`,
    'frame-ancestors *',
  ].join('; ')

/** A form, and the brand of its account while the plan holds one. */
export type BrandedForm = PublicForm & { brand: ShownBrand | undefined }

interface Page {
  title: string
  brand?: ShownBrand | undefined
  content: string
  redirectUrl?: string | null
}

const brandOf = ({ nome, logo }: ShownBrand): string => {
  const name = escapeHtml(nome ?? '')
  if (logo !== undefined) return `<p class="brand"><img src="${escapeHtml(logo)}" alt="${name}"></p>`
  return nome === undefined ? '' : `<p class="brand">${name}</p>`
}

/** Sends a page that works without scripts and without the app's own files. */
export const sendPage = (
  reply: FastifyReply,
  { title, content, redirectUrl = null, brand = {} }: Page,
  { brandName }: Settings,
): FastifyReply => {
  // Other pages may not be framed.
  return reply
    .removeHeader('x-frame-options')
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policyOf(redirectUrl, brand))
    .header('cache-control', 'no-store')
    .send(`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><style>${style}</style>${brand.style === undefined ? '' : `<style>${brand.style}</style>`}</head>
<body><main>${brandOf(brand)}<h1>${escapeHtml(title)}</h1>${content}
<footer><p>Formulário feito com <a href="/" target="_blank" rel="noopener">${escapeHtml(brandName)}</a></p></footer></main></body>
</html>
`)
}

/** What the visitor typed, and what is wrong with it. */
export interface Filled {
  values: Partial<Record<CaptureField, string>>
  problems: Partial<Record<CaptureField | typeof consentName, string>>
  hasConsent: boolean
}
const nothingFilled: Filled = { values: {}, problems: {}, hasConsent: false }

const inputAttributes: Record<CaptureField, string> = {
  nome: 'autocomplete="name"',
  telefone: 'type="tel" inputmode="tel" autocomplete="tel"',
  email: 'type="email" inputmode="email" autocomplete="email"',
  negocio: 'autocomplete="organization"',
  mensagem: '',
}

const errorOf = (name: string, problem: string | undefined): string =>
  problem === undefined ? '' : `<p class="error" id="erro-${name}">${escapeHtml(problem)}</p>`

const invalid = (name: string, problem: string | undefined): string =>
  problem === undefined ? '' : ` aria-invalid="true" aria-describedby="erro-${name}"`

const fieldOf = (name: CaptureField, isRequired: boolean, { values, problems }: Filled): string => {
  const problem = problems[name]
  const attributes = `id="${name}" name="${name}" maxlength="${captureFieldLengths[name]}" ${inputAttributes[name]}${isRequired ? ' required' : ''}${invalid(name, problem)}`
  const value = escapeHtml(values[name] ?? '')
  const control =
    name === 'mensagem' ? `<textarea ${attributes}>\n${value}</textarea>` : `<input ${attributes} value="${value}">`
  const optional = isRequired ? '' : ' <span class="optional">(opcional)</span>'
  return `<div><label for="${name}">${captureFieldLabels[name]}${optional}</label>${control}${errorOf(name, problem)}</div>`
}

const consentOf = ({ consent_text: text, consent_version: version }: PublicForm, filled: Filled): string => {
  if (version === 0) return ''
  const problem = filled.problems[consentName]
  return `<div><label class="consent"><input type="checkbox" name="${consentName}" value="sim" required${filled.hasConsent ? ' checked' : ''}${invalid(consentName, problem)}><span>${escapeHtml(text)}</span></label>${errorOf(consentName, problem)}<input type="hidden" name="${consentVersionName}" value="${version}"></div>`
}

const honeypot = `<p class="apart" aria-hidden="true"><label>Deixe em branco<input name="${honeypotName}" tabindex="-1" autocomplete="off"></label></p>`

const paragraph = (text: string): string => (text === '' ? '' : `<p>${escapeHtml(text)}</p>`)

/** The form, empty or as the visitor filled it in. `stamp` proves when the page was shown. */
export const sendFormPage = (
  reply: FastifyReply,
  form: BrandedForm,
  { stamp, filled = nothingFilled, notice }: { stamp: string; filled?: Filled; notice?: string },
  settings: Settings,
): FastifyReply => {
  const fields = captureFields.filter(field => form.fields.includes(field))
  const problem =
    notice ?? (Object.keys(filled.problems).length > 0 ? 'Confira os campos marcados e envie de novo.' : '')
  const content = `${paragraph(form.intro)}${problem && `<p class="problem" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="${formPath(form.public_key)}">
${fields.map(field => fieldOf(field, form.required.includes(field), filled)).join('\n')}
${consentOf(form, filled)}
${honeypot}<input type="hidden" name="${stampName}" value="${escapeHtml(stamp)}">
<button>Enviar</button>
</form>
<p class="optional">Seus dados vão para ${escapeHtml(form.account_nome)}, que os usa para responder a você. <a href="${paths.privacy}" target="_blank" rel="noopener">Privacidade</a></p>`
  return sendPage(reply, { title: form.title, content, redirectUrl: form.redirect_url, brand: form.brand }, settings)
}

export const sendThanksPage = (reply: FastifyReply, form: BrandedForm, settings: Settings): FastifyReply =>
  sendPage(
    reply,
    {
      title: 'Recebemos seu contato',
      brand: form.brand,
      content: `${paragraph(form.thanks)}<p><a href="${formPath(form.public_key)}">Enviar outro</a></p>`,
    },
    settings,
  )

export const sendInactivePage = (
  reply: FastifyReply,
  { title, brand }: BrandedForm,
  settings: Settings,
): FastifyReply =>
  sendPage(reply, { title, brand, content: '<p>Este formulário não está recebendo contatos no momento.</p>' }, settings)

/** For a visitor who sent a form: what is wrong, and that the browser keeps what was typed. */
export const sendProblemPage = (
  reply: FastifyReply,
  { title, messages }: { title: string; messages: readonly string[] },
  settings: Settings,
): FastifyReply =>
  sendPage(
    reply,
    {
      title,
      content: `${messages.map(paragraph).join('')}<p>Volte à página anterior: o que você escreveu deve continuar lá.</p>`,
    },
    settings,
  )
