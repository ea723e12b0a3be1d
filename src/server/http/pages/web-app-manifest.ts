import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../env.ts'

const address = '/manifest.webmanifest'

const icon = (file: string, size: number, purpose = 'any') => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** Web app manifest with the operator's brand. */
const webAppManifest = ({ brandName }: Settings) => ({
  id: '/',
  name: brandName,
  short_name: brandName,
  description: 'Sistema de Gestão de Leads',
  lang: 'pt-BR',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  // Light theme colors of the web app: a manifest permits only one.
  background_color: '#f8f8f5',
  theme_color: '#ffffff',
  icons: [icon('icon-192', 192), icon('icon-512', 512), icon('maskable-512', 512, 'maskable')],
  shortcuts: [
    { name: 'Novo Lead', url: '/dashboard?lead=novo' },
    { name: 'Kanban', url: '/dashboard?aba=kanban' },
  ],
})

export const serveWebAppManifest = (app: FastifyInstance, settings: Settings): void => {
  const manifest = JSON.stringify(webAppManifest(settings))
  app.get(address, (_, reply) =>
    reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache').send(manifest),
  )
}
