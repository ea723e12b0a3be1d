/**
 * Excel would run a cell that starts like a formula. A leading apostrophe makes it text. Texts that start with one already get
 * another, so that an import restores them.
 */
export const toCsvCell = (text: string): string => {
  const harmless = /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A line of CSV for Brazilian Excel, which separates cells by semicolons. */
export const csvLine = (cells: string[]): string => `${cells.join(';')}\r\n`
