/** Text as it may stand in HTML, between tags and inside quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.codePointAt(0)};`)
