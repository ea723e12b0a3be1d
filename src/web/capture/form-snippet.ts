import type { CaptureForm } from '#contract/capture/capture.ts'
import {
  captureFieldLabels,
  captureFields,
  consentName,
  consentVersionName,
  formPath,
  honeypotName,
} from '#contract/capture/capture-fields.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, character => `&#${character.codePointAt(0)};`)

const types: Record<string, string> = { telefone: ' type="tel"', email: ' type="email"' }

/** HTML of a form for another site. It needs no script. */
export const formSnippet = (
  { key, title, fields, required, consentText, consentVersion }: CaptureForm,
  origin: string,
): string => {
  const asked = captureFields.filter(field => fields.includes(field))
  const inputs = asked.map(field => {
    const attributes = `name="${field}"${required.includes(field) ? ' required' : ''}`
    const control =
      field === 'mensagem' ? `<textarea ${attributes}></textarea>` : `<input${types[field] ?? ''} ${attributes}>`
    return `  <p><label>${captureFieldLabels[field]}<br>${control}</label></p>`
  })
  const consent =
    consentText === ''
      ? []
      : [
          `  <p><label><input type="checkbox" name="${consentName}" value="sim" required> ${escapeHtml(consentText)}</label></p>`,
          `  <input type="hidden" name="${consentVersionName}" value="${consentVersion}">`,
        ]
  return [
    `<form method="post" action="${origin}/api/capture/${key}" aria-label="${escapeHtml(title)}">`,
    ...inputs,
    ...consent,
    `  <p hidden><input name="${honeypotName}" tabindex="-1" autocomplete="off"></p>`,
    '  <p><button>Enviar</button></p>',
    '</form>',
  ].join('\n')
}

/** The page of the form within another site. */
export const frameSnippet = ({ key, title }: CaptureForm, origin: string): string =>
  `<iframe src="${origin}${formPath(key)}" title="${escapeHtml(title)}" width="100%" height="760" style="border:0" loading="lazy"></iframe>`
