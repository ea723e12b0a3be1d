/** What Windows-1252 has beyond Latin-1. */
const beyondLatin1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const latin1 = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/
const whiteSpace = /[^\S\ufeff]/g
/** Controls and format characters, among them those that turn the direction of writing. */
const invisible = /[\p{Cc}\p{Cf}]/gu
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u

/** Letters and signs that Unicode does not take apart into something plainer. */
const lookalikes: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', '‐': '-', '‑': '-', '−': '-' }

const isWritable = (character: string): boolean => latin1.test(character) || beyondLatin1.includes(character)

const visible = (text: string): string => text.normalize('NFC').replace(whiteSpace, ' ').replace(invisible, '')

const writable = (character: string): string => {
  if (isWritable(character)) return character
  if (emoji.test(character)) return ''
  const plain = lookalikes[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '')
  return Array.from(plain).every(isWritable) ? plain : '?'
}

/**
 * A text as the standard fonts of a PDF can show it, which is Windows-1252: "ő" becomes "o", emoji are left out and the
 * rest becomes "?", so that nothing comes out as garbage. One line: breaks and tabs become spaces, and so does the space that
 * does not break, whose width jspdf gets wrong.
 */
export const toWinAnsi = (text: string): string => {
  if (latin1.test(text)) return text
  const written = Array.from(visible(text), writable).join('').replace(/ +/g, ' ').trim()
  return written === '' && text.trim() !== '' ? '?' : written
}

/** Whether `toWinAnsi` leaves something out of a text, or puts a "?" in its place: the report has to say so. */
export const losesInWinAnsi = (text: string): boolean =>
  !latin1.test(text) &&
  Array.from(visible(text)).some(
    character => !isWritable(character) && (emoji.test(character) || writable(character) === '?'),
  )
