/** A link among text. What its padding adds for the finger, its margin takes back from the line. */
export const linkClass =
  '-my-3 inline-block py-3 font-medium text-brand underline underline-offset-3 hover:text-brand-hover'
