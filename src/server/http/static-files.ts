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
  // The web app creates only these two policies. Each permits the URL of its own worker.
  'trusted-types report-worker service-worker',
].join('; ')

/** The service worker only fetches the app's files. */
const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'"

/** Settings for the web app, read by web/lib/brand.ts. */
const renderMetaTags = ({
  brandName,
  supportEmail,
  instagramUrl,
  linkedinUrl,
  minPasswordLength,
}: Settings): string => {
  const values = {
    brand: brandName,
    'support-email': supportEmail,
    instagram: instagramUrl,
    linkedin: linkedinUrl,
    'password-min': String(minPasswordLength),
  }
  return Object.entries(values)
    .map(([name, content]) => (content ? `<meta name="${name}" content="${escapeHtml(content)}">` : ''))
    .join('')
}

/** Replaces the build's placeholders in braces by the operator's brand. */
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

/** Is true for a navigation, false for a program that requests a file. */
const isPageRequest = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/i.test(headers.accept ?? '')

const sendPage = (reply: FastifyReply, page: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'no-cache')
    .send(page)

/**
 * Serves the built web app: hashed files cached for a year, pages uncached. `/` gets the prerendered landing page, other
 * paths the empty app page.
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
    // The app page shows its own "not found" page.
    return isPageRequest(request) ? sendPage(reply.code(404), page) : sendNotFound(request, reply)
  })
}
