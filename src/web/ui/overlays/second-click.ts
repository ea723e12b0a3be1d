import { overlayChanges } from '#web/lib/url/overlay-history.ts'

/** Swallows the second click of a double click whose first click closed an overlay. */
export const swallowSecondClicks = (): void => {
  let atPress = 0
  let atFirstClick = 0
  const notePress = () => {
    atPress = overlayChanges()
  }
  const noteFirstClick = ({ detail }: MouseEvent) => {
    if (detail <= 1) atFirstClick = atPress
  }
  const swallow = (event: MouseEvent) => {
    if (event.detail <= 1 || atFirstClick === overlayChanges()) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // The press comes first and already closes some overlays.
  addEventListener('pointerdown', notePress, true)
  addEventListener('mousedown', noteFirstClick, true)
  addEventListener('click', swallow, true)
}
