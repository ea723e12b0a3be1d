/** Link within a text of several lines, where padding would cover the lines around it. */
export const textLinkClass = 'font-medium text-brand underline underline-offset-3 hover:text-brand-hover'

/** Inline link. The padding enlarges the touch target, and the negative margin restores the line height. */
export const linkClass =
  '-my-3 inline-block py-3 font-medium text-brand underline underline-offset-3 hover:text-brand-hover'
