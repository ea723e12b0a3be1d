import { expect, type Page, type Request } from '@playwright/test'

/** Waits until no request but the stream of changes is open. Call the first function before the requests begin. */
export const trackRequests = (page: Page): (() => Promise<void>) => {
  const open = new Set<Request>()
  let lastEnd = Date.now()
  page.on('request', request => !request.url().includes('/api/live') && open.add(request))
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', request => {
      open.delete(request)
      lastEnd = Date.now()
    })
  return () => expect.poll(() => open.size === 0 && Date.now() - lastEnd > 500).toBe(true)
}

/** Holds the requests for a URL back until the returned function is called. */
export const holdRequests = async (page: Page, pattern: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async route => {
    await promise
    await route.continue()
  })
  return resolve
}
