import clsx from 'clsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'dangerGhost'
export type ButtonSize = 'md' | 'sm'
export type ButtonLook = { variant?: ButtonVariant | undefined; size?: ButtonSize | undefined }

const base =
  'inline-flex select-none items-center justify-center gap-2 rounded-control border font-medium text-base transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-progress'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-brand text-on-brand not-disabled:hover:bg-brand-hover',
  secondary: 'border-border text-text2 not-disabled:hover:bg-hover not-disabled:hover:text-text',
  ghost: 'border-transparent text-text2 not-disabled:hover:bg-hover not-disabled:hover:text-text',
  danger: 'border-transparent bg-danger text-on-brand not-disabled:hover:opacity-90',
  dangerGhost: 'border-transparent text-danger not-disabled:hover:bg-danger-soft',
}

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-control px-3.5',
  sm: 'min-h-control-sm min-w-control-sm px-2.5 text-sm',
}
const squares: Record<ButtonSize, string> = { md: 'size-control', sm: 'size-control-sm' }

export const buttonClass = ({ variant = 'secondary', size = 'md' }: ButtonLook = {}) =>
  // Wraps text only if the button alone exceeds its container.
  clsx(base, 'max-w-full shrink-0', variants[variant], sizes[size])

export const iconButtonClass = ({ variant = 'ghost', size = 'md' }: ButtonLook = {}) =>
  clsx(base, 'flex-none', variants[variant], squares[size])
