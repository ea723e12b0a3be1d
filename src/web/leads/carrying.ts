/** Whether a card is on its way over the board, by pointer or by finger: nothing may move under it. */
export const isCarrying = (): boolean => document.querySelector('[data-carrying]') !== null
