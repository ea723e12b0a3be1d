import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { defaultPlans } from '#contract/billing/plans.ts'
import { readSettings } from '../../env.ts'
import { serveStaticFiles } from './static-files.ts'

/** Minimal build output. */
const shell = '<head><title>Fechou</title>\n<meta name="brand" content="Fechou" /></head><div id="root"></div>'
const landing = `<head><title>Sistema de Gestão de Leads – {{brand}}</title>
<meta name="brand" content="Fechou" /><meta name="description" content="Organize" />
<link rel="canonical" href="{{public-url}}/" /><meta property="og:image" content="{{public-url}}/{{sharing-image}}" />
{{structured-data}}</head>
<div id="root"><h1>Organize, acompanhe e converta</h1><b>{{brand}}</b><i>Ganho (Fechou)</i></div>`

const legal = (title: string) =>
  `<head><title>${title} – {{brand}}</title><meta name="brand" content="Fechou" /></head><p>{{operator}}</p><p>{{contact}}</p>`

const folder = `${await mkdtemp(join(tmpdir(), 'fechou-web-'))}/`
await mkdir(`${folder}assets`)
const files = {
  'index.html': shell,
  'landing.html': landing,
  'dashboard.html': shell.replace('</head>', '<link rel="modulepreload" href="/assets/a-1.js"></head>'),
  'login.html': shell,
  'register.html': shell,
  'forgot-password.html': shell,
  'profile.html': shell,
  'subscription.html': shell,
  'terms.html': legal('Termos de uso'),
  'privacy.html': legal('Política de privacidade'),
  'assets/a-1.js': '1',
  'favicon.svg': '<svg/>',
}
for (const [name, text] of Object.entries(files)) await writeFile(folder + name, text)
afterAll(() => rm(folder, { recursive: true }))

const serve = async (environment: Record<string, string> = {}): Promise<FastifyInstance> => {
  const app = fastify()
  await serveStaticFiles(app, readSettings({ PUBLIC_URL: 'https://leads.exemplo.com.br/', ...environment }), folder)
  afterAll(() => app.close())
  return app
}

describe('landing page', () => {
  it('is prerendered with metadata for search engines and social networks', async () => {
    const { body, headers, statusCode } = await (await serve()).inject('/?utm_source=anuncio')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(body).toContain('<h1>Organize, acompanhe e converta</h1>')
    expect(body).toContain('<title>Sistema de Gestão de Leads – Fechou</title>')
    expect(body).toContain('<meta name="description"')
    expect(body).toContain('<link rel="canonical" href="https://leads.exemplo.com.br/" />')
    expect(body).toContain('<meta property="og:image" content="https://leads.exemplo.com.br/sharing.png" />')
    expect(body).not.toContain('{{')
  })

  it('shows the operator’s brand instead of the default one', async () => {
    const { body } = await (await serve({ BRAND_NAME: "D'Ávila & $& Filhos" })).inject('/')
    const name = 'D&#39;Ávila &#38; $&#38; Filhos'
    expect(body).toContain(`<title>Sistema de Gestão de Leads – ${name}</title>`)
    expect(body).toContain(`<meta name="brand" content="${name}">`)
    expect(body).toContain(`<b>${name}</b>`)
    expect(body).toContain('<i>Ganho (Fechou)</i>')
    expect(body).toContain('content="https://leads.exemplo.com.br/sharing-unbranded.png"')
  })

  it('describes the product with the prices of the contract to search engines', async () => {
    const { body } = await (await serve({ BRAND_NAME: 'Vende </script> & Cia' })).inject('/')
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? []
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'SoftwareApplication',
      name: 'Vende </script> & Cia',
      url: 'https://leads.exemplo.com.br/',
      offers: defaultPlans.map(({ name, price }) => ({ name, price: price.toFixed(2), priceCurrency: 'BRL' })),
    })
    expect(json).not.toMatch(/aggregateRating|review/i)
  })
})

describe('terms and privacy policy', () => {
  const company = {
    COMPANY_NAME: 'Exemplo & Filhos Ltda.',
    COMPANY_CNPJ: '12.345.678/0001-90',
    COMPANY_ADDRESS: 'Rua A, 1, São Paulo',
    SUPPORT_EMAIL: 'ajuda@exemplo.com.br',
  }
  it.each(['/termos', '/privacidade', '/Termos/'])('at %s name the company and its contact', async path => {
    const { body, statusCode } = await (await serve(company)).inject(path)
    expect(statusCode).toBe(200)
    const operator = 'Exemplo &#38; Filhos Ltda., CNPJ 12.345.678/0001-90, Rua A, 1, São Paulo'
    expect(body).toContain(`<p>${operator}</p><p>ajuda@exemplo.com.br</p>`)
    expect(body).toContain(`<meta name="operator" content="${operator}">`)
  })

  it('say so when the operator has set no company and no contact', async () => {
    const { body } = await (await serve({ DEMO: '0' })).inject('/privacidade')
    expect(body).toContain('razão social ainda não informada')
    expect(body).toContain('e-mail ainda não informado')
  })
})

describe('search engines', () => {
  it('find the public pages in the sitemap that robots.txt names', async () => {
    const app = await serve()
    const robots = await app.inject('/robots.txt')
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(robots.body).toContain('Disallow: /api/')
    const [, address = ''] = /^Sitemap: (.+)$/m.exec(robots.body) ?? []
    expect(address).toBe('https://leads.exemplo.com.br/sitemap.xml')
    const sitemap = await app.inject(new URL(address).pathname)
    expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
    const pages = [...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page]) => page)
    expect(pages).toEqual(['', 'termos', 'privacidade'].map(path => `https://leads.exemplo.com.br/${path}`))
    for (const page of pages) expect((await app.inject(new URL(page ?? '').pathname)).statusCode, page).toBe(200)
  })
})

describe('every other page', () => {
  it.each(['/login', '/dashboard?aba=kanban', '/Admin/Leads/'])('at %s is empty', async address => {
    const { body, statusCode } = await (await serve({ BRAND_NAME: 'Vende Mais' })).inject(address)
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Vende Mais</title>')
    expect(body).toContain('<meta name="brand" content="Vende Mais">')
    expect(body).toContain('<div id="root"></div>')
    expect(body).not.toMatch(/canonical|og:/)
  })
})

it('the dashboard names the code of its first visit, the pages below it do not', async () => {
  const app = await serve({ BRAND_NAME: 'Vende Mais' })
  const preload = '<link rel="modulepreload" href="/assets/a-1.js">'
  for (const address of ['/dashboard', '/Dashboard/?aba=lista']) {
    const { body } = await app.inject(address)
    expect(body).toContain(preload)
    expect(body).toContain('<title>Vende Mais</title>')
  }
  expect((await app.inject('/dashboard/lixeira')).body).not.toContain(preload)
})

describe('unknown path', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  it.each(['/nada/disso', '/.git/HEAD', '/metrics', '//api/nope', '/equipe/maria.silva', `/${'x'.repeat(5000)}`])(
    '%s returns the app page with 404 to a browser',
    async url => {
      const { statusCode, headers, body } = await (await serve()).inject({ url, headers: browser })
      expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(body).toContain('<div id="root"></div>')
      expect(headers['content-security-policy']).toContain("script-src 'self';")
    },
  )

  it.each(['/nada/disso', '/.git/HEAD', '/assets/old-2.js'])('%s returns no page to other clients', async url => {
    const { statusCode, headers } = await (await serve()).inject({ url, headers: { accept: '*/*' } })
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  })

  it('accepts only GET and HEAD', async () => {
    const { statusCode } = await (await serve()).inject({ method: 'POST', url: '/login', headers: browser })
    expect(statusCode).toBe(404)
  })
})

describe('all pages', () => {
  it.each(['/', '/login'])('at %s contain the support contact and the minimum password length', async address => {
    const configured = await (await serve({ SUPPORT_EMAIL: 'ajuda@exemplo.com.br', PASSWORD_MIN: '9' })).inject(address)
    expect(configured.body).toContain('<meta name="support-email" content="ajuda@exemplo.com.br">')
    expect(configured.body).toContain('<meta name="password-min" content="9">')
    expect(configured.body).toContain('<meta name="instagram" content="https://www.instagram.com/">')
    const linkedin = 'https://www.linkedin.com/company/fechou?a=1&b=2'
    const other = await (await serve({ LINKEDIN_URL: linkedin, DEMO: '0' })).inject(address)
    expect(other.body).toContain(`<meta name="linkedin" content="${linkedin.replace('&', '&#38;')}">`)
    expect(other.body).not.toContain('support-email')
  })

  it('say when the server has no payments', async () => {
    const paymentsTag = '<meta name="payments" content="none">'
    expect((await (await serve()).inject('/login')).body).not.toContain(paymentsTag)
    expect((await (await serve({ NODE_ENV: 'production' })).inject('/login')).body).toContain(paymentsTag)
  })

  it.each(['/', '/login', '/dashboard'])(
    'at %s are not cached and have a strict content security policy',
    async address => {
      const { headers } = await (await serve()).inject(address)
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['content-security-policy']).toContain("script-src 'self';")
      expect(headers['content-security-policy']).toContain("style-src 'self';")
    },
  )

  it('respond to HEAD', async () => {
    const app = await serve()
    for (const url of ['/', '/login']) {
      const { statusCode, body } = await app.inject({ method: 'HEAD', url })
      expect([statusCode, body]).toEqual([200, ''])
    }
  })
})

describe('files', () => {
  it('with a hash in their name are cached for a year', async () => {
    const app = await serve()
    expect((await app.inject('/assets/a-1.js')).headers['cache-control']).toContain('max-age=31536000')
    expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it.each(['/assets/old-2.js', '/landing.html', '/terms.html', '/index.html'])(
    'of %s are not replaced by a page',
    async address => {
      const { statusCode, headers } = await (await serve()).inject(address)
      expect(statusCode).toBe(404)
      expect(headers['content-type']).toContain('application/json')
    },
  )
})
