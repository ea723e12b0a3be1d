import { expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { anExportedLead } from '../testing/factories.ts'
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
