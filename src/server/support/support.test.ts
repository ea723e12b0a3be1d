import { describe, expect, it } from 'vitest'
import { billingApi } from '#contract/billing/billing.ts'
import { supportApi } from '#contract/support/support.ts'
import { billingApp } from '../testing/billing-app.ts'
import { aSubscriber, aUser, subscribe } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const nothing = {
  supportEmail: undefined,
  supportHours: undefined,
  supportPhone: undefined,
  trainingUrl: undefined,
}
const everything = {
  supportEmail: 'suporte@fechou.example',
  supportHours: [24, 8, 4],
  supportPhone: '+55 11 4000-0000',
  trainingUrl: 'https://fechou.example/treinamentos',
} as const
const answerHours = { basic: 24, pro: 8, enterprise: 4 }

describe('GET /support', async () => {
  const server = await testApp(everything)
  const supportOf = async (token: string) => (await server.call(supportApi.find, { token })).data

  it('has the phone and the training of Empresarial alone', async () => {
    const email = everything.supportEmail
    const enterprise = await supportOf((await aSubscriber(server, 'enterprise')).token)
    expect(enterprise).toEqual({
      plan: 'enterprise',
      email,
      answerHours,
      phone: everything.supportPhone,
      trainingUrl: everything.trainingUrl,
    })
    for (const plan of ['basic', 'pro'] as const) {
      const { token } = await aSubscriber(server, plan)
      expect(await supportOf(token)).toEqual({ plan, email, answerHours, phone: null, trainingUrl: null })
    }
  })

  it('gives trials the support of Profissional, and accounts without a plan that of Básico', async () => {
    const { user, token } = await aUser(server)
    expect((await supportOf(token)).plan).toBe('pro')
    await subscribe(server, user, 'enterprise', 'canceled')
    expect(await supportOf(token)).toMatchObject({ plan: 'basic', phone: null, trainingUrl: null })
  })

  it('offers nothing that the operator did not set', async () => {
    const bare = await testApp(nothing, { database: server.db })
    const { token } = await aSubscriber(bare, 'enterprise')
    const { data } = await bare.call(supportApi.find, { token })
    expect(data).toEqual({ plan: 'enterprise', email: null, answerHours: null, phone: null, trainingUrl: null })
  })
})

describe('the plans on sale', () => {
  const supportLines = /^(Suporte|Treinamento)/
  it.each([
    ['all of it', everything, ['Suporte por e-mail', 'Suporte prioritário', 'Suporte 24/7', 'Treinamento dedicado']],
    ['an e-mail', { ...nothing, supportEmail: 'ajuda@exemplo.com.br' }, ['Suporte por e-mail']],
    [
      'equal answer times',
      { ...nothing, supportEmail: 'a@b.example', supportHours: [8, 8, 8] },
      ['Suporte por e-mail'],
    ],
    ['a phone', { ...nothing, supportPhone: '+55 11 4000-0000' }, ['Suporte 24/7']],
    ['nothing', nothing, []],
  ] as const)('name only the support that settings with %s keep', async (_, settings, lines) => {
    const { call, payments } = await billingApp(settings)
    const { plans } = (await call(billingApi.plans)).data
    expect(plans.flatMap(({ features }) => features).filter(text => supportLines.test(text))).toEqual(lines)
    const products = await payments.stripe.products.list({ limit: 10 })
    const sold = products.data.flatMap(({ marketing_features }) => marketing_features.map(({ name }) => name ?? ''))
    expect(sold.filter(text => supportLines.test(text)).toSorted()).toEqual([...lines].toSorted())
  })
})
