import clsx from 'clsx'

/** "Ana Maria Reis" → "AR", "ana" → "A". */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters.map(word => [...(word ?? '')][0]?.toLocaleUpperCase('pt-BR') ?? '').join('')
}

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
