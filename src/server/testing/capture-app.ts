import { type CaptureForm, captureApi, publicCaptureApi, type Submission } from '#contract/capture/capture.ts'
import type { SubmissionOutcome } from '#contract/capture/capture-fields.ts'
import type { Settings } from '../env.ts'
import type { Person } from './factories.ts'
import { testApp } from './test-app.ts'

export const aCaptureFormBody = (overrides: object = {}) => ({
  nome: 'Site',
  title: 'Fale com a gente',
  thanks: 'Respondemos em um dia.',
  fields: ['nome', 'telefone', 'email', 'mensagem'],
  required: ['nome', 'telefone'],
  ...overrides,
})

/** Creates an app with what tests of capture forms need. */
export const captureApp = async (settings: Partial<Settings> = {}) => {
  const app = await testApp(settings)
  const { call, clock } = app
  let count = 0
  const aSubmission = (overrides: object = {}) => ({
    name: 'Bia Reis',
    phone: `11 9${String(80000000 + ++count)}`,
    message: 'Quero um site',
    ...overrides,
  })
  const submissionsOf = async ({ token }: Pick<Person, 'token'>, outcome?: SubmissionOutcome): Promise<Submission[]> =>
    (await call(captureApi.submissions, { token, query: { limit: 100, ...(outcome && { outcome }) } })).data.submissions
  return {
    ...app,
    aSubmission,
    submissionsOf,
    aForm: async ({ token }: Pick<Person, 'token'>, overrides: object = {}): Promise<CaptureForm> => {
      const { status, data, error } = await call(captureApi.createForm, { token, body: aCaptureFormBody(overrides) })
      if (status !== 201) throw new Error(`the form was not created: ${error.code} ${JSON.stringify(error.fields)}`)
      return data
    },
    /** Sends JSON, as another system does. */
    send: ({ key }: Pick<CaptureForm, 'key'>, body: object = aSubmission()) =>
      call(publicCaptureApi.submit, { params: { key }, body }),
    view: (path: string) => app.app.inject({ url: path }),
    /** Sends an HTML form. */
    post: (url: string, fields: Record<string, string>) =>
      app.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      }),
    later: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
}

/** Returns the values of the hidden inputs of a page. */
export const hiddenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
