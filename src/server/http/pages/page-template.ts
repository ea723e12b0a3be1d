import { readFile } from 'node:fs/promises'
import { describeOperator, unknownContact } from '#contract/legal.ts'
import type { Settings } from '../../env.ts'
import { keptPromises } from '../../support-promises.ts'
import { escapeHtml } from './escape-html.ts'
import { structuredData } from './search-engines.ts'

const defaultBrand = 'Fechou'

/** Settings for the web app, read by web/lib/brand.ts. */
const metaTags = (settings: Settings): string => {
  const values = {
    brand: settings.brandName,
    operator: describeOperator(settings),
    'support-email': settings.supportEmail,
    'support-promises': keptPromises(settings).join(' '),
    instagram: settings.instagramUrl,
    linkedin: settings.linkedinUrl,
    'password-min': String(settings.minPasswordLength),
    payments: settings.stripe || settings.sandboxPort !== undefined ? '' : 'none',
  }
  return Object.entries(values)
    .map(([name, content]) => (content ? `<meta name="${name}" content="${escapeHtml(content)}">` : ''))
    .join('')
}

/** The sharing image with the product's name shows only under that name. */
const sharingImage = (brand: string): string => (brand === defaultBrand ? 'sharing.png' : 'sharing-unbranded.png')

/** Reads a page of the build and replaces its placeholders in braces by the operator's settings. */
export const readPage = async (path: string, settings: Settings): Promise<string> => {
  const brand = settings.brandName.trim()
  const values: Record<string, string> = {
    brand: escapeHtml(brand),
    operator: escapeHtml(describeOperator(settings)),
    contact: escapeHtml(settings.supportEmail ?? unknownContact),
    'password-min': String(settings.minPasswordLength),
    'public-url': escapeHtml(settings.publicUrl),
    'sharing-image': sharingImage(brand),
    'structured-data': structuredData(settings),
  }
  const page = await readFile(path, 'utf8')
  return page
    .replace('<title>Fechou</title>', () => `<title>${escapeHtml(brand)}</title>`)
    .replace('<meta name="brand" content="Fechou" />', () => metaTags(settings))
    .replace(/\{\{([\w-]+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}
