import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findScreen, paths } from '#contract/screens.ts'
import type { Settings } from '../../env.ts'
import { sendNotFound } from '../error-response.ts'
import { readPage } from './page-template.ts'
import { serveSearchEngineFiles } from './search-engines.ts'
import { serveWebAppManifest } from './web-app-manifest.ts'

const folder = `${import.meta.dirname}/../../../../dist/web/`

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

/** HTML files of the build, by path: the public pages are prerendered, the others name the code of their first visit. */
const builtPages = {
  [paths.landing]: 'landing',
  [paths.terms]: 'terms',
  [paths.privacy]: 'privacy',
  [paths.login]: 'login',
  [paths.register]: 'register',
  [paths.forgotPassword]: 'forgot-password',
  [paths.dashboard]: 'dashboard',
  [paths.profile]: 'profile',
  [paths.subscription]: 'subscription',
}

/** The service worker only fetches the app's files. */
const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'"

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** Is true for a navigation, false for a program that requests a file. */
const isPageRequest = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/i.test(headers.accept ?? '')

const sendPage = (reply: FastifyReply, page: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'no-cache')
    .send(page)

const readBuiltPages = async (root: string, settings: Settings): Promise<Map<string, string>> => {
  const read = async ([path, name]: [string, string]) =>
    [path, await readPage(`${root}${name}.html`, settings)] as const
  return new Map(await Promise.all(Object.entries(builtPages).map(read)))
}

/**
 * Serves the built web app: hashed files cached for a year, pages uncached. Public pages are prerendered; other paths get
 * the empty app page.
 */
export const serveStaticFiles = async (app: FastifyInstance, settings: Settings, root = folder): Promise<void> => {
  const page = await readPage(`${root}index.html`, settings)
  const pages = await readBuiltPages(root, settings)

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
  for (const [path, html] of pages) app.get(path, (_, reply) => sendPage(reply, html))
  serveWebAppManifest(app, settings)
  serveSearchEngineFiles(app, settings)
  app.setNotFoundHandler((request, reply) => {
    const [pathname = ''] = request.url.split('?')
    if (!isRead(request)) return sendNotFound(request, reply)
    const screen = findScreen(pathname)
    if (screen) return sendPage(reply, pages.get(screen) ?? page)
    // The app page shows its own "not found" page.
    return isPageRequest(request) ? sendPage(reply.code(404), page) : sendNotFound(request, reply)
  })
}
