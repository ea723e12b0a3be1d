import { endpoint } from '../endpoint.ts'
import { BoundedText, NullableText, RequiredText } from '../values/text.ts'
import { z } from '../zod.ts'
import { parseTaxNumber } from './tax-number.ts'

export const brazilianStates = {
  AC: 'Acre',
  AL: 'Alagoas',
  AP: 'Amapá',
  AM: 'Amazonas',
  BA: 'Bahia',
  CE: 'Ceará',
  DF: 'Distrito Federal',
  ES: 'Espírito Santo',
  GO: 'Goiás',
  MA: 'Maranhão',
  MT: 'Mato Grosso',
  MS: 'Mato Grosso do Sul',
  MG: 'Minas Gerais',
  PA: 'Pará',
  PB: 'Paraíba',
  PR: 'Paraná',
  PE: 'Pernambuco',
  PI: 'Piauí',
  RJ: 'Rio de Janeiro',
  RN: 'Rio Grande do Norte',
  RS: 'Rio Grande do Sul',
  RO: 'Rondônia',
  RR: 'Roraima',
  SC: 'Santa Catarina',
  SP: 'São Paulo',
  SE: 'Sergipe',
  TO: 'Tocantins',
} as const
export type BrazilianState = keyof typeof brazilianStates

const wrongTaxId = 'Confira o CPF ou CNPJ: os dígitos verificadores não batem'

/** Any punctuation in, none out. */
const TaxId = z.pipe(
  BoundedText(30, 'Informe o CPF ou CNPJ', wrongTaxId).check(
    z.refine(text => text.trim() !== '', { error: 'Informe o CPF ou CNPJ', abort: true }),
    z.refine(text => parseTaxNumber(text) !== undefined, { error: wrongTaxId }),
  ),
  z.transform(text => parseTaxNumber(text)?.value ?? text),
)

const Cep = z.pipe(
  BoundedText(20, 'Informe o CEP').check(
    z.regex(/^\s*\d{5}[-. ]?\d{3}\s*$/, { error: 'Informe o CEP com 8 números, como 01310-100' }),
  ),
  z.transform(text => text.replace(/\D/g, '')),
)

/** One line, without white space around it. */
const Line = (max: number, message: string) =>
  RequiredText(max, message).check(
    z.trim(),
    z.refine(text => !/[\p{Cc}\u2028\u2029]/u.test(text), { error: 'Escreva em uma linha só' }),
  )

const maxComplementLength = 60
export const fiscalLengths = {
  legalName: 150,
  street: 120,
  number: 20,
  complement: maxComplementLength,
  district: 60,
  city: 60,
} as const

export const FiscalDataForm = z.object({
  /** CPF or CNPJ. */
  taxId: TaxId,
  legalName: Line(fiscalLengths.legalName, 'Informe o nome completo ou a razão social'),
  cep: Cep,
  street: Line(fiscalLengths.street, 'Informe a rua'),
  number: Line(fiscalLengths.number, 'Informe o número do endereço'),
  complement: NullableText(maxComplementLength),
  district: Line(fiscalLengths.district, 'Informe o bairro'),
  city: Line(fiscalLengths.city, 'Informe a cidade'),
  state: z.enum(Object.keys(brazilianStates) as BrazilianState[], { error: 'Escolha o estado' }),
})
export type FiscalDataForm = z.output<typeof FiscalDataForm>

/** `was`: what the caller had shown, null for no data. Without it, every field is taken. */
export const FiscalDataChange = z.extend(FiscalDataForm, { was: z.optional(z.nullable(z.partial(FiscalDataForm))) })
export type FiscalDataChange = z.output<typeof FiscalDataChange>

export const FiscalData = z.object({
  taxId: z.string(),
  legalName: z.string(),
  cep: z.string(),
  street: z.string(),
  number: z.string(),
  complement: z.nullable(z.string()),
  district: z.string(),
  city: z.string(),
  state: z.enum(Object.keys(brazilianStates) as BrazilianState[]),
  /** Whether the payment provider has these data, or has no customer yet. */
  isSynced: z.boolean(),
  /** The payment provider does not accept the number, so its invoices have the name and address alone. */
  taxIdRefused: z.boolean(),
})
export type FiscalData = z.infer<typeof FiscalData>

const FiscalDataResponse = z.object({ fiscalData: z.nullable(FiscalData) })

export const fiscalDataApi = {
  find: endpoint({
    method: 'GET',
    path: '/fiscal-data',
    access: 'billing.read',
    summary: 'CPF or CNPJ, legal name and address for the invoices of the account',
    status: 200,
    response: FiscalDataResponse,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/fiscal-data',
    access: 'billing.manage',
    summary:
      'Sets the fiscal data and sends them to the payment provider, now or later. Returns `stale_setting` if others changed them since `was`',
    body: FiscalDataChange,
    callsPaymentProvider: true,
    status: 200,
    response: FiscalDataResponse,
  }),
}
