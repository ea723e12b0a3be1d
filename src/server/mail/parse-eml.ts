/** Displayed parts of a mail file. */
export interface StoredMail {
  subject: string
  to: string
  date: string
  text: string
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

const bytesOf = (body: string, encoding: string): Buffer => {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return encoding === 'quoted-printable' ? quotedPrintable(body) : Buffer.from(body, 'utf8')
}

const split = (part: string): { headers: Map<string, string>; body: string } => {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(
    lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.replace(/^[^:]*:\s*/, '')]),
  )
  return { headers, body: rest.join('\r\n\r\n') }
}

/** "=?UTF-8?Q?Sua_senha?=" → "Sua senha" */
const decodeWords = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, form: string, word: string) =>
      bytesOf(word.replace(/_/g, ' '), /q/i.test(form) ? 'quoted-printable' : 'base64').toString('latin1'),
    )

const utf8 = (bytesAsLatin1: string): string => Buffer.from(bytesAsLatin1, 'latin1').toString('utf8')

/** Parses mails that this product wrote: the first part is plain text. */
export const parseEml = (eml: string): StoredMail => {
  const { headers, body } = split(eml)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  const part = split(body.split(`--${boundary}\r\n`)[1]?.split(`\r\n--${boundary}`)[0] ?? '')
  const subject = headers.get('subject') ?? ''
  return {
    subject: /=\?utf-8\?/i.test(subject) ? utf8(decodeWords(subject)) : subject,
    to: headers.get('to') ?? '',
    date: headers.get('date') ?? '',
    text: bytesOf(part.body, (part.headers.get('content-transfer-encoding') ?? '').toLowerCase()).toString('utf8'),
  }
}
