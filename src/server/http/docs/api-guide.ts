import { planEntitlements } from '#contract/billing/entitlements.ts'
import { errors } from '#contract/errors.ts'
import { scopes } from '#contract/policies.ts'
import { feedDays, idempotencyHours } from '#contract/retention.ts'

const code = (language: string, ...lines: readonly string[]): string =>
  [`\`\`\`${language}`, ...lines, '```'].join('\n')

const errorTable = (): string =>
  [
    '| Status | `code` | `message` |',
    '|---|---|---|',
    ...Object.entries(errors)
      .toSorted(([, a], [, b]) => a.status - b.status)
      .map(([name, { status, message }]) => `| ${status} | \`${name}\` | ${message} |`),
  ].join('\n')

/** Introduction of the API document, as Markdown. Texts that the API returns stay in Portuguese. */
export const apiGuide = (brandName: string, publicUrl: string): string => {
  const base = `${publicUrl}/api`
  const perMinute = planEntitlements.enterprise.apiRequestsPerMinute
  const key = 'fch_…'
  return `
The API of ${brandName} is the one that its own app uses. Every endpoint below with a scope accepts an API key.

## Start here

1. Create a key in **Perfil → Integrações** (plan Empresarial, by the owner of the account). It is shown once.
2. Send it with every request:

${code('sh', `curl ${base}/leads?limit=5 -H 'Authorization: Bearer ${key}'`)}

3. Create a lead:

${code(
  'sh',
  `curl ${base}/leads \\`,
  `  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\`,
  `  -H 'Idempotency-Key: pedido-4711' \\`,
  `  -d '{"nome":"Ana Souza","negocio":"Padaria Sol","telefone":"(11) 98765-4321","email":"ana@exemplo.com.br",`,
  `       "descricaoServico":"Site com pedidos","valorServico":2500.5,"dataProspeccao":"2026-11-20"}'`,
)}

A lead that a key creates has no responsible member (\`userId\` is null) until a member takes it or \`POST /leads/assign\`
assigns it.

## Authentication and scopes

A key looks like \`fch_\` and 38 letters and digits; the last six are a checksum. A key sees what a manager of the account sees,
within its scopes: ${scopes.map(scope => `\`${scope}\``).join(', ')}. Endpoints without a scope reject keys with
\`key_not_allowed\`. A revoked or expired key gets \`invalid_key\` at once.

## Pages

Lists return \`nextCursor\`. Send it as \`cursor\` to get the next page; \`null\` means that there is none.

${code('sh', `curl '${base}/leads?limit=100&cursor=…' -H 'Authorization: Bearer ${key}'`)}

## Changes only

To poll, send the number of the last change that you know. Start with 0.

${code('sh', `curl '${base}/leads?since=0' -H 'Authorization: Bearer ${key}'`)}

The response has \`changes\`: \`seq\` is the \`since\` of your next request, \`removed\` lists IDs that are gone, and \`more\` says that
you can ask again at once. If \`reset\` is true (an import, or a \`since\` older than ${feedDays} days), read all pages without \`since\`, then
continue with \`seq\`. Webhooks save you from polling.

## Repeating a request

Send an \`Idempotency-Key\` of your choice when you create something. A repetition within ${idempotencyHours} hours returns what the first request
created, with status 200 instead of 201. The same key with another request gets \`idempotency_key_reused\`.

\`If-Match: "3"\` changes a lead only while its version is 3; otherwise you get \`stale_lead\` with the current lead.

## Limits

${perMinute} requests per minute and account. Each response says what is left:

${code('http', `RateLimit-Policy: "account";q=${perMinute};w=60`, 'RateLimit: "account";r=599;t=42')}

Above the limit you get status 429 and \`Retry-After\` in seconds. Few searches and exports of an account run at the same time; others
wait. A body has at most 64 KiB.

## Errors

Every error has the same body. \`message\` is for people, \`code\` for programs; \`fields\` names the invalid fields. Give us
\`requestId\` when you ask for help.

${code(
  'json',
  '{ "code": "validation_failed", "message": "Confira os dados informados.", "requestId": "0b8e…",',
  '  "fields": { "email": "Informe um e-mail válido" } }',
)}

Retry 429, 502 and 503 after a while; other errors stay until the request changes.

${errorTable()}
`.trim()
}
