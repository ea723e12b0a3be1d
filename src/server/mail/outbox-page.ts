import { createHash, timingSafeEqual } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../env.ts'
import { sendNotFound } from '../http/error-response.ts'
import { isLoopbackRequest } from '../http/limits/loopback-request.ts'
import { escapeHtml } from '../http/pages/escape-html.ts'
import { parseEml, type StoredMail } from './parse-eml.ts'
import { outboxFolder } from './transport.ts'

const outboxPath = '/caixa-de-saida'
const maxShown = 50

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.5rem }
article { margin-top: 1.5rem; padding-top: 1.5rem; border-top: 1px solid #8886 }
h2 { margin: 0; font-size: 1.125rem }
p { margin: .25rem 0; overflow-wrap: anywhere }
a { color: inherit }
pre { margin: 1rem 0 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Newest first: file names are UUIDv7. */
const readMails = async (folder: string): Promise<StoredMail[]> => {
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter(name => name.endsWith('.eml'))
    .sort()
    .reverse()
    .slice(0, maxShown)
  return Promise.all(newest.map(async name => parseEml(await readFile(join(folder, name), 'utf8'))))
}

/** Links only URLs of this product. */
const linkify = (text: string, publicUrl: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map(piece =>
      piece.startsWith(`${publicUrl}/`) ? `<a href="${escapeHtml(piece)}">${escapeHtml(piece)}</a>` : escapeHtml(piece),
    )
    .join('')

const article = ({ subject, to, date, text }: StoredMail, publicUrl: string): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>Para ${escapeHtml(to)}</p>
<p>${escapeHtml(new Date(date).toLocaleString('pt-BR'))}</p>
<pre>${linkify(text, publicUrl)}</pre>
</article>`

const page = (mails: StoredMail[], { brandName, publicUrl }: Settings): string => `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Caixa de saída – ${escapeHtml(brandName)}</title><style>${style}</style></head>
<body>
<main>
<h1>Caixa de saída</h1>
<p>Sem SMTP_URL, os e-mails que o ${escapeHtml(brandName)} enviaria ficam aqui. Recarregue para ver os mais novos.</p>
${mails.map(mail => article(mail, publicUrl)).join('\n') || '<p>Nenhum e-mail ainda.</p>'}
</main>
</body>
</html>
`

/** Includes the key that the start printed. */
export const outboxUrl = ({ publicUrl }: Settings, key: string): string => `${publicUrl}${outboxPath}?chave=${key}`

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Shows the mails of the outbox folder to loopback requests with the key of this start. Development only: it shows reset
 * links, and a proxy without forwarding headers looks like a loopback client.
 */
export const registerOutboxPage = (app: FastifyInstance, settings: Settings, key: string): void => {
  app.get<{ Querystring: { chave?: unknown } }>(outboxPath, async (request, reply) => {
    const hasKey = timingSafeEqual(sha256(String(request.query.chave)), sha256(key))
    if (!hasKey || !isLoopbackRequest(request)) return sendNotFound(request, reply)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .send(page(await readMails(outboxFolder(settings)), settings))
  })
}
