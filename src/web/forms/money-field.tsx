import { type ChangeEvent, type ClipboardEvent, type DragEvent, type Ref, useEffect, useRef, useState } from 'react'
import { formatReais, maxCentavos, toCentavos, toReais } from '#contract/values/money.ts'
import { parsePastedCentavos, parseTypedCentavos } from '#contract/values/typed-money.ts'
import type { FieldProps } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

interface MoneyFieldProps extends FieldProps {
  name: string
  /** In BRL; `null` for an empty field. */
  value: number | null
  onValue: (reais: number | null) => void
  onBlur: () => void
  ref?: Ref<HTMLInputElement>
}

const most = formatReais(toReais(maxCentavos))
const tooMuch = `O valor máximo é ${most}`
const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
const unread = (text: string): string =>
  `“${shortened(text)}” não foi entendido como um valor. Digite só o número, até ${most}.`

/** Typed digits fill the cents from the right: 123456 is R$ 1.234,56. A pasted amount is parsed as written. */
export const MoneyField = ({ value, onValue, ref, error, ...field }: MoneyFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  /** Why the last input was rejected. */
  const [refused, setRefused] = useState<string>()
  const text = value === null ? '' : formatReais(value)
  // Typed digits go to the end, wherever the caret is.
  useEffect(() => {
    if (document.activeElement === input.current) input.current?.setSelectionRange(text.length, text.length)
  }, [text])

  const read = (given: string) => {
    const centavos = parsePastedCentavos(given)
    setRefused(centavos === undefined ? unread(given.trim()) : undefined)
    if (centavos !== undefined) onValue(toReais(centavos))
  }
  const write = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // Phone keyboards insert a whole clipboard text as typed input.
    const { data } = nativeEvent as InputEvent
    if (data && data.length > 1 && /\D/.test(data)) return read(data)
    const digits = target.value.replace(/\D/g, '')
    setRefused(Number(digits) > maxCentavos ? tooMuch : undefined)
    onValue(digits ? toReais(parseTypedCentavos(digits)) : null)
  }
  const takeOver = (event: ClipboardEvent | DragEvent, given: string) => {
    event.preventDefault()
    if (given.trim()) read(given)
  }
  const erase = () => {
    const centavos = value === null ? 0 : Math.floor(toCentavos(value) / 10)
    setRefused(undefined)
    onValue(centavos === 0 ? null : toReais(centavos))
  }

  return (
    <TextField
      {...field}
      error={refused ?? error}
      ref={node => {
        input.current = node
        if (typeof ref === 'function') ref(node)
        else if (ref) ref.current = node
      }}
      inputMode="numeric"
      autoComplete="off"
      placeholder="R$ 0,00"
      value={text}
      onChange={write}
      onPaste={event => takeOver(event, event.clipboardData.getData('text'))}
      onDrop={event => takeOver(event, event.dataTransfer.getData('text'))}
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
