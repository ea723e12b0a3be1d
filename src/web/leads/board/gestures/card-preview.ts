/** What follows the pointer: the card's own picture. Over 280 px Windows would dim it. */
export const cardPreview = (card: HTMLElement): HTMLElement => {
  const preview = card.cloneNode(true) as HTMLElement
  preview.removeAttribute('data-card')
  preview.removeAttribute('data-lifted')
  preview.classList.add('shadow-lifted')
  preview.style.width = `${Math.min(card.offsetWidth, 272)}px`
  return preview
}
