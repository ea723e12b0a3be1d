/** Windows-1252 characters beyond Latin-1. */
const beyondLatin1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const latin1 = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/
const whiteSpace = /[^\S\ufeff]/g
/** Control and format characters, including bidirectional marks. */
const invisible = /[\p{Cc}\p{Cf}]/gu
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u

/** Characters without a Unicode decomposition. */
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
 * Converts text to Windows-1252, the charset of standard PDF fonts: "ő" becomes "o", emoji disappear, other characters
 * become "?". All whitespace becomes plain spaces, because jspdf mismeasures the non-breaking space.
 */
export const toWinAnsi = (text: string): string => {
  if (latin1.test(text)) return text
  const written = Array.from(visible(text), writable).join('').replace(/ +/g, ' ').trim()
  return written === '' && text.trim() !== '' ? '?' : written
}

/** Returns whether `toWinAnsi` drops or replaces a character. The report must note that. */
export const losesInWinAnsi = (text: string): boolean =>
  !latin1.test(text) &&
  Array.from(visible(text)).some(
    character => !isWritable(character) && (emoji.test(character) || writable(character) === '?'),
  )
