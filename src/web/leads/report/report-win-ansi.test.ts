import { expect, it } from 'vitest'
import { losesInWinAnsi, toWinAnsi } from './report-win-ansi.ts'

it.each([
  ['Brazilian text as it is', 'João Conceição, Ação & Cia. – “R$ 5”', 'João Conceição, Ação & Cia. – “R$ 5”'],
  ['all of Windows-1252', '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ ©®ªº°½ÿ', '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ ©®ªº°½ÿ'],
  ['accents that stand alone', 'Jose\u0301 Assunc\u0327a\u0303o', 'José Assunção'],
  ['accents of other languages', 'Győző Nowák-Wiśniewska, Đặng, Łódź', 'Gyozo Nowák-Wisniewska, Dang, Lódz'],
  ['ligatures and full width', 'ﬁnanças ＡＢＣ', 'finanças ABC'],
  ['hyphens that look like one', 'bem\u2011estar \u22125', 'bem-estar -5'],
  ['emoji', '🎉 Festa 👩🏽‍💻 & Cia 🇧🇷 ❤️', 'Festa & Cia'],
  ['keycaps', '1️⃣ lugar', '1 lugar'],
  ['nothing but emoji', '🎉🎉', '?'],
  ['other scripts', '株式会社 Ω ✓ →', '???? ? ? ?'],
  ['a name from right to left', 'שלום', '????'],
  ['marks that turn the direction of writing', 'ana\u202egro.moc\u202c \u2066x\u2069', 'anagro.moc x'],
  ['what has no width', 'a\u200bb\ufeffc\u00add', 'abcd'],
  ['controls', 'a\u0000b\u001bc\u0085d\u007fe', 'abcde'],
  ['lines and tabs', 'Rua A\r\nCasa 2\tfundos\u2028x', 'Rua A Casa 2 fundos x'],
  ['spaces of other widths', 'a\u2003b\u202fc', 'a b c'],
  ['a space that does not break', 'R$\u00a05,00', 'R$ 5,00'],
  ['nothing', '', ''],
])('converts %s', (_, text, written) => {
  expect(toWinAnsi(text)).toBe(written)
})

it.each([
  ['João Conceição – “R$ 5” €', false],
  ['Győző Wiśniewska, Łódź, ﬁnanças, bem\u2011estar, Jose\u0301', false],
  ['1️⃣ lugar\u200b\u00a0', false],
  ['Festa 🎉', true],
  ['Ω', true],
  ['株式会社', true],
])('%j loses characters: %s', (text, isLost) => {
  expect(losesInWinAnsi(text)).toBe(isLost)
})

it('never returns characters outside of the fonts', () => {
  const every = Array.from({ length: 0x11000 }, (_, code) => String.fromCodePoint(code))
  const encoder = /^[\u0020-\u007e\u00a1-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/
  expect(every.filter(character => !encoder.test(toWinAnsi(`a${character}b`)))).toEqual([])
})
