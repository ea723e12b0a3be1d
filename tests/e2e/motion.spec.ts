import type { Page } from '@playwright/test'
import { addLead, signUpViaApi } from './support/accounts.ts'
import { waitTwoFrames } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

declare global {
  interface Window {
    motion: Map<string, number>
    viewTransitions: number
  }
}

/** Records the name and duration of every animation that runs in the page. */
const recordAnimations = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.motion = new Map()
    const record = () => {
      for (const animation of document.getAnimations()) {
        const { pseudoElement } = (animation.effect ?? {}) as KeyframeEffect
        const name = animation instanceof CSSAnimation ? animation.animationName : 'transition'
        const view = pseudoElement?.startsWith('::view-transition') ? ` ${pseudoElement.replace(/\(.*/, '')}` : ''
        window.motion.set(name + view, Number(animation.effect?.getTiming().duration))
      }
      requestAnimationFrame(record)
    }
    requestAnimationFrame(record)
  })

/** Waits until no animation runs, then clears the recording. */
const waitUntilStill = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  await page.evaluate(() => window.motion.clear())
}

/** Expects these animations since the last call. Others may have run too. */
const expectAnimations = async (page: Page, expected: Record<string, number>): Promise<void> => {
  await expect.poll(() => page.evaluate(() => Object.fromEntries(window.motion))).toMatchObject(expected)
  await waitUntilStill(page)
}

/** Expects no animation longer than a frame since the page loaded. */
const expectNoAnimation = async (page: Page): Promise<void> => {
  // The recorder reads the running animations in every frame.
  for (let round = 0; round < 5; round++) await waitTwoFrames(page)
  const motion = await page.evaluate(() => Object.fromEntries(window.motion))
  expect(Object.entries(motion).filter(([, milliseconds]) => milliseconds > 1)).toEqual([])
}

const openDashboard = async (page: Page): Promise<void> => {
  await recordAnimations(page)
  const { token } = await signUpViaApi(page)
  await addLead(page, token, { nome: 'Maria Aparecida' })
  await page.goto('/dashboard?aba=kanban')
  await page.locator('[data-card]').waitFor()
  await waitUntilStill(page)
}

const countViewTransitions = (page: Page) =>
  page.addInitScript(() => {
    window.viewTransitions = 0
    const start = document.startViewTransition
    document.startViewTransition = (...args) => {
      window.viewTransitions++
      return start.apply(document, args)
    }
  })

const goToProfile = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Perfil' }).click()
  await page.getByRole('heading', { name: 'Perfil', level: 1 }).waitFor()
}

test.describe('without reduced motion', { tag: '@phone' }, () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('pages fade and slide for 350 ms in both directions, without the header', async ({ page }) => {
    await countViewTransitions(page)
    await openDashboard(page)
    // A view transition, even without animation, holds the first page back.
    expect(await page.evaluate(() => window.viewTransitions)).toBe(0)
    await goToProfile(page)
    expect(await page.evaluate(() => window.viewTransitions)).toBe(1)
    await expectAnimations(page, { 'page-out ::view-transition-old': 350, 'page-in ::view-transition-new': 350 })
    await page.goBack()
    await page.locator('[data-card]').waitFor()
    await expectAnimations(page, { 'page-in': 350 })
    await page.goForward()
    await page.getByRole('heading', { name: 'Perfil', level: 1 }).waitFor()
    await expectAnimations(page, { 'page-in': 350 })
  })

  test('menus take 150 ms and dialogs 200 ms, and only position and opacity animate', async ({ page, isMobile }) => {
    await openDashboard(page)
    await page.getByRole('button', { name: 'Ações de Maria Aparecida' }).click()
    await page.getByRole('menu').waitFor()
    await expectAnimations(page, isMobile ? { 'sheet-in': 200 } : { 'menu-in': 150 })
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await page.getByRole('alertdialog').waitFor()
    await expectAnimations(page, { 'dialog-in': 200, appear: 150 })
    await page.keyboard.press('Escape')
    await expectAnimations(page, { 'dialog-out': 150, vanish: 150 })
    await page.getByRole('button', { name: 'Novo Lead' }).first().click()
    await page.getByRole('dialog').waitFor()
    await expectAnimations(page, isMobile ? { 'sheet-in': 200 } : { 'dialog-in': 200 })
    const moved = await page.evaluate(() =>
      [...document.styleSheets]
        .flatMap(sheet => [...sheet.cssRules])
        .flatMap(function inside(rule): CSSRule[] {
          return 'cssRules' in rule ? [rule, ...[...(rule.cssRules as CSSRuleList)].flatMap(inside)] : [rule]
        })
        .filter(rule => rule instanceof CSSKeyframeRule)
        .flatMap(rule => [...rule.style]),
    )
    expect(moved).toContain('translate')
    expect(moved.filter(name => !['opacity', 'translate', 'rotate', 'scale', 'transform'].includes(name))).toEqual([])
  })
})

test.describe('with reduced motion', { tag: '@phone' }, () => {
  test('no page, menu, dialog, skeleton or spinner animates', async ({ page }) => {
    await openDashboard(page)
    await goToProfile(page)
    await page.goBack()
    await page.getByRole('button', { name: 'Ações de Maria Aparecida' }).click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Novo Lead' }).first().click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expectNoAnimation(page)
    await page.route('**/api/leads**', () => new Promise<void>(() => {}))
    await page.getByRole('link', { name: 'Lista' }).click()
    await page.reload()
    await page.locator('[aria-busy=true]').first().waitFor()
    await expectNoAnimation(page)
    // An element may just have appeared: its animation runs for one frame.
    const running = () =>
      page.evaluate(() => document.getAnimations().filter(one => one.playState === 'running').length)
    await expect.poll(running).toBe(0)
  })
})
