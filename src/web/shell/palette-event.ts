/** Opens the command palette, which is a layer above the header. */
export const paletteEvent = 'open-palette'

declare global {
  interface WindowEventMap {
    [paletteEvent]: Event
  }
}

export const openPalette = (): void => void dispatchEvent(new Event(paletteEvent))
