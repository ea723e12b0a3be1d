import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Settings } from '../env.ts'
import { escapeHtml } from '../http/pages/escape-html.ts'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 30rem; margin: 0 auto; padding: 15vh 1rem 4rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: 8px; background: #055b63; color: #fff }
a { color: inherit }`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

const pages = {
  ask: {
    title: 'Parar de receber o resumo da manhã?',
    content:
      '<p>Seus leads e os avisos no sistema continuam como estão.</p><form method="post"><button>Parar de receber</button></form>',
  },
  done: {
    title: 'Você não recebe mais o resumo da manhã',
    content: '<p>Se mudar de ideia, ligue o resumo de novo no seu <a href="/profile/avisos">perfil</a>.</p>',
  },
  unknown: {
    title: 'Este link não vale mais',
    content: '<p>Você pode desligar o resumo da manhã no seu <a href="/profile/avisos">perfil</a>.</p>',
  },
}

/** Sends a page that works without a login, scripts and the app's own files. */
export const sendUnsubscribePage = (
  reply: FastifyReply,
  page: keyof typeof pages,
  { brandName }: Settings,
): FastifyReply => {
  const { title, content } = pages[page]
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .send(`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} – ${escapeHtml(brandName)}</title><style>${style}</style></head>
<body><main><p>${escapeHtml(brandName)}</p><h1>${title}</h1>${content}</main></body>
</html>
`)
}
