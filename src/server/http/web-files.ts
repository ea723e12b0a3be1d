import { readFile } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Settings } from '../env.ts'
import { respondNotFound } from './error-response.ts'

const folder = `${import.meta.dirname}/../../../dist/web/`

const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  // The one policy that src/web may create; it takes no other address than that of its own worker.
  'trusted-types report-worker',
].join('; ')

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.codePointAt(0)};`)

/** The one page of the application, under the operator's brand. */
const readPage = async ({ brandName, supportEmail }: Settings): Promise<string> => {
  const page = await readFile(`${folder}index.html`, 'utf8')
  const support = supportEmail ? `<meta name="support-email" content="${escapeHtml(supportEmail)}">` : ''
  return page
    .replace('<title>Fechou</title>', `<title>${escapeHtml(brandName)}</title>`)
    .replace('<meta name="brand" content="Fechou"', `${support}<meta name="brand" content="${escapeHtml(brandName)}"`)
}

/** Serves the built web app: files that carry a hash in their name for a year, the page itself never from a cache. */
export const serveWebFiles = async (app: FastifyInstance, settings: Settings): Promise<void> => {
  const page = await readPage(settings)
  const sendPage = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy)
      .header('cache-control', 'no-cache')
      .send(page)

  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
    globIgnore: ['index.html*', '.vite/**', '**/*.{br,gz}'],
  })
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/\.\w+$/.test(request.url.split('?')[0] ?? '')
    return isPage ? sendPage(reply) : respondNotFound(request, reply)
  })
}
