import type { Page } from '@playwright/test'
import { launchBrowser } from '../../scripts/browsers/find-browser.mjs'
import type { BenchServer } from './bench-server.ts'
import { recordFrames } from './frames.ts'

const cpuSlowdown = 4

const scroll = async (page: Page): Promise<void> => {
  await page.mouse.move(700, 600)
  for (let step = 0; step < 90; step++) {
    await page.mouse.wheel(0, step < 45 ? 120 : -120)
    await page.waitForTimeout(16)
  }
}

const search = (placeholder: string, term: string) => async (page: Page) => {
  const field = page.getByPlaceholder(placeholder)
  await field.pressSequentially(term, { delay: 120 })
  await page
    .getByRole('row', { name: new RegExp(term, 'i') })
    .first()
    .waitFor()
  await page.waitForTimeout(500)
  await field.clear()
  await page.waitForTimeout(1000)
}

const turnPages = async (page: Page): Promise<void> => {
  for (let next = 2; next <= 9; next++) {
    await page.getByRole('button', { name: 'Próxima' }).first().click()
    await page.getByText(`Página ${next} de`).first().waitFor()
  }
}

const screens: Record<string, { path: string; gestures: Record<string, (page: Page) => Promise<void>> }> = {
  'Painel administrativo': {
    path: '/admin',
    gestures: {
      'scrolling the panel': scroll,
      'turning pages of clients': turnPages,
      'searching clients': search('Buscar por nome ou e-mail...', 'Galvão'),
    },
  },
  'Todos os leads': {
    path: '/admin/leads',
    gestures: {
      'scrolling leads': scroll,
      'turning pages of leads': turnPages,
      'searching leads': search('Buscar por nome, negócio ou e-mail...', 'Galvão'),
    },
  },
}

/** Uses the administrators' screens in a Chromium with a slowed CPU and prints how smooth they are. */
export const measureScreens = async (server: BenchServer, token: string): Promise<void> => {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
    await recordFrames(page)
    await page.addInitScript(value => localStorage.setItem('token', value), token)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    console.log(`screens, CPU slowed ${cpuSlowdown}×`)
    for (const [title, { path, gestures }] of Object.entries(screens)) {
      await page.goto(server.url + path)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByRole('row').nth(1).waitFor()
      await page.waitForTimeout(1000)
      for (const [name, gesture] of Object.entries(gestures)) {
        await page.evaluate(() => window.startFrames())
        await gesture(page)
        const { p95, max, longTasks } = await page.evaluate(() => window.endFrames())
        const tasks = longTasks.join(' ') || 'none'
        console.log(
          `${name.padEnd(26)} frames: p95 ${p95.toFixed(1)} ms, longest ${max.toFixed(1)} ms, tasks over 50 ms: ${tasks}`,
        )
      }
    }
  } finally {
    await browser.close()
  }
}
