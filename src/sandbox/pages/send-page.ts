import type { FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'

interface Page {
  title: string
  main: Html
  status?: number
  /** URLs that a form of this page may redirect to. */
  formActionUrls?: (string | null | undefined)[]
  wide?: boolean
}

const originOf = (url: string): string => new URL(url).origin

/** Sends a page under a strict policy: no scripts, no external resources, no other form targets. */
export const sendPage = (
  reply: FastifyReply,
  { title, main, status = 200, formActionUrls = [], wide = false }: Page,
) => {
  const targets = [...new Set(formActionUrls.filter(url => typeof url === 'string').map(originOf))]
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${["'self'", ...targets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  const page = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Ambiente de teste</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header class="bar">Ambiente de teste: nenhum valor é cobrado</header>
<main class="${wide ? 'wide' : 'narrow'}">
${main}
</main>
</body>
</html>`
  return reply
    .code(status)
    .headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      // Forms send their origin, which `isForeign` checks. Other sites never receive these URLs.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(page.markup)
}

export const sendNotice = (
  reply: FastifyReply,
  title: string,
  text: string,
  status = 200,
  link?: [string, string | null],
) =>
  sendPage(reply, {
    title,
    status,
    main: html`<section class="card notice"><h1>${title}</h1><p>${text}</p>${
      link?.[1] ? html`<p><a class="button quiet" href="${link[1]}">${link[0]}</a></p>` : null
    }</section>`,
  })
