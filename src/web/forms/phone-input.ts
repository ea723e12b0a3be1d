import { formatTypedPhone, isBareNumber } from '#contract/values/phone.ts'

/** Text of a phone field, with the position of the caret. */
interface PhoneInput {
  text: string
  caret: number
}

const digitsIn = (text: string): string => text.replace(/\D/g, '')

/** Deletes the digit next to a separator, because the format would restore the separator alone. */
const deleteDigit = ({ text, caret }: PhoneInput, isForward: boolean): PhoneInput => {
  const [head, tail] = [text.slice(0, caret), text.slice(caret)]
  const [before, after] = isForward ? [head, tail.replace(/^\D*\d/, '')] : [head.replace(/\d\D*$/, ''), tail]
  return { text: before + after, caret: before.length }
}

const format = (text: string, isDeletion: boolean): string => {
  if (!isDeletion || !isBareNumber(text)) return formatTypedPhone(text)
  const digits = digitsIn(text)
  return digits.length < 3 && !text.includes('+') ? digits : formatTypedPhone(text.replace(/\D+$/, ''))
}

/** Returns the position after the given number of digits. */
const positionAfter = (text: string, digitCount: number): number => {
  let position = 0
  for (let count = 0; count < digitCount && position < text.length; position++) {
    if (/\d/.test(text.charAt(position))) count += 1
  }
  return position
}

/** Formats a phone field after a change. The caret stays next to the digit that it was next to. */
export const formatPhoneInput = (before: string, changed: PhoneInput, inputType = ''): PhoneInput => {
  const isDeletion = inputType.startsWith('delete')
  const isSeparatorDeleted =
    isDeletion && before === formatTypedPhone(before) && digitsIn(before) === digitsIn(changed.text)
  const input =
    isSeparatorDeleted && before.startsWith('(') && isBareNumber(before)
      ? deleteDigit(changed, inputType === 'deleteContentForward')
      : changed
  const text = format(input.text, isDeletion)
  if (text === input.text) return input
  const isAtEnd = input.caret === input.text.length
  return { text, caret: isAtEnd ? text.length : positionAfter(text, digitsIn(input.text.slice(0, input.caret)).length) }
}
