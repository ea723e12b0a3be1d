import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { anExportedLead } from '../../testing/factories.ts'
import { BodyParser } from './body-parser.ts'

const bodyOf = (count: number) => ({
  leads: Array.from({ length: count }, (_, index) => ({ ...anExportedLead(), nome: `Lead ${index}` })),
  onlyMissing: true,
})

it.each([0, 1, 100, 101, 1234])('returns a body of %i leads whole and in order, beside another body', async count => {
  const parser = new BodyParser()
  const bodies = [bodyOf(count), bodyOf(250)]
  const parsed = await Promise.all(bodies.map(body => parser.parse(leadsApi.sync, Buffer.from(JSON.stringify(body)))))
  expect(parsed.map(body => (body as (typeof bodies)[number]).leads.map(({ nome }) => nome))).toEqual(
    bodies.map(({ leads }) => leads.map(({ nome }) => nome)),
  )
  expect(parsed).toMatchObject(bodies.map(() => ({ onlyMissing: true })))
  await parser.close()
})

/** Nice value of each thread of this process: the 17th field after the name, which may hold spaces. */
const threadPriorities = (): number[] =>
  readdirSync('/proc/self/task').map(id => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })

it.runIf(process.platform === 'linux')(
  'parses behind the requests: its thread alone has a lower priority',
  async () => {
    const [before, own] = [threadPriorities(), getPriority()]
    const parser = new BodyParser()
    await parser.parse(leadsApi.sync, Buffer.from(JSON.stringify(bodyOf(1))))
    const lowered = (all: number[]) => all.filter(nice => nice >= constants.priority.PRIORITY_BELOW_NORMAL).length
    expect(getPriority()).toBe(own)
    expect(lowered(threadPriorities())).toBe(lowered(before) + 1)
    await parser.close()
  },
)
