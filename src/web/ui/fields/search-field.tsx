import clsx from 'clsx'
import { Search, X } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { IconButton } from '../button.tsx'
import { controlClass, Field } from './field.tsx'

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'ref'> & {
  label: string
  value: string
  onValue: (value: string) => void
}

export const SearchField = ({ label, value, onValue, className, id, ...input }: SearchFieldProps) => {
  const box = useRef<HTMLInputElement>(null)
  const clear = () => {
    onValue('')
    box.current?.focus()
  }
  return (
    <Field label={label} hideLabel id={id} className={className}>
      {wiring => (
        <div className="relative">
          <Search
            aria-hidden="true"
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-text3"
          />
          <input
            autoComplete="off"
            enterKeyHint="search"
            spellCheck={false}
            {...input}
            {...wiring}
            ref={box}
            type="search"
            value={value}
            onChange={event => onValue(event.target.value)}
            className={clsx(controlClass, 'h-control text-ellipsis pr-10 pl-9 placeholder-shown:pr-3')}
          />
          {value !== '' && (
            <div className="absolute inset-y-0 right-0 flex items-center pr-1">
              <IconButton size="sm" label="Limpar busca" icon={<X />} onClick={clear} />
            </div>
          )}
        </div>
      )}
    </Field>
  )
}
