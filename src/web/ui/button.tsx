import clsx from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonClass, iconButtonClass } from './button-styles.ts'
import { Link, type LinkProps } from './link.tsx'
import { SpinnerIcon } from './spinner.tsx'

type Busy = { busy?: boolean | undefined }
type ButtonProps = ComponentProps<'button'> & ButtonLook & Busy & { icon?: ReactNode }

// A disabled button loses the focus, so a busy button stays enabled and ignores clicks.
const busyProps = (busy: boolean | undefined, onClick: ComponentProps<'button'>['onClick']) =>
  busy
    ? {
        'aria-busy': true,
        'aria-disabled': true,
        onClick: (event: MouseEvent<HTMLButtonElement>) => event.preventDefault(),
      }
    : { onClick }

export const Button = ({ variant, size, busy, icon, className, children, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    {...busyProps(busy, onClick)}
    className={clsx(buttonClass({ variant, size }), className)}
  >
    {busy ? <SpinnerIcon /> : icon}
    {children}
  </button>
)

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  ButtonLook &
  Busy & {
    label: string
    /** Without one, `className` draws it as a background. */
    icon?: ReactNode
  }

export const IconButton = ({ label, icon, variant, size, busy, className, onClick, ...rest }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...rest}
    {...busyProps(busy, onClick)}
    className={clsx(iconButtonClass({ variant, size }), className)}
  >
    {busy ? <SpinnerIcon /> : icon}
  </button>
)

type ButtonLinkProps = LinkProps & ButtonLook & { icon?: ReactNode }

export const ButtonLink = ({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={clsx(buttonClass({ variant, size }), className)}>
    {icon}
    {children}
  </Link>
)
