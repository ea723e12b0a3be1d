import clsx from 'clsx'
import { initialsOf } from './initials.ts'

interface AvatarProps {
  name: string
  size?: 'sm' | 'md'
}

/** Initials in a circle. The name next to it or `title` names the person. */
export const Avatar = ({ name, size = 'md' }: AvatarProps) => (
  <span
    aria-hidden="true"
    className={clsx(
      'inline-grid flex-none place-items-center rounded-full bg-brand-soft font-semibold text-brand',
      size === 'md' ? 'size-9 text-sm' : 'size-6 text-xs',
    )}
  >
    {initialsOf(name)}
  </span>
)
