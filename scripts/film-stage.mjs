import { join } from 'node:path'

/** Frames a second. The page's clock stands still between them, so that every recording tells the same story. */
export const fps = 20

/** A page of the demonstration, signed in, under a clock that only we move. */
export const openPage = async (browser, product, { theme, viewport, scale, phone = false, person = 'mariana' }) => {
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
  const data = { email: `${person}@fechou.example`, password: 'demonstracao' }
  const answer = await page.request.post('/api/auth/login', { data })
  if (!answer.ok()) throw new Error(`the demonstration let nobody in: ${answer.status()}`)
  await context.addInitScript(
    session => {
      localStorage.setItem('token', session.token)
      localStorage.setItem('user', JSON.stringify(session.user))
    },
    await answer.json(),
  )
  return page
}

/** What the visitor of the film sees: a pointer that is drawn, a card that follows it, and frames. */
export class Stage {
  #page
  #clip
  #folder
  #at
  #waiting = 0
  count = 0

  constructor(page, { clip, folder, at }) {
    this.#page = page
    this.#clip = clip
    this.#folder = folder
    this.#at = at
    page.on('request', () => this.#waiting++)
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, () => this.#waiting--)
  }

  async open() {
    const clock = this.#page.clock
    await clock.pauseAt((await this.#page.evaluate(() => Date.now())) + 1000)
    await this.#page.evaluate(drawPointer)
    await this.#point()
  }

  async hold(seconds) {
    for (let frames = Math.round(seconds * fps); frames > 0; frames--) await this.#frame()
  }

  /** Moves to a place in so many seconds, slower at both ends, as a hand does. */
  async glide({ x, y }, seconds) {
    const from = this.#at
    const frames = Math.round(seconds * fps)
    for (let step = 1; step <= frames; step++) {
      const done = ease(step / frames)
      this.#at = { x: from.x + (x - from.x) * done, y: from.y + (y - from.y) * done - 18 * Math.sin(Math.PI * done) }
      await this.#page.mouse.move(this.#at.x, this.#at.y)
      await this.#point()
      await this.#frame()
    }
  }

  async click() {
    await this.#page.mouse.down()
    await this.#page.mouse.up()
  }

  async type(text, secondsPerLetter) {
    for (const letter of text) {
      await this.#page.keyboard.type(letter)
      await this.hold(secondsPerLetter)
    }
  }

  /** Picks up the card below the pointer. The system would draw the card that follows; no screenshot has it. */
  async lift(card) {
    await this.#page.mouse.down()
    await this.#page.mouse.move(this.#at.x + 6, this.#at.y + 4, { steps: 4 })
    await card.evaluate(drawCarried)
    await this.#point()
  }

  async drop() {
    await this.#page.mouse.up()
    await this.#page.evaluate(() => document.querySelector('[data-film-card]')?.remove())
  }

  async #point() {
    await this.#page.evaluate(({ x, y }) => {
      for (const drawn of document.querySelectorAll('[data-film]')) drawn.style.translate = `${x}px ${y}px`
    }, this.#at)
  }

  async #frame() {
    await this.#page.clock.runFor(1000 / fps)
    for (let tries = 0; this.#waiting > 0 && tries < 200; tries++) await this.#page.waitForTimeout(10)
    const path = join(this.#folder, `${String(this.count++).padStart(4, '0')}.png`)
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
  const pointer = draw('svg', { width: 22, height: 26, viewBox: '0 0 22 26', 'data-film': '' })
  const arrow = 'M2 2v18l4.6-4.2 3 7.2 3.6-1.5-3-7H17z'
  pointer.append(draw('path', { d: arrow, fill: '#171f24', stroke: '#ffffff', 'stroke-width': 1.75 }))
  Object.assign(pointer.style, { position: 'fixed', left: '-2px', top: '-2px', zIndex: 999, pointerEvents: 'none' })
  document.body.append(pointer)
}

const drawCarried = card => {
  const carried = card.cloneNode(true)
  carried.removeAttribute('data-card')
  carried.removeAttribute('data-lifted')
  carried.setAttribute('data-film', '')
  carried.setAttribute('data-film-card', '')
  carried.classList.add('shadow-lifted')
  const place = { position: 'fixed', left: '-24px', top: '-16px', zIndex: 998, pointerEvents: 'none' }
  Object.assign(carried.style, place, { width: `${Math.min(card.offsetWidth, 272)}px` })
  document.body.append(carried)
}
