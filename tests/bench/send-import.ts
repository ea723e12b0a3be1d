import { setTimeout as sleep } from 'node:timers/promises'
import { buildPath, type Endpoint, type ResponseOf } from '#contract/endpoint.ts'
import { type Import, type ImportState, importPartBytes, workingStates } from '#contract/spreadsheets/import.ts'
import { importsApi } from '#contract/spreadsheets/imports.ts'

export interface Importer {
  /** URL of the product. */
  url: string
  token: string
}

/** Calls an endpoint of imports. Throws unless it succeeds. */
export const callImports = async <E extends Endpoint>(
  { url, token }: Importer,
  { method, path }: E,
  params: Record<string, string>,
  body?: object | Buffer,
): Promise<ResponseOf<E>> => {
  const isFile = Buffer.isBuffer(body)
  const response = await fetch(`${url}/api${buildPath(path, params)}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<E>
}

/** Uploads a file and lets it be read and checked. Returns the id of the import. */
export const uploadImport = async (importer: Importer, file: Buffer): Promise<string> => {
  const created = await callImports(importer, importsApi.create, {}, { fileName: 'leads.csv', bytes: file.length })
  for (let part = 0; part * importPartBytes < file.length; part++) {
    const piece = file.subarray(part * importPartBytes, (part + 1) * importPartBytes)
    await callImports(importer, importsApi.upload, { id: created._id, part: String(part) }, piece)
  }
  await callImports(importer, importsApi.configure, { id: created._id }, {})
  return created._id
}

const pollIntervalMs = 200

/** Waits until the server no longer works on the import. Calls `onPoll` with each state. Throws for another end than `state`. */
export const untilImport = async (
  importer: Importer,
  id: string,
  state: ImportState,
  onPoll: (found: Import) => void = () => {},
): Promise<Import> => {
  for (;;) {
    const found = await callImports(importer, importsApi.find, { id })
    onPoll(found)
    if (found.state === state) return found
    if (!workingStates.includes(found.state)) throw new Error(`the import is ${found.state}: ${found.error}`)
    await sleep(pollIntervalMs)
  }
}

const pad = (number: number, length: number): string => String(number).padStart(length, '0')

const firstNames = ['Ana', 'Bruno', 'Célia', 'Davi', 'Érica', 'Fábio', 'Glória', 'Hélio', 'Inês', 'João']
const lastNames = ['Conceição', 'Nogueira', 'Araújo', 'Souza', 'Gonçalves', 'Lima', 'Falcão', 'Brandão']
const businesses = ['Padaria', 'Oficina', 'Clínica', 'Mercado', 'Salão', 'Escola', 'Construtora']
const stageNames = ['Novo', 'Qualificado', 'Proposta', 'Negociação', 'Fechado', 'Perdido']

/** Returns a file of Brazilian Excel, in Windows-1252: new leads, each with its own phone number and e-mail. */
export const aLargeCsv = (rows: number): Buffer => {
  const pick = (list: readonly string[], index: number) => list[index % list.length] ?? ''
  const lines = Array.from({ length: rows }, (_, index) => {
    const name = `${pick(firstNames, index)} ${pick(lastNames, index >> 3)} ${index}`
    const business = `${pick(businesses, index)} ${pick(lastNames, index >> 1)}`
    const phone = `(${11 + (index % 80)}) 9${pad(index, 8).slice(0, 4)}-${pad(index, 8).slice(4)}`
    const value = `R$ ${1 + (index % 90)}.${pad((index * 7) % 1000, 3)},${pad(index % 100, 2)}`
    const day = `${pad((index % 28) + 1, 2)}/${pad((index % 12) + 1, 2)}/2026`
    const about = `Pediu orçamento de um site com agenda e pagamento; indicação de cliente ${index % 977}`
    return `${name};${business};${phone};cliente.${index}@exemplo.com.br;"${about}";${value};${pick(stageNames, index)};Pix;30 dias;${day}`
  })
  const headings = 'Cliente;Empresa;Celular;E-mail;Observações;Valor;Fase;Pagamento;Prazo;Data'
  return Buffer.from([headings, ...lines].join('\r\n'), 'latin1')
}
