import { describe, expect, it } from 'vitest'
import { SignedInState } from '#contract/auth/auth.ts'
import { shapeSchema } from '#contract/json-shape.ts'
import { z } from '#contract/zod.ts'
import { responseShape } from '../scripts/web-build/response-shape.ts'

const List = z.object({
  names: z.array(z.string()),
  count: z.optional(z.int()),
  note: z.nullable(z.string()),
  plan: z.optional(z.nullable(z.enum(['monthly', 'yearly']))),
})
const accepts = (schema: z.ZodMiniType, value: unknown): boolean =>
  shapeSchema(responseShape(schema)).safeParse(value).success

const session: SignedInState = {
  user: {
    _id: '01939c3e-7a00-7000-8000-000000000001',
    nome: 'Ana',
    email: 'ana@example.com',
    pending_email: null,
    role: 'user',
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    subscription_plan: null,
    subscription_status: 'inactive',
    current_period_end: null,
    cancel_at_period_end: false,
    next_charge_at: null,
    scheduled_plan: null,
    scheduled_plan_at: null,
    payment_returned: false,
    is_trial: true,
    trial_end: '2026-11-23T12:00:00.000Z',
    stripe_customer_id: null,
    subscription: { status: 'inactive', plan: null, stripeCustomerId: null, stripeSubscriptionId: null },
  },
  account: { _id: '01939c3e-7a00-7000-8000-000000000002', nome: 'Ana', timezone: 'America/Sao_Paulo' },
  member: { _id: '01939c3e-7a00-7000-8000-000000000003', team_role: 'owner' },
  may: ['leads.read'],
}

describe('a shape of a response', () => {
  it.each([
    { names: [], note: null },
    { names: ['a'], count: 1, note: 'b', plan: 'monthly' },
    { names: [], note: null, plan: null },
    { names: [], note: null, later: 'a field of a newer server' },
  ])('accepts %j', value => {
    expect([accepts(List, value), List.safeParse(value).success]).toEqual([true, true])
  })

  it.each([
    [null],
    ['text'],
    [[]],
    [{}],
    [{ names: {}, note: null }],
    [{ names: [1], note: null }],
    [{ names: [] }],
    [{ names: [], note: 1 }],
    [{ names: [], note: null, plan: 1 }],
    [{ names: [], note: null, count: '1' }],
  ])('rejects %j', value => {
    expect([accepts(List, value), List.safeParse(value).success]).toEqual([false, false])
  })

  it('returns the value that it accepts', () => {
    const value = { names: [], note: null }
    expect(shapeSchema(responseShape(List)).safeParse(value)).toEqual({ success: true, data: value })
  })

  it('rejects a session without a field of its user', () => {
    const { user, ...rest } = session
    expect(accepts(SignedInState, session)).toBe(true)
    expect(accepts(SignedInState, rest)).toBe(false)
    expect(accepts(SignedInState, { ...rest, user: { ...user, nome: undefined } })).toBe(false)
  })

  it('is refused for a list that may be null', () => {
    expect(() => responseShape(z.object({ names: z.nullable(z.array(z.string())) }))).toThrow('no notation')
  })
})
