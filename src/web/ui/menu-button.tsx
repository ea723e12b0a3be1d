import { type ReactNode, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import type { ButtonLook } from './button-styles.ts'
import { Menu, type MenuItem } from './menu.tsx'

type MenuButtonProps = ButtonLook & {
  label: string
  items: readonly MenuItem[]
  icon?: ReactNode
  /** Shows the icon only; the label stays as its name. */
  iconOnly?: boolean
  align?: 'start' | 'end'
  className?: string
}

export const MenuButton = ({ label, items, icon, iconOnly, align, ...look }: MenuButtonProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const trigger = {
    ...look,
    ref: setAnchor,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open,
    onClick: () => setOpen(true),
  }
  return (
    <>
      {iconOnly ? (
        <IconButton {...trigger} label={label} icon={icon} />
      ) : (
        <Button {...trigger} icon={icon}>
          {label}
        </Button>
      )}
      <Menu
        open={open}
        onClose={() => setOpen(false)}
        anchor={anchor}
        label={label}
        items={items}
        {...(align && { align })}
      />
    </>
  )
}
