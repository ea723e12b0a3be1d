import { CurrentPassword } from '../auth/auth-forms.ts'
import { endpoint } from '../endpoint.ts'
import { type Scope, scopes } from '../policies.ts'
import { Timestamp } from '../values/date-inputs.ts'
import { Id, IdParams } from '../values/id.ts'
import { RequiredText } from '../values/text.ts'
import { z } from '../zod.ts'

export const scopeNames: Record<Scope, string> = {
  'leads:read': 'Ler leads',
  'leads:write': 'Criar e alterar leads',
  'webhooks:manage': 'Gerenciar webhooks',
}

/** Days until a key expires. */
export const keyLifetimes = ['30', '90', '365', 'never'] as const
export type KeyLifetime = (typeof keyLifetimes)[number]
export const defaultKeyLifetime: KeyLifetime = '365'

export const ApiKey = z.object({
  _id: z.uuid(),
  nome: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Last four characters of the key. */
  last4: z.string(),
  createdBy: z.object({ nome: z.string(), isMember: z.boolean() }),
  createdAt: Timestamp,
  expiresAt: z.nullable(Timestamp),
  /** Accurate to five minutes. */
  lastUsedAt: z.nullable(Timestamp),
  isExpired: z.boolean(),
})
export type ApiKey = z.infer<typeof ApiKey>

const lifetime = z.enum(keyLifetimes, { error: 'Escolha a validade' })

/** What a draft of a key holds. */
export const ApiKeyForm = z.object({
  nome: RequiredText(60, 'Dê um nome à chave'),
  scopes: z
    .array(z.enum(scopes, { error: 'Esta permissão não existe' }), { error: 'Escolha o que a chave pode fazer' })
    .check(z.minLength(1, { error: 'Escolha o que a chave pode fazer' }), z.maxLength(scopes.length)),
  lifetime,
})
export type ApiKeyForm = z.output<typeof ApiKeyForm>

export const NewApiKey = z.extend(ApiKeyForm, {
  _id: z.optional(Id),
  lifetime: z._default(lifetime, defaultKeyLifetime),
  password: CurrentPassword('Informe sua senha'),
})
export type NewApiKey = z.output<typeof NewApiKey>

export const keysApi = {
  list: endpoint({
    method: 'GET',
    path: '/keys',
    access: 'keys.manage',
    summary: 'API keys of the account that were not revoked',
    status: 200,
    response: z.object({ keys: z.array(ApiKey), limit: z.int() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/keys',
    access: 'keys.manage',
    summary:
      'Creates an API key; only this response contains it. Sent again with its _id before its first use, replaces it',
    body: NewApiKey,
    status: 201,
    response: z.object({ key: ApiKey, token: z.string() }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/keys/:id',
    access: 'keys.manage',
    summary: 'Revokes an API key at once',
    params: IdParams,
    status: 204,
  }),
}
