import { describe, expect, it } from 'vitest'
import { formatPhoneInput } from './phone-input.ts'

/** Splits "(11) 9|8" at the caret. */
const at = (text: string) => ({ text: text.replace('|', ''), caret: text.indexOf('|') })
const marked = ({ text, caret }: { text: string; caret: number }) => `${text.slice(0, caret)}|${text.slice(caret)}`

describe('a phone field after a change', () => {
  it.each<[change: string, before: string, after: string, inputType: string, shown: string]>([
    ['a digit at the end', '(11) 9876', '(11) 98765|', 'insertText', '(11) 98765|'],
    ['the digit after the fifth', '(11) 98765', '(11) 987654|', 'insertText', '(11) 98765-4|'],
    ['a digit in the middle', '(11) 98765-432', '(11) 981|765-432', 'insertText', '(11) 981|76-5432'],
    ['a whole number', '', '11987654321|', 'insertText', '(11) 98765-4321|'],
    ['Backspace after a digit', '(11) 98765-4', '(11) 98765-|', 'deleteContentBackward', '(11) 98765|'],
    ['Backspace after a separator', '(11) 98765-4321', '(11) 98765|4321', 'deleteContentBackward', '(11) 9876|4-321'],
    ['Backspace down to the area code', '(11) 9', '(11) |', 'deleteContentBackward', '11|'],
    ['Delete before a separator', '(11) 98765-4321', '(11) 98765|4321', 'deleteContentForward', '(11) 98765|-321'],
    ['everything deleted', '(11) 98765-4321', '|', 'deleteContentBackward', '|'],
    ['a space that begins an extension', '(11) 3333-4444', '(11) 3333-4444 |', 'insertText', '(11) 3333-4444 |'],
    ['a letter', '(11) 3333-4444 ', '(11) 3333-4444 r|', 'insertText', '(11) 3333-4444 r|'],
    ['a letter deleted', '(11) 3333-4444 ra', '(11) 3333-4444 r|', 'deleteContentBackward', '(11) 3333-4444 r|'],
    ['the whole extension deleted', '(11) 3333-4444 r', '(11) 3333-4444 |', 'deleteContentBackward', '(11) 3333-4444|'],
  ])('%s: %j', (_, before, after, inputType, shown) => {
    expect(marked(formatPhoneInput(before, at(after), inputType))).toBe(shown)
  })
})
