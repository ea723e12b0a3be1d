/** Returns the drag preview, a copy of the card. Windows dims previews wider than 280 px. */
export const cardPreview = (card: HTMLElement): HTMLElement => {
  const preview = card.cloneNode(true) as HTMLElement
  preview.removeAttribute('data-card')
  preview.removeAttribute('data-lifted')
  preview.classList.add('shadow-lifted')
  preview.style.width = `${Math.min(card.offsetWidth, 272)}px`
  return preview
}
