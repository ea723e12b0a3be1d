import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import * as retention from '#contract/retention.ts'

it('the privacy policy names every term of the contract', async () => {
  const facts = await readFile(new URL('./privacy-facts.ts', import.meta.url), 'utf8')
  expect(Object.keys(retention).length).toBeGreaterThan(15)
  expect(Object.keys(retention).filter(name => !facts.includes(`\${${name}}`))).toEqual([])
})
