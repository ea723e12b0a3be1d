// Measures the first visit on a phone: an empty cache, a CPU slowed four times, 1.6 Mbit/s and 150 ms. Each round loads the landing
// page, the board, and a plain page of as many bytes as each, in turns. Prints medians and fails over the budget.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { launchBrowser } from '../../scripts/browsers/find-browser.mjs'
import { startBenchServer } from './bench-server.ts'
import { seedAccount } from './seed-leads.ts'
import { median } from './timing.ts'

const rounds = 5
const leadCount = 2000
const budget = { landingMs: 1800, cardsMs: 3500, blockingMs: 200 }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'pt-BR' }
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slowdown = 4
/** Tasks count until the page has been quiet this long. */
const quietMs = 2000

interface Visit {
  /** Largest contentful paint, or the first card. */
  shownMs: number
  /** What tasks took beyond 50 ms each. */
  blockingMs: number
  /** What had arrived by then. */
  bytes: number
}

declare global {
  interface Window {
    paintedAt: number
    cardAt: number
    blocked: number
    lastTaskAt: number
  }
}

const recordLoad = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { paintedAt: 0, cardAt: 0, blocked: 0, lastTaskAt: 0 })
    new PerformanceObserver(list => {
      window.paintedAt = list.getEntries().at(-1)?.startTime ?? 0
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver(list => {
      for (const { duration, startTime } of list.getEntries()) {
        window.blocked += duration - 50
        window.lastTaskAt = startTime + duration
      }
    }).observe({ type: 'longtask', buffered: true })
    const look = () => {
      if (!document.querySelector('[data-card]')) return requestAnimationFrame(look)
      // The frame with the card is painted before the next one begins.
      return requestAnimationFrame(now => {
        window.cardAt = now
      })
    }
    requestAnimationFrame(look)
  })

/** Loads an address with an empty cache. Waits for cards if `token` is given. */
const visit = async (browser: Browser, url: string, token?: string): Promise<Visit> => {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await recordLoad(page)
    if (token) await page.addInitScript(value => localStorage.setItem('token', value), token)
    const session = await context.newCDPSession(page)
    let startedAt = 0
    const loaded: { atMs: number; bytes: number }[] = []
    session.on('Network.requestWillBeSent', ({ timestamp }) => {
      startedAt ||= timestamp
    })
    session.on('Network.loadingFinished', ({ timestamp, encodedDataLength }) => {
      loaded.push({ atMs: (timestamp - startedAt) * 1000, bytes: encodedDataLength })
    })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(url)
    await page.waitForFunction(isBoard => (isBoard ? window.cardAt : window.paintedAt) > 0, token !== undefined)
    await page.waitForFunction(ms => performance.now() - Math.max(window.lastTaskAt, window.cardAt) > ms, quietMs)
    const { paintedAt, cardAt, blocked } = await page.evaluate(() => ({
      paintedAt: window.paintedAt,
      cardAt: window.cardAt,
      blocked: window.blocked,
    }))
    const shownMs = token ? cardAt : paintedAt
    const bytes = loaded.filter(({ atMs }) => atMs <= shownMs).reduce((sum, file) => sum + file.bytes, 0)
    return { shownMs, blockingMs: blocked, bytes }
  } finally {
    await context.close()
  }
}

/** Serves a page that shows its only text after as many bytes as its path says. */
const startPlainPages = async (): Promise<{ server: Server; url: string }> => {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Página</title><!--${'x'.repeat(Number(url.slice(1)) || 0)}--><h1>Página</h1>`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const print = (name: string, visits: readonly Visit[], plain: readonly Visit[]) => {
  const shown = median(visits.map(({ shownMs }) => shownMs))
  const floor = median(plain.map(({ shownMs }) => shownMs))
  const blocking = median(visits.map(({ blockingMs }) => blockingMs))
  const kilobytes = median(visits.map(({ bytes }) => bytes)) / 1000
  console.log(
    `${name.padEnd(20)} ${shown.toFixed(0).padStart(6)} ms, blocked ${blocking.toFixed(0).padStart(4)} ms, ${kilobytes.toFixed(0)} kB; a plain page of these bytes ${floor.toFixed(0)} ms (× ${(shown / floor).toFixed(2)})`,
  )
  return { shown, blocking }
}

const server = await startBenchServer({ web: true })
const browser = await launchBrowser()
const plain = await startPlainPages()
try {
  const token = await seedAccount(server.services, leadCount)
  await server.services.db.run('analyze')
  const visits: Record<'landing' | 'plainLanding' | 'board' | 'plainBoard', Visit[]> = {
    landing: [],
    plainLanding: [],
    board: [],
    plainBoard: [],
  }
  for (let round = 0; round < rounds; round++) {
    const landing = await visit(browser, server.url)
    const board = await visit(browser, `${server.url}/dashboard?aba=kanban`, token)
    visits.landing.push(landing)
    visits.board.push(board)
    visits.plainLanding.push(await visit(browser, `${plain.url}/${landing.bytes}`))
    visits.plainBoard.push(await visit(browser, `${plain.url}/${board.bytes}`))
  }
  const landing = print('landing, largest', visits.landing, visits.plainLanding)
  const board = print('board, first card', visits.board, visits.plainBoard)
  const isWithin =
    landing.shown <= budget.landingMs &&
    board.shown <= budget.cardsMs &&
    Math.max(landing.blocking, board.blocking) <= budget.blockingMs
  process.exitCode = isWithin ? 0 : 1
} finally {
  plain.server.close()
  await browser.close()
  await server.stop()
}
