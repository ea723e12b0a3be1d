import { test as base, expect } from '@playwright/test'
import { collectPageErrors, type PageErrors, watchContexts } from './page-errors.ts'
import { createProduct, type Product, removeProduct } from './product.ts'

interface TestFixtures {
  /** A product of this test's own, started with these variables; stopped after the test. */
  startProduct: (environment?: Record<string, string>) => Promise<Product>
  pageErrors: PageErrors
  /** Errors that this test provokes. Every other error of a page fails it. */
  allow: PageErrors['allow']
  attachLogs: undefined
}

interface WorkerFixtures {
  /** One running product for all tests of a worker; `page.goto('/')` leads there. */
  product: Product
}

const startTimeoutMs = 60_000

/** What every journey starts from. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const product = await createProduct()
      try {
        await product.start()
        await use(product)
      } finally {
        await removeProduct(product)
      }
    },
    { scope: 'worker', timeout: startTimeoutMs },
  ],

  baseURL: ({ product }, use) => use(product.url),

  // What a service worker answers, `page.route` does not see. Only what is about it lets it in.
  serviceWorkers: 'block',

  startProduct: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use, testInfo) => {
      const products: Product[] = []
      await use(async environment => {
        const product = await createProduct(environment)
        products.push(product)
        await product.start()
        return product
      })
      for (const product of products) {
        if (testInfo.status !== testInfo.expectedStatus)
          await testInfo.attach('private-product.log', { body: product.log })
        await removeProduct(product)
      }
    },
    { timeout: startTimeoutMs },
  ],

  pageErrors: [
    // Named so that the pages are judged before the products that they use stop.
    async ({ browser, startProduct: _ }, use) => {
      const pageErrors = collectPageErrors()
      const stop = watchContexts(browser, pageErrors.watch)
      await use(pageErrors)
      stop()
      expect(pageErrors.found(), 'errors of the pages').toEqual([])
    },
    { auto: true },
  ],

  allow: ({ pageErrors }, use) => use(pageErrors.allow),

  context: async ({ context, pageErrors }, use) => {
    pageErrors.watch(context)
    await use(context)
  },

  attachLogs: [
    async ({ product }, use, testInfo) => {
      const start = product.log.length
      await use(undefined)
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach('product.log', { body: product.log.slice(start) })
    },
    { auto: true },
  ],
})

export { expect }
