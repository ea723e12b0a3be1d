import type { CardFields } from '../billing/card-form.ts'
import { testCards } from '../billing/test-cards.ts'
import { type Html, html } from './html.ts'

interface FieldView {
  name: keyof CardFields
  label: string
  autocomplete: string
  numeric?: boolean
  placeholder?: string
  optional?: boolean
  half?: boolean
}

const fields: FieldView[] = [
  {
    name: 'number',
    label: 'Número do cartão',
    autocomplete: 'cc-number',
    numeric: true,
    placeholder: '4242 4242 4242 4242',
  },
  {
    name: 'expiry',
    label: 'Validade (MM/AA)',
    autocomplete: 'cc-exp',
    numeric: true,
    placeholder: '12/34',
    half: true,
  },
  {
    name: 'cvc',
    label: 'Código de segurança (CVV)',
    autocomplete: 'cc-csc',
    numeric: true,
    placeholder: '123',
    half: true,
  },
  { name: 'name', label: 'Nome no cartão', autocomplete: 'cc-name' },
]
const taxField: FieldView = { name: 'taxId', label: 'CPF ou CNPJ', autocomplete: 'off', optional: true }

const fieldHtml = (
  { name, label, autocomplete, numeric, placeholder, optional, half }: FieldView,
  value: string,
  error: string | undefined,
): Html =>
  html`<div class="${half ? 'field half' : 'field'}">
<label for="${name}">${label}</label>${optional && html` <span class="hint" id="${name}-hint">(opcional)</span>`}
<input id="${name}" name="${name}" value="${value}" autocomplete="${autocomplete}" ${numeric && html`inputmode="numeric"`} ${
    placeholder && html`placeholder="${placeholder}"`
  } ${!optional && html`required`} ${error && html`aria-invalid="true" aria-describedby="${name}-error"`} maxlength="60">
${error && html`<p class="error" id="${name}-error">${error}</p>`}
</div>`

/** Renders the card form. After an error it restores every field but number and security code. */
export const cardFields = (typed: Record<string, unknown>, errors: CardFields, { withTaxId = true } = {}): Html => {
  const typedIn = (name: string) =>
    typeof typed[name] === 'string' && name !== 'number' && name !== 'cvc' ? typed[name] : ''
  const shown = withTaxId ? [...fields, taxField] : fields
  return html`<div class="fields">${shown.map(field => fieldHtml(field, typedIn(field.name), errors[field.name]))}</div>`
}

const grouped = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ')

export const testCardList = (): Html =>
  html`<details class="cards"><summary>Cartões de teste</summary>
<dl>${Object.entries(testCards).map(([digits, { descriptionPt }]) => html`<div><dt>${grouped(digits)}</dt><dd>${descriptionPt}</dd></div>`)}</dl>
<p class="hint">Use qualquer validade futura e qualquer código de segurança.</p></details>`

export const alertHtml = (text: string | undefined): Html | null =>
  text === undefined ? null : html`<p class="alert" role="alert">${text}</p>`
