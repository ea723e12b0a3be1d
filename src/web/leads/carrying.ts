const attribute = 'data-carrying'

/** Marks the page while a card is dragged. */
export const setCarrying = (is: boolean): boolean => document.body.toggleAttribute(attribute, is)

/** Returns whether a card is being dragged. The board must not change below it. */
export const isCarrying = (): boolean => document.body.hasAttribute(attribute)
