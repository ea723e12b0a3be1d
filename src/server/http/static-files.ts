import { readFile } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findScreen } from '#contract/screens.ts'
import type { Settings } from '../env.ts'
import { sendNotFound } from './error-response.ts'
import { escapeHtml } from './escape-html.ts'
import { serveWebAppManifest } from './web-app-manifest.ts'

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
  // The two policies that src/web may create; each takes one address alone, that of its own worker.
  'trusted-types report-worker service-worker',
].join('; ')

/** It fetches the files of the app; more it may not. */
const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'"

/** What the operator tells the pages, by the names under which web/lib/brand.ts reads it. */
const renderMetaTags = ({
  brandName,
  supportEmail,
  instagramUrl,
  linkedinUrl,
  minPasswordLength,
}: Settings): string => {
  const told = {
    brand: brandName,
    'support-email': supportEmail,
    instagram: instagramUrl,
    linkedin: linkedinUrl,
    'password-min': String(minPasswordLength),
  }
  return Object.entries(told)
    .map(([name, content]) => (content ? `<meta name="${name}" content="${escapeHtml(content)}">` : ''))
    .join('')
}

/** A built page under the operator's brand; what stands in braces was left for us by the build. */
const readPage = async (path: string, settings: Settings): Promise<string> => {
  const brand = escapeHtml(settings.brandName.trim())
  const page = await readFile(path, 'utf8')
  return page
    .replace('<title>Fechou</title>', () => `<title>${brand}</title>`)
    .replace('<meta name="brand" content="Fechou" />', () => renderMetaTags(settings))
    .replaceAll('{{brand}}', () => brand)
    .replaceAll('{{public-url}}', () => escapeHtml(settings.publicUrl))
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** Somebody followed a link, rather than a program that looks for a file. */
const isPageRequest = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/i.test(headers.accept ?? '')

const sendPage = (reply: FastifyReply, page: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'no-cache')
    .send(page)

/**
 * Serves the built web app: files that carry a hash in their name for a year, pages never from a cache. Visitors of `/`
 * get the landing page as the build rendered it, every other screen and whoever is lost the same page empty.
 */
export const serveStaticFiles = async (app: FastifyInstance, settings: Settings, root = folder): Promise<void> => {
  const page = await readPage(`${root}index.html`, settings)
  const landing = await readPage(`${root}landing.html`, settings)

  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (path.includes('/sw.js')) reply.header('content-security-policy', serviceWorkerPolicy)
    },
    globIgnore: ['*.html', '.vite/**', '**/*.{br,gz}'],
  })
  app.get('/', (_, reply) => sendPage(reply, landing))
  serveWebAppManifest(app, settings)
  app.setNotFoundHandler((request, reply) => {
    const [pathname = ''] = request.url.split('?')
    if (!isRead(request)) return sendNotFound(request, reply)
    if (findScreen(pathname)) return sendPage(reply, page)
    // The same page: where no screen is, the app says that there is none.
    return isPageRequest(request) ? sendPage(reply.code(404), page) : sendNotFound(request, reply)
  })
}
