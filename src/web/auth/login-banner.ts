interface LoginBanner {
  title: string
  tips: readonly string[]
  /** Whether the banner offers a delayed retry. */
  canRetry: boolean
}

const database: LoginBanner = {
  title: 'Erro de Conexão com o Banco',
  tips: [
    'Depois de um tempo parado, o banco demora um pouco para acordar.',
    'Espere alguns segundos: o que você digitou continua aqui.',
  ],
  canRetry: true,
}
const connection: LoginBanner = { title: 'Erro de Conexão', tips: [], canRetry: false }
const server: LoginBanner = { title: 'Erro do Servidor', tips: [], canRetry: false }
const login: LoginBanner = {
  title: 'Erro de Login',
  tips: [
    'Confira o e-mail e a senha, com maiúsculas e minúsculas, e tente de novo.',
    'Se não lembra da senha, use "Esqueci a senha?" para receber um link.',
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

/** Chooses the banner by the first pattern found in the message. */
export const loginBanner = (message: string): LoginBanner =>
  bannerRules.find(([pattern]) => message.includes(pattern))?.[1] ?? login
