import type { ApiError } from '#web/lib/requests/api-error.ts'

/** Why a login failed. Lacks a code if the response is not from the server. */
export interface LoginError {
  code?: ApiError['code']
  message: string
}

interface LoginBanner {
  title: string
  tips: readonly string[]
  /** Whether the banner offers a delayed retry. */
  canRetry: boolean
}

const database: LoginBanner = {
  title: 'Erro de Conexão com o Banco',
  tips: [
    'Depois de um tempo sem uso, o sistema leva alguns segundos para voltar.',
    'Espere alguns segundos: o que você digitou continua aqui.',
  ],
  canRetry: true,
}
const connection: LoginBanner = { title: 'Erro de Conexão', tips: [], canRetry: false }
const server: LoginBanner = { title: 'Erro do Servidor', tips: [], canRetry: false }
const login: LoginBanner = {
  title: 'Erro de Login',
  tips: [
    'Confira o e-mail e a senha (maiúsculas e minúsculas fazem diferença) e tente novamente.',
    'Se esqueceu a senha, use “Esqueci a senha?” para receber um link.',
  ],
  canRetry: false,
}

const bannerRules: readonly [string, LoginBanner][] = [
  ['buffering timed out', database],
  ['MongooseError', database],
  ['timeout', database],
  ['Network Error', connection],
  ['fetch', connection],
  ['ECONNREFUSED', connection],
  ['500', server],
  ['Internal Server Error', server],
]

const bannersByCode: Partial<Record<ApiError['code'], LoginBanner>> = {
  unavailable: database,
  network: connection,
  internal_error: server,
  being_updated: server,
}

/** Chooses the banner by the error's code, otherwise by the first pattern found in the message. */
export const loginBanner = ({ code, message }: LoginError): LoginBanner =>
  (code && bannersByCode[code]) ?? bannerRules.find(([pattern]) => message.includes(pattern))?.[1] ?? login
