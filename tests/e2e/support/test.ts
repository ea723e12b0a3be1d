import { test as base, expect } from '@playwright/test'
import { copyMigratedDatabase } from './migrated-database.ts'
import { collectPageErrors, type PageErrors, watchContexts } from './page-errors.ts'
import { createProduct, type Product, removeProduct } from './product.ts'

interface TestFixtures {
  /** Starts a separate product with these variables, on a migrated database. It stops after the test. */
  startProduct: (environment?: Record<string, string>) => Promise<Product>
  pageErrors: PageErrors
  /** Allows errors that the test causes. Every other page error fails the test. */
  allow: PageErrors['allow']
  attachLogs: undefined
}

interface WorkerFixtures {
  /** The product that all tests of a worker share, started on an empty folder. It is the base URL of `page`. */
  product: Product
}

const startTimeoutMs = 180_000

/** The test function of every end-to-end test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from this pattern.
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

  // `page.route` does not see requests that a service worker handles.
  serviceWorkers: 'block',

  startProduct: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names.
    async ({}, use, testInfo) => {
      const products: Product[] = []
      await use(async environment => {
        const product = await createProduct(environment)
        products.push(product)
        await copyMigratedDatabase(product.dataDir)
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
    // Depends on startProduct, so that page errors are checked before the products stop.
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
