import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../button.tsx'
import type { FieldProps } from './field.tsx'
import { TextField } from './text-field.tsx'

/** `autoComplete` is required, so that password managers distinguish current and new passwords. */
type PasswordFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'type'> & { autoComplete: 'current-password' | 'new-password' }

export const PasswordField = (props: PasswordFieldProps) => {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          size="sm"
          label={shown ? 'Ocultar senha' : 'Mostrar senha'}
          aria-pressed={shown}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
