import type { CDPSession, Page } from '@playwright/test'

export interface Touch {
  down: (x: number, y: number) => Promise<void>
  move: (x: number, y: number) => Promise<void>
  up: () => Promise<void>
}

/** Sends touch events of one finger. */
export const createTouch = async (page: Page): Promise<Touch> => {
  const session: CDPSession = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  return {
    down: async (x, y) => void (await send('touchStart', [{ x, y }])),
    move: async (x, y) => void (await send('touchMove', [{ x, y }])),
    up: async () => void (await send('touchEnd', [])),
  }
}
