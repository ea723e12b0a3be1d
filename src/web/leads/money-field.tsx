import { type ClipboardEvent, type Ref, useEffect, useRef } from 'react'
import { centavosFromDigits, centavosFromText, formatReais, toCentavos, toReais } from '#contract/money.ts'
import type { FieldProps } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface MoneyFieldProps extends FieldProps {
  name: string
  /** BRL; `null` while nothing was typed. */
  value: number | null
  onValue: (reais: number | null) => void
  onBlur: () => void
  ref?: Ref<HTMLInputElement>
}

/** Digits fill the cents from the right: 123456 is R$ 1.234,56. A pasted amount is understood as it is written. */
export const MoneyField = ({ value, onValue, ref, ...field }: MoneyFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const text = value === null ? '' : formatReais(value)
  // Digits are typed at the end, wherever the caret was put.
  useEffect(() => {
    if (document.activeElement === input.current) input.current?.setSelectionRange(text.length, text.length)
  }, [text])

  const write = (typed: string) => onValue(/\d/.test(typed) ? toReais(centavosFromDigits(typed)) : null)
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const centavos = centavosFromText(event.clipboardData.getData('text'))
    if (centavos === undefined) return
    event.preventDefault()
    onValue(toReais(centavos))
  }
  const erase = () => {
    const centavos = value === null ? 0 : Math.floor(toCentavos(value) / 10)
    onValue(centavos === 0 ? null : toReais(centavos))
  }

  return (
    <TextField
      {...field}
      ref={node => {
        input.current = node
        if (typeof ref === 'function') ref(node)
        else if (ref) ref.current = node
      }}
      inputMode="numeric"
      autoComplete="off"
      placeholder="R$ 0,00"
      value={text}
      onChange={event => write(event.target.value)}
      onPaste={paste}
      onKeyDown={event => {
        const { selectionStart, selectionEnd } = event.currentTarget
        if (event.key !== 'Backspace' || selectionStart !== selectionEnd) return
        event.preventDefault()
        erase()
      }}
      className="tabular-nums"
    />
  )
}
