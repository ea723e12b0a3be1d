import type { Browser, BrowserContext, ConsoleMessage, Request } from '@playwright/test'

/** A server that is stopped refuses what comes, and cuts off what is under way. */
export const connectionErrors = /net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE)/

/** What no page may do while somebody uses it: log an error, throw, break the policy of the page, ask in vain. */
export interface PageErrors {
  /** What was found and nobody allowed, one line each. */
  found: () => string[]
  allow: (...patterns: RegExp[]) => void
  watch: (context: BrowserContext) => void
}

const describeMessage = (message: ConsoleMessage): string => `${message.text()} ${message.location().url}`

const describeRequest = (request: Request): string =>
  `${request.method()} ${request.url()} failed: ${request.failure()?.errorText}`

// Leaving a page, and a question that nobody waits for any more, cut requests short: that is no failure.
const isAborted = (request: Request): boolean => request.failure()?.errorText === 'net::ERR_ABORTED'

export const collectPageErrors = (): PageErrors => {
  const lines: string[] = []
  const allowed: RegExp[] = []
  const watched = new WeakSet<BrowserContext>()
  return {
    found: () => lines.filter(line => !allowed.some(pattern => pattern.test(line))),
    allow: (...patterns) => void allowed.push(...patterns),
    watch: context => {
      if (watched.has(context)) return
      watched.add(context)
      // Answers of 400 and above and breaches of the content security policy are errors of the console too.
      context.on('console', message => message.type() === 'error' && lines.push(describeMessage(message)))
      context.on('weberror', thrown => lines.push(thrown.error().stack ?? thrown.error().message))
      context.on('requestfailed', request => !isAborted(request) && lines.push(describeRequest(request)))
    },
  }
}

/** Watches every context that the browser opens from now on. Returns the way out. */
export const watchContexts = (browser: Browser, watch: (context: BrowserContext) => void): (() => void) => {
  const { newContext } = browser
  browser.newContext = async options => {
    const context = await newContext.call(browser, options)
    watch(context)
    return context
  }
  return () => {
    browser.newContext = newContext
  }
}
