import { zodResolver } from '@hookform/resolvers/zod'
import { expect, it } from 'vitest'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { LeadForm, RestoredLead } from './leads/lead.ts'
import { z } from './zod.ts'

const wrong = [
  ...[
    undefined,
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    Number.NaN,
    [],
    {},
    '',
    ' ',
    'x',
    'novo',
    '-1',
    '99999999',
    '12026-01-01',
  ],
  ...['2026-02-30', '2026-11-20T25:00:00Z', 'x'.repeat(20_000), 'a\u0000b', 'a\ud800b', ['x'], { x: 1 }],
]

const namesIn = (schema: z.ZodMiniType): string[] => Object.keys('shape' in schema ? (schema.shape as object) : {})

/** Generates invalid requests: a value of the wrong type in place of the body, or of every field. */
const requestsOf = (schema: z.ZodMiniType): unknown[] => [
  ...wrong,
  ...wrong.map(value => Object.fromEntries(namesIn(schema).map(name => [name, value]))),
]

const parts = Object.values(api)
  .flatMap(group => Object.values<Endpoint>(group))
  .flatMap(({ method, path, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [[`${part} of ${method} ${path}`, schema] as const] : [],
    ),
  )

type Errors = { [name: string]: Errors | { message?: string } }
const messagesIn = (errors: Errors): string[] =>
  Object.values(errors).flatMap(error =>
    'message' in error && typeof error.message === 'string' ? [error.message] : messagesIn(error as Errors),
  )

/** Collects the messages of the server and of browser forms, which read the branches of a union. */
const messagesAbout = async (schema: z.ZodMiniType, request: unknown): Promise<string[]> => {
  const answered = (z.safeParse(schema, request).error?.issues ?? []).map(({ message }) => message)
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { errors } = await zodResolver(schema as never)(request as never, undefined, options)
  return [...answered, ...messagesIn(errors as Errors)]
}

/** Excludes quoted values, programming signs and technical terms. */
const sentence = /^\p{Lu}[\p{L}\d ,.:;–$()-]+$/u
const technical =
  /esperava|recebeu|entrada|inv[aá]lid[ao]:|invalid|expected|input|undefined|null|string|array|object|regex/i

it.each([...parts, ['each of the leads that are restored', RestoredLead] as const])(
  '%s is rejected with readable sentences',
  async (_, schema) => {
    const found = await Promise.all(requestsOf(schema).map(request => messagesAbout(schema, request)))
    const messages = [...new Set(found.flat())]
    expect(messages).not.toEqual([])
    expect(messages.filter(text => !sentence.test(text) || technical.test(text))).toEqual([])
  },
)

it.each([
  ['12026-01-01', 'Informe uma data válida'],
  ['2026-02-30', 'Esta data não existe'],
])('a form shows the same message for the closing date %s as for other dates', async (day, message) => {
  const said = await messagesAbout(LeadForm, { dataProspeccao: day, dataFechamento: day })
  expect(said.filter(text => text === message)).toHaveLength(4)
})
