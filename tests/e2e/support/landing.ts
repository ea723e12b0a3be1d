import { expect, type Page } from '@playwright/test'

export const isVideoUrl = (address: string) => /\.(webm|mp4)$/.test(address)

export const listRequests = (page: Page): string[] => {
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  return requests
}

const waitForVisibleImages = (page: Page) =>
  page.waitForFunction(() =>
    [...document.images].every(image => {
      const { top, bottom } = image.getBoundingClientRect()
      return !image.checkVisibility() || top >= innerHeight || bottom <= 0 || image.naturalWidth > 0
    }),
  )

/** Scrolls to the end step by step, so that lazy images load. */
export const scrollToEnd = async (page: Page): Promise<void> => {
  for (let steps = 0; steps < 40; steps++) {
    const isEnd = await page.evaluate(async () => {
      scrollBy(0, innerHeight / 2)
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 1
    })
    await waitForVisibleImages(page)
    if (isEnd) return
  }
  throw new Error('the page has no end')
}

/** The year in the footer is rendered in the browser only. */
export const waitForHydration = (page: Page) => expect(page.getByText(`© ${new Date().getFullYear()}`)).toBeAttached()
