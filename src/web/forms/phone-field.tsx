import { type ChangeEvent, type ClipboardEvent, type Ref, useState } from 'react'
import { formatFinishedPhone, formatPhone } from '#contract/values/phone.ts'
import type { FieldProps } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { formatPhoneInput } from './phone-input.ts'

interface PhoneFieldProps extends FieldProps {
  name: string
  value: string
  onValue: (text: string) => void
  onBlur: () => void
  ref?: Ref<HTMLInputElement>
}

/** A typing error explains our own format with too many digits better than another reading does. */
const isOverlong = (text: string): boolean => /^\(\d\d\) [\d-]{11,}$/.test(text)

/**
 * Formats a Brazilian number while it is typed and accepts any other text. A stored number is displayed formatted, but
 * changes only when the user edits it.
 */
export const PhoneField = ({ value, onValue, onBlur, ...field }: PhoneFieldProps) => {
  /** The last text that this field has set, which is displayed as it is. */
  const [edited, setEdited] = useState<string>()
  const isEdited = value === edited
  const shown = isEdited ? value : formatPhone(value)
  const change = (text: string) => {
    setEdited(text)
    onValue(text)
  }
  const write = ({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const changed = { text: input.value, caret: input.selectionStart ?? input.value.length }
    const { text, caret } = formatPhoneInput(shown, changed, (nativeEvent as InputEvent).inputType)
    if (text !== input.value) {
      input.value = text
      input.setSelectionRange(caret, caret)
    }
    change(text)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value: before } = event.currentTarget
    const isReplaced = selectionStart === 0 && selectionEnd === before.length
    const pasted = event.clipboardData.getData('text').trim()
    // The browser inserts a part, which `write` formats.
    if (!isReplaced || !pasted) return
    event.preventDefault()
    change(formatFinishedPhone(pasted))
  }
  const leave = () => {
    if (isEdited && !isOverlong(value)) change(formatFinishedPhone(value))
    onBlur()
  }
  return (
    <TextField
      {...field}
      type="tel"
      inputMode="tel"
      autoComplete="off"
      value={shown}
      onChange={write}
      onPaste={paste}
      onBlur={leave}
      className="tabular-nums"
    />
  )
}
