import { type ComponentProps, useRef } from 'react'
import { Button } from './button.tsx'

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** Name of the file input. */
  label: string
  /** File types, as in the `accept` attribute. */
  accept: string
  onFile: (file: File) => unknown
}

/** Opens the device's file dialog. The same file can be chosen again. */
export const FileButton = ({ label, accept, onFile, ...button }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  )
}
