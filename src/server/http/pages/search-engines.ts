import type { FastifyInstance } from 'fastify'
import { defaultPlans } from '#contract/billing/plans.ts'
import { legalTextsDate } from '#contract/legal.ts'
import { paths } from '#contract/screens.ts'
import type { Settings } from '../../env.ts'
import { escapeHtml } from './escape-html.ts'

/** The pages worth finding, with the date of their last change where it is known. */
const publicPages: [path: string, changedOn?: string][] = [
  [paths.landing],
  [paths.terms, legalTextsDate],
  [paths.privacy, legalTextsDate],
]

const sitemap = ({ publicUrl }: Settings): string => {
  const urls = publicPages.map(([path, changedOn]) => {
    const changed = changedOn === undefined ? '' : `<lastmod>${changedOn}</lastmod>`
    return `<url><loc>${escapeHtml(publicUrl + path)}</loc>${changed}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}

const robots = ({ publicUrl }: Settings): string =>
  ['User-agent: *', 'Allow: /', 'Disallow: /api/', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')

/**
 * Describes the product to search engines. A data block is not a script: the content security policy does not apply to it.
 * `<` is escaped, so that no setting closes the element.
 */
export const structuredData = ({ brandName, publicUrl }: Settings): string => {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: brandName.trim(),
    description: 'Sistema de Gestão de Leads para pequenas e médias empresas',
    url: `${publicUrl}/`,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    inLanguage: 'pt-BR',
    offers: defaultPlans.map(({ name, price }) => ({
      '@type': 'Offer',
      name,
      price: price.toFixed(2),
      priceCurrency: 'BRL',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: price.toFixed(2),
        priceCurrency: 'BRL',
        unitCode: 'MON',
      },
    })),
  }
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

/** Serves /robots.txt and /sitemap.xml, which name the operator's URL. */
export const serveSearchEngineFiles = (app: FastifyInstance, settings: Settings): void => {
  const files = {
    '/robots.txt': ['text/plain; charset=utf-8', robots(settings)],
    '/sitemap.xml': ['application/xml; charset=utf-8', sitemap(settings)],
  } as const
  for (const [path, [type, text]] of Object.entries(files)) {
    app.get(path, (_, reply) => reply.type(type).header('cache-control', 'no-cache').send(text))
  }
}
