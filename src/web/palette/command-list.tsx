import clsx from 'clsx'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { controlClass } from '#web/ui/fields/field.tsx'
import { announce } from '#web/ui/live-region.tsx'
import type { Command } from './command.ts'

interface CommandListProps {
  text: string
  placeholder: string
  commands: readonly Command[]
  onText: (text: string) => void
  onRun: (command: Command) => void
  /** Returns to the step before, by Backspace in the empty field. */
  onBack: (() => void) | undefined
}

const quietMs = 400

/** Announces how many results there are once they are stable. */
const useAnnounceCount = (count: number, text: string) => {
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => {
      announce(count === 0 ? 'Nada encontrado' : count === 1 ? '1 resultado' : `${count} resultados`)
    }, quietMs)
    return () => clearTimeout(timer)
  }, [count, text])
}

/** A field with a list of commands below it. The focus stays in the field, and the arrow keys choose. */
export const CommandList = ({ text, placeholder, commands, onText, onRun, onBack }: CommandListProps) => {
  const id = useId()
  const [chosenId, setChosenId] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const isLaterStep = onBack !== undefined
  // The dialog focuses the first field only.
  useEffect(() => {
    if (isLaterStep) field.current?.focus()
  }, [isLaterStep])
  // The best match, unless the user has chosen another that is still there.
  const active = Math.max(
    0,
    commands.findIndex(command => command.id === chosenId),
  )
  useAnnounceCount(commands.length, text)
  const optionId = (index: number) => `${id}-${index}`
  const choose = (index: number) => {
    const command = commands.at(index % commands.length)
    if (!command) return
    setChosenId(command.id)
    document.getElementById(optionId(commands.indexOf(command)))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && text === '' && onBack) return onBack()
    const command = commands[active]
    if (event.key === 'ArrowDown') choose(active + 1)
    else if (event.key === 'ArrowUp') choose(active - 1)
    else if (event.key === 'Enter' && command) onRun(command)
    else return
    event.preventDefault()
  }
  return (
    <div className="grid gap-3">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={placeholder}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={commands.length > 0 ? optionId(active) : undefined}
        data-first-focus=""
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
        placeholder={placeholder}
        value={text}
        onChange={event => {
          onText(event.target.value)
          setChosenId(undefined)
          list.current?.scrollTo({ top: 0 })
        }}
        onKeyDown={onKeyDown}
        className={clsx(controlClass, 'h-control')}
      />
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Resultados"
        className="-mx-2 h-[min(24rem,55dvh)] overflow-y-auto overscroll-contain"
      >
        {commands.map((command, index) => {
          const isFirst = commands[index - 1]?.group !== command.group
          return (
            <div key={command.id} role="presentation">
              {isFirst && (
                <p role="presentation" className="px-2 pt-2 pb-1 text-text3 text-xs">
                  {command.group}
                </p>
              )}
              {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys */}
              <div
                id={optionId(index)}
                role="option"
                aria-selected={index === active}
                onPointerMove={() => setChosenId(command.id)}
                onClick={() => onRun(command)}
                className="flex min-h-control cursor-pointer items-center gap-2.5 rounded-chip px-2 aria-selected:bg-hover"
              >
                {command.icon}
                <span className="min-w-0 flex-1 truncate">{command.label}</span>
                {command.group === 'Leads' && (
                  <span className="min-w-0 max-w-[45%] truncate text-sm text-text2">{command.detail}</span>
                )}
              </div>
            </div>
          )
        })}
        {commands.length === 0 && <p className="px-2 py-6 text-center text-text2">Nada encontrado</p>}
      </div>
    </div>
  )
}
