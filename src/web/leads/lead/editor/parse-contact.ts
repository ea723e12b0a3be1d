import { isBareNumber, parsePhones } from '#contract/values/phone.ts'

/** What a pasted text says about a person. Fields that it does not hold are absent. */
export interface PastedContact {
  nome?: string
  telefone?: string
  email?: string
  negocio?: string
  descricaoServico?: string
}

const maxLengths = { nome: 120, negocio: 120, telefone: 30, email: 254, descricaoServico: 5000 }

const tidy = (contact: Record<keyof PastedContact, string | undefined>): PastedContact =>
  Object.fromEntries(
    Object.entries(contact)
      .map(([field, text]) => [field, text?.trim().slice(0, maxLengths[field as keyof PastedContact])] as const)
      .filter(([, text]) => text),
  )

const emailIn = (text: string): string | undefined => /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0]

const phoneIn = (text: string): string | undefined => {
  const withoutTimes = text.replace(/\b\d{1,2}\/\d{1,2}\/\d{2,4}\b|\b\d{1,2}:\d{2}(?::\d{2})?\b/g, '|')
  return parsePhones(withoutTimes).find(({ dial }) => dial && dial.length >= 8)?.text
}

const decodeQuotedPrintable = (text: string): string => {
  try {
    return decodeURIComponent(text.replace(/%/g, '%25').replace(/=([\dA-F]{2})/gi, '%$1'))
  } catch {
    return text
  }
}

/** Reads a card of the versions 2.1 to 4.0. Folded lines are joined first. */
const parseVcard = (text: string): PastedContact => {
  const lines = text
    .replace(/=\r?\n/g, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
  const read = (property: string): string | undefined => {
    const line = lines.find(one => new RegExp(`^(?:[\\w-]+\\.)?${property}[;:]`, 'i').test(one))
    if (!line) return undefined
    const value = line.slice(line.indexOf(':') + 1)
    const plain = /ENCODING=QUOTED-PRINTABLE/i.test(line) ? decodeQuotedPrintable(value) : value
    return plain.replace(/\\([,;\\])/g, '$1').replace(/^(?:tel|mailto):/i, '')
  }
  const [family = '', given = ''] = (read('N') ?? '').split(';')
  return tidy({
    nome: read('FN') || `${given} ${family}`,
    telefone: read('TEL'),
    email: read('EMAIL'),
    negocio: read('ORG')?.split(';')[0],
    descricaoServico: undefined,
  })
}

/** The heads of copied messages: "[22/11/2026, 10:32] Maria: …", "22/11/2026 10:32 - Maria: …". */
const messageHead =
  /^\s*(?:\[[^\]\n]*\d:\d\d[^\]\n]*\]|\d{1,2}\/\d{1,2}\/\d{2,4},? \d{1,2}:\d\d(?::\d\d)? -)\s*([^:\n]{1,60}):[ \t]*/gm

const labeled = (text: string, names: string): string | undefined =>
  new RegExp(`^\\s*(?:${names})\\s*[:=]\\s*(.+)$`, 'imu').exec(text)?.[1]

const capitalName = "\\p{Lu}[\\p{L}'’.-]*(?: (?:d[aeo]s?|e|\\p{Lu}[\\p{L}'’.-]*))*"
const introduced = (text: string): string | undefined =>
  new RegExp(`(?:[Mm]eu nome é|[Mm]e chamo|[Aa]qui é (?:[oa] )?|[Ss]ou (?:[oa] ))\\s*(${capitalName})`, 'u').exec(
    text,
  )?.[1]

/** A line that holds nothing but a name: a few capitalized words, with phone number and e-mail taken away. */
const nameLine = (text: string, email: string | undefined): string | undefined =>
  text
    .split('\n')
    .map(line =>
      parsePhones(email ? line.replace(email, '') : line)
        .filter(({ dial }) => !dial)
        .map(({ text: part }) => part)
        .join('')
        .replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, ''),
    )
    .find(line => line.split(' ').length <= 6 && new RegExp(`^${capitalName}$`, 'u').test(line))

const parseMessage = (text: string): PastedContact => {
  const senders = [...text.matchAll(messageHead)].map(([, sender = '']) => sender.trim())
  const body = text.replace(messageHead, '').trim()
  const [sender] = senders
  const isNumber = sender !== undefined && isBareNumber(sender)
  const email = emailIn(body)
  return tidy({
    nome: labeled(body, 'nome') ?? introduced(body) ?? (isNumber ? undefined : sender) ?? nameLine(body, email),
    telefone: (isNumber ? phoneIn(sender) : undefined) ?? phoneIn(email ? body.replace(email, ' ') : body),
    email,
    negocio: labeled(body, 'empresa|neg[óo]cio|loja'),
    // A contact's lines describe no service; a message does.
    descricaoServico: senders.length > 0 || body.length > 120 ? body : undefined,
  })
}

/** Finds what a pasted contact card or message says about a person. */
export const parseContact = (text: string): PastedContact =>
  /^\s*BEGIN:VCARD/i.test(text) ? parseVcard(text) : parseMessage(text)
