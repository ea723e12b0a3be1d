/** Returns whether a card is being dragged. The board must not change below it. */
export const isCarrying = (): boolean => document.querySelector('[data-carrying]') !== null
