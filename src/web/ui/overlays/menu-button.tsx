import { type ReactNode, useState } from 'react'
import { IconButton } from '../button.tsx'
import { Menu, type MenuItem } from './menu.tsx'

type MenuButtonProps = {
  label: string
  icon: ReactNode
  items: readonly MenuItem[]
}

export const MenuButton = ({ label, icon, items }: MenuButtonProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        ref={setAnchor}
        label={label}
        icon={icon}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Menu open={open} onClose={() => setOpen(false)} anchor={anchor} label={label} items={items} />
    </>
  )
}
