/** Scrolls a row sideways until the child is in its middle. `scrollIntoView` would also scroll the page. */
export const scrollToMiddle = (row: HTMLElement, index: number): void => {
  const child = row.children[index]
  if (child instanceof HTMLElement) row.scrollLeft = child.offsetLeft - (row.clientWidth - child.offsetWidth) / 2
}
