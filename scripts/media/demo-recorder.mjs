import { join } from 'node:path'

/** Frames per second. The page's clock stops between frames, so that every recording is the same. */
export const fps = 20

/** Opens a page as a signed-in user of the demo. */
export const openPage = async (browser, product, { theme, viewport, scale, phone = false, mailbox = 'mariana' }) => {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport,
    deviceScaleFactor: scale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    ...(phone ? { hasTouch: true, isMobile: true } : {}),
  })
  const page = await context.newPage()
  const data = { email: `${mailbox}@fechou.example`, password: 'demonstracao' }
  const response = await page.request.post('/api/auth/login', { data })
  if (!response.ok()) throw new Error(`the demo login failed: ${response.status()}`)
  await context.addInitScript(
    session => {
      localStorage.setItem('token', session.token)
      localStorage.setItem('user', JSON.stringify(session.user))
    },
    await response.json(),
  )
  return page
}

/** Controls the mouse or a finger and captures frames. Draws the pointer and the dragged card into the page. */
export class DemoRecorder {
  #page
  #finger
  #clip
  #folder
  #position
  #pendingRequests = 0
  frameCount = 0

  constructor(page, { clip, folder, position, finger }) {
    this.#page = page
    this.#finger = finger
    this.#clip = clip
    this.#folder = folder
    this.#position = position
    page.on('request', () => this.#pendingRequests++)
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, () => this.#pendingRequests--)
  }

  async start() {
    const clock = this.#page.clock
    await clock.pauseAt((await this.#page.evaluate(() => Date.now())) + 1000)
    await this.#page.evaluate(this.#finger ? drawFinger : drawPointer)
    await this.#movePointer()
  }

  async wait(seconds) {
    for (let frames = Math.round(seconds * fps); frames > 0; frames--) await this.#captureFrame()
  }

  /** Moves the pointer in an arc that eases in and out. */
  async moveTo({ x, y }, seconds) {
    const from = this.#position
    const frames = Math.round(seconds * fps)
    for (let step = 1; step <= frames; step++) {
      const progress = ease(step / frames)
      this.#position = {
        x: from.x + (x - from.x) * progress,
        y: from.y + (y - from.y) * progress - 18 * Math.sin(Math.PI * progress),
      }
      await (this.#finger ?? this.#page.mouse).move(this.#position.x, this.#position.y)
      await this.#movePointer()
      await this.#captureFrame()
    }
  }

  /** Presses until the page lifts the card below the finger. */
  async holdCard() {
    await this.#finger.down(this.#position.x, this.#position.y)
    await this.wait(0.4)
  }

  async releaseCard() {
    await this.#finger.up()
  }

  async click() {
    await this.#page.mouse.down()
    await this.#page.mouse.up()
  }

  async type(text, secondsPerLetter) {
    for (const letter of text) {
      await this.#page.keyboard.type(letter)
      await this.wait(secondsPerLetter)
    }
  }

  /** Starts dragging. The system draws its drag image outside the page, so the recorder draws a copy of the card. */
  async pickUpCard(card) {
    await this.#page.mouse.down()
    await this.#page.mouse.move(this.#position.x + 6, this.#position.y + 4, { steps: 4 })
    await card.evaluate(drawDraggedCard)
    await this.#movePointer()
  }

  async dropCard() {
    await this.#page.mouse.up()
    await this.#page.evaluate(() => document.querySelector('[data-demo-card]')?.remove())
  }

  async #movePointer() {
    await this.#page.evaluate(({ x, y }) => {
      for (const drawn of document.querySelectorAll('[data-demo]')) drawn.style.translate = `${x}px ${y}px`
    }, this.#position)
  }

  async #captureFrame() {
    await this.#page.clock.runFor(1000 / fps)
    for (let attempt = 0; this.#pendingRequests > 0 && attempt < 200; attempt++) await this.#page.waitForTimeout(10)
    const path = join(this.#folder, `${String(this.frameCount++).padStart(4, '0')}.png`)
    await this.#page.screenshot({ path, clip: this.#clip })
  }
}

const ease = part => (part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2)

const drawPointer = () => {
  const draw = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    return element
  }
  const pointer = draw('svg', { width: 22, height: 26, viewBox: '0 0 22 26', 'data-demo': '' })
  const arrow = 'M2 2v18l4.6-4.2 3 7.2 3.6-1.5-3-7H17z'
  pointer.append(draw('path', { d: arrow, fill: '#171f24', stroke: '#ffffff', 'stroke-width': 1.75 }))
  Object.assign(pointer.style, { position: 'fixed', left: '-2px', top: '-2px', zIndex: 999, pointerEvents: 'none' })
  document.body.append(pointer)
}

const drawFinger = () => {
  const finger = document.createElement('div')
  finger.setAttribute('data-demo', '')
  const place = { position: 'fixed', left: '-22px', top: '-22px', width: '44px', height: '44px', zIndex: 999 }
  const look = { border: '2px solid #ffffff', borderRadius: '50%', background: 'rgb(23 31 36 / 0.35)' }
  Object.assign(finger.style, place, look, { pointerEvents: 'none' })
  document.body.append(finger)
}

/** Sends real touches. The page compares their timestamps, which its stopped clock does not change. */
export const createFinger = async page => {
  const client = await page.context().newCDPSession(page)
  let isDown = false
  const send = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  return {
    down: async (x, y) => {
      isDown = true
      await send('touchStart', [{ x, y }])
      await page.waitForTimeout(300)
    },
    move: async (x, y) => {
      if (isDown) await send('touchMove', [{ x, y }])
    },
    up: async () => {
      isDown = false
      await send('touchEnd', [])
    },
  }
}

const drawDraggedCard = card => {
  const dragged = card.cloneNode(true)
  dragged.removeAttribute('data-card')
  dragged.removeAttribute('data-lifted')
  dragged.setAttribute('data-demo', '')
  dragged.setAttribute('data-demo-card', '')
  dragged.classList.add('shadow-lifted')
  const place = { position: 'fixed', left: '-24px', top: '-16px', zIndex: 998, pointerEvents: 'none' }
  Object.assign(dragged.style, place, { width: `${Math.min(card.offsetWidth, 272)}px` })
  document.body.append(dragged)
}
