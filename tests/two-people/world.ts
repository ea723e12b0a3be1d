import { expect } from 'vitest'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { PendingMove } from '#web/leads/board/moves/pending-move.ts'
import type { LeadField } from '#web/leads/lead/form/lead-conflict.ts'
import { type LeadFormValues, toFormValues } from '#web/leads/lead/form/lead-values.ts'

/** Value of each field that a user had seen before changing it. */
export type Shown = Partial<Record<LeadField, unknown>>

export interface OpenForm {
  base: Lead
  seen: LeadFormValues
  mine: LeadFormValues
  shown: Shown
}

export interface Queued {
  move: PendingMove
  shown: Shown
}

export interface Person {
  screen: Lead | undefined
  queue: Queued[]
  form: OpenForm | undefined
  undo: { move: PendingMove; shown: Shown } | undefined
  removed: Lead | undefined
}

/** What a broken build omits. */
export interface Build {
  withoutWas?: boolean
  withoutIfMatch?: boolean
  draftOfAllFields?: boolean
}

/** One lead on the real server and the screens of two users. */
export class World {
  readonly people: Person[] = [0, 1].map(() => ({
    screen: undefined,
    queue: [],
    form: undefined,
    undo: undefined,
    removed: undefined,
  }))
  readonly versions = new Map<number, string>()
  readonly call: TestApp['call']
  readonly at: { token: string; params: { id: string } }
  readonly build: Build

  constructor({ call }: TestApp, token: string, id: string, build: Build) {
    this.call = call
    this.at = { token, params: { id } }
    this.build = build
  }

  async stored(): Promise<Lead | undefined> {
    const { status, data } = await this.call(leadsApi.find, this.at)
    if (status !== 200) return undefined
    const content = JSON.stringify(toFormValues(data))
    expect(this.versions.get(data.version) ?? content, `version ${data.version} of two contents`).toBe(content)
    this.versions.set(data.version, content)
    return data
  }

  /** Sends a write and asserts that the writer had seen each value that it changed. */
  async write<Reply extends { status: number }>(shown: Shown, send: () => Promise<Reply>): Promise<Reply> {
    const before = await this.stored()
    const reply = await send()
    const after = await this.stored()
    if (before && after) {
      const [old, fresh] = [toFormValues(before), toFormValues(after)]
      for (const field of Object.keys(old) as LeadField[]) {
        if (old[field] === fresh[field]) continue
        expect(shown[field], `${field}: ${old[field]} became ${fresh[field]} unseen`).toBe(old[field])
      }
    }
    if (before && !after) expect(shown, 'deleted unseen').toEqual(toFormValues(before))
    return reply
  }
}

/** An action of the user, the network or the browser. */
export type Act = (world: World, person: Person) => Promise<void>

export const look: Act = async (world, person) => {
  person.screen = await world.stored()
}
