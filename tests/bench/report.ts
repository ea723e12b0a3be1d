// Measures in a Chromium how long a PDF of 10,000 leads takes and how smooth the page stays. Three runs.

import { launchBrowser } from '../../scripts/browsers/find-browser.mjs'
import { startBenchServer } from './bench-server.ts'
import { recordFrames } from './frames.ts'
import { seedAccount } from './seed-leads.ts'

const leadCount = 10_000
const rounds = 3

const server = await startBenchServer({ web: true })
const browser = await launchBrowser()
try {
  const token = await seedAccount(server.services, leadCount)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
  await recordFrames(page)
  await page.addInitScript(value => localStorage.setItem('token', value), token)
  await page.goto(`${server.url}/dashboard`)
  await page.locator('[data-card]').first().waitFor()
  await page.waitForTimeout(1000)
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(() => window.startFrames())
    const startedAt = performance.now()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar PDF' }).click()
    await downloading
    const seconds = (performance.now() - startedAt) / 1000
    const { p95, max, longTasks } = await page.evaluate(() => window.endFrames())
    console.log(
      `${leadCount} leads in ${seconds.toFixed(1)} s; frames: p95 ${p95.toFixed(1)} ms, longest ${max.toFixed(1)} ms, tasks over 50 ms: ${longTasks.join(' ') || 'none'}`,
    )
    await page.waitForTimeout(1000)
  }
} finally {
  await browser.close()
  await server.stop()
}
