import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'
import { wonStage } from '#contract/leads/lead-status.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openForm, reload, save, write } from './two-people/form-acts.ts'
import { flush, queueMove, undoMove } from './two-people/move-acts.ts'
import { remove, undoRemoval } from './two-people/removal-acts.ts'
import { type Act, type Build, look, World } from './two-people/world.ts'

// Two users and one lead: random actions in any order, with the client's own modules and the real server. `World` tracks
// which value of each field a user had seen before writing it.

const server = await testApp()
const { token } = await aUser(server)

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
})

const acts: Record<string, Act> = {
  look,
  'move to qualificando': queueMove('qualificando'),
  'move to negociacao': queueMove('negociacao'),
  win: queueMove(wonStage),
  'go online, leave conflicts': flush(false),
  'go online, insist': flush(true),
  'go online, lose the answer': flush(true, true),
  'undo the move': undoMove,
  'open the form': openForm,
  'type a name': write('nome', 'Ana'),
  'type another name': write('nome', 'Bia'),
  'type a business': write('negocio', 'Padaria'),
  'choose a status': write('status', 'nurturing'),
  reload,
  'save, mine stays': save('mine'),
  'save, as suggested': save('suggested'),
  'save, edit again': save('back'),
  'delete unless changed': remove(false),
  'delete anyway': remove(true),
  'undo the deletion': undoRemoval,
}

const step = fc.record({ who: fc.constantFrom(0, 1), act: fc.constantFrom(...Object.keys(acts)) })

const property = (build: Build = {}) =>
  fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 24 }), async taken => {
    const { _id } = await aLead(server, token, { nome: 'Início', negocio: 'Loja' })
    const world = new World(server, token, _id, build)
    for (const person of world.people) await look(world, person)
    for (const { who, act } of taken) {
      const person = world.people[who]
      if (person) await acts[act]?.(world, person)
    }
  })

it('no sequence of two users’ actions overwrites a value that the writer has not seen', async () => {
  await fc.assert(property(), { numRuns: 50 })
})

const ana = (act: string) => ({ who: 0, act })
const bia = (act: string) => ({ who: 1, act })
const biaWrites = [bia('open the form'), bia('type a business'), bia('save, mine stays')]

it.each([
  [
    'changes lack `was`',
    { withoutWas: true },
    [ana('move to qualificando'), bia('win'), bia('go online, leave conflicts'), ana('go online, leave conflicts')],
  ],
  [
    'writes lack If-Match',
    { withoutIfMatch: true },
    [ana('open the form'), ana('type a name'), ...biaWrites, ana('save, mine stays')],
  ],
  [
    'drafts contain all fields',
    { draftOfAllFields: true },
    [ana('open the form'), ana('type a name'), ...biaWrites, ana('reload'), ana('save, mine stays')],
  ],
])('the property fails for a build in which %s', async (_, build, taken) => {
  const { failed, errorInstance } = await fc.check(property(build), { numRuns: 1, examples: [[taken]] })
  expect([failed, String(errorInstance)]).toEqual([true, expect.stringContaining('unseen')])
  await fc.assert(property(), { numRuns: 1, examples: [[taken]] })
})
