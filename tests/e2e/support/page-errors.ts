import type { Browser, BrowserContext, ConsoleMessage, Request } from '@playwright/test'

/** The errors of requests to a stopped server. */
export const connectionErrors = /net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE)/

/** Collects console errors, exceptions, CSP violations and failed requests. */
export interface PageErrors {
  /** Returns the errors that no pattern allows, one line each. */
  found: () => string[]
  allow: (...patterns: RegExp[]) => void
  watch: (context: BrowserContext) => void
}

const describeMessage = (message: ConsoleMessage): string => `${message.text()} ${message.location().url}`

const describeRequest = (request: Request): string =>
  `${request.method()} ${request.url()} failed: ${request.failure()?.errorText}`

// Navigation and canceled queries abort requests.
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
      // The browser logs CSP violations and responses of 400 and above as console errors.
      context.on('console', message => message.type() === 'error' && lines.push(describeMessage(message)))
      context.on('weberror', thrown => lines.push(thrown.error().stack ?? thrown.error().message))
      context.on('requestfailed', request => !isAborted(request) && lines.push(describeRequest(request)))
    },
  }
}

/** Calls `watch` for every context that the browser opens. Returns a function that stops it. */
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
