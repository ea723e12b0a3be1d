import { addLead, signUpViaApi } from './support/accounts.ts'
import { holdRequests, trackRequests } from './support/network.ts'
import { expect, test } from './support/test.ts'

test('what the first cards need is requested before the code has arrived, and once', async ({ page }) => {
  const { token } = await signUpViaApi(page)
  await addLead(page, token)
  const session = '/api/auth/verify-token'
  const others = ['/api/leads/first-steps', '/api/leads/stats', '/api/team']
  const cards = ['/api/leads/board', ...others]
  const matching = ['/api/leads/board?search=pedro', '/api/leads/stats?search=pedro', ...others]
  const requests: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if ([session, ...cards].includes(pathname)) requests.push(`${pathname}${search}`)
  })
  // The stream would tell that the lead is new, upon which the page loads the leads again.
  await page.route('**/api/live', () => {})
  const requestsEnd = trackRequests(page)
  for (const { query, early, all } of [
    { query: '', early: cards, all: cards },
    { query: '?aba=kanban', early: cards, all: cards },
    { query: '?aba=kanban&q=pedro', early: [], all: matching },
  ]) {
    const releaseCode = await holdRequests(page, '**/assets/index-*.js')
    requests.length = 0
    await page.goto(`/dashboard${query}`, { waitUntil: 'commit' })
    await expect.poll(() => requests.toSorted(), query).toEqual([session, ...early].toSorted())
    releaseCode()
    await expect(page.locator('[data-card]')).toBeVisible()
    await requestsEnd()
    expect(requests.toSorted(), query).toEqual([session, ...all].toSorted())
  }
})

test('early requests for the board that fail are sent again', async ({ page, allow }) => {
  allow(/net::ERR_CONNECTION_RESET/)
  const { token } = await signUpViaApi(page)
  await addLead(page, token)
  const early = /\/api\/(leads\/(board|stats|first-steps)|team)$/
  await page.route(early, route => route.abort('connectionreset'), { times: 4 })
  await page.goto('/dashboard')
  await expect(page.locator('[data-card]')).toBeVisible()
})
