import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { waitTwoFrames } from './support/keyboard.ts'
import { isVideoUrl, listRequests, scrollToEnd, waitForHydration } from './support/landing.ts'
import { expect, test } from './support/test.ts'

test('with reduced motion, the video loads only when requested', async ({ page }) => {
  const requests = listRequests(page)
  await page.goto('/')
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  expect(requests.filter(isVideoUrl)).toEqual([])
  await expect(page.locator('video')).toHaveCount(0)
  await page.getByRole('button', { name: 'Ver vídeo' }).click()
  await expect(page.getByRole('button', { name: 'Pausar vídeo' })).toBeVisible()
  expect(requests.filter(isVideoUrl)).toHaveLength(1)
})

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })
  const time = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  const isPaused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
  /** Sections that wait to come in, or do so now. */
  const countEntrances = (page: Page) =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ effect }) => (effect as KeyframeEffect).target?.matches('[data-enter]'))
          .length,
    )

  test('the video autoplays, pauses and resumes by its button, and pauses out of view', async ({ page }) => {
    const requests = listRequests(page)
    await page.goto('/')
    const pause = page.getByRole('button', { name: 'Pausar vídeo' })
    await expect(pause).toBeVisible()
    const before = await time(page)
    await expect.poll(() => time(page)).toBeGreaterThan(before + 0.3)

    await scrollToEnd(page)
    await expect.poll(() => isPaused(page)).toBe(true)
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(() => isPaused(page)).toBe(false)

    await pause.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Ver vídeo' })).toBeFocused()
    const stopped = await time(page)
    await scrollToEnd(page)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(page.locator('video')).toBeInViewport()
    // An intersection observer would resume it within two frames.
    await waitTwoFrames(page)
    expect(await isPaused(page)).toBe(true)
    expect(await time(page)).toBe(stopped)

    await page.getByRole('button', { name: 'Ver vídeo' }).click()
    await expect.poll(() => time(page)).toBeGreaterThan(stopped)
    expect(new Set(requests.filter(isVideoUrl)).size).toBe(1)
  })

  test('the video and its poster have the same size', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Pausar vídeo' })).toBeVisible()
    const [film, picture] = await page.evaluate(() => {
      const video = document.querySelector('video')
      const image = [...document.images].find(image => image.checkVisibility())
      return [
        [video?.videoWidth, video?.videoHeight, video?.getBoundingClientRect().toJSON()],
        [image?.naturalWidth, image?.naturalHeight, image?.getBoundingClientRect().toJSON()],
      ]
    })
    expect(film).toEqual(picture)
  })

  test('phones play a short video of the phone’s board, and none in landscape @phone-only', async ({ page }) => {
    const requests = listRequests(page)
    await page.setViewportSize({ width: 844, height: 390 })
    await page.goto('/')
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
    expect(requests.filter(isVideoUrl)).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Pausar vídeo' })).toBeVisible()
    const names = new Set(requests.filter(isVideoUrl).map(address => /film-[a-z-]+(?=-)/.exec(address)?.[0]))
    expect([...names]).toEqual(['film-phone-light'])
    const { muted, loop, duration } = await page
      .locator('video')
      .evaluate(({ muted, loop, duration }: HTMLVideoElement) => ({ muted, loop, duration }))
    expect({ muted, loop }).toEqual({ muted: true, loop: true })
    expect(duration).toBeLessThan(10)
  })

  test('browsers with data saving do not load the video @phone', async ({ page }) => {
    const requests = listRequests(page)
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
    )
    await page.goto('/')
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
    expect(requests.filter(isVideoUrl)).toEqual([])
  })

  test('the whole video shows at 1440 px', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Pausar vídeo' })).toBeVisible()
    const box = await page.locator('video').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1440)
  })

  test('sections come in once they are in view, and all show in print', async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    const opacity = (name: string) =>
      page.getByRole('heading', { name }).evaluate(heading => {
        const part = heading.closest('[data-enter]')
        return part ? Number(getComputedStyle(part).opacity) : undefined
      })
    /** Scrolls until the part is just below the window. */
    const approach = (name: string) =>
      page.getByRole('heading', { name }).evaluate(heading => {
        const top = heading.closest('[data-enter]')?.getBoundingClientRect().top ?? 0
        scrollBy({ top: top - innerHeight - 50, behavior: 'instant' })
      })
    await approach('Planos')
    await expect.poll(() => opacity('Planos')).toBe(0)
    await page.getByRole('heading', { name: 'Planos' }).scrollIntoViewIfNeeded()
    await expect.poll(() => opacity('Planos')).toBe(1)
    await approach('Comece pelo próximo lead')
    await expect.poll(() => opacity('Comece pelo próximo lead')).toBe(0)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await opacity('Comece pelo próximo lead')).toBe(1)
  })

  test('axe finds no violation with the video playing and a question open @phone', async ({ page }) => {
    await page.goto('/')
    await expect.poll(() => countEntrances(page)).toBeGreaterThan(0)
    await scrollToEnd(page)
    await page.getByText('Minha equipe pode usar junto?').click()
    await page.evaluate(() => scrollTo(0, 0))
    // Axe ignores what is not there yet, and finds little contrast in what fades in.
    await expect.poll(() => countEntrances(page)).toBe(0)
    await expectNoAxeViolations(page, 'landing page')
  })
})

test('with reduced motion, every section shows at once', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const opacities = await page.evaluate(() =>
    [...document.querySelectorAll('[data-enter]')].map(part => getComputedStyle(part).opacity),
  )
  expect(opacities.length).toBeGreaterThan(10)
  expect(new Set(opacities)).toEqual(new Set(['1']))
})
