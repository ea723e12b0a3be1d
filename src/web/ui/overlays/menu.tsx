import clsx from 'clsx'
import { Check } from 'lucide-react'
import { Menu as Radix } from 'radix-ui/internal'
import { Fragment, type ReactNode } from 'react'
import { useOverlay } from './use-overlay.ts'

type MenuChoice = {
  kind?: 'item'
  label: string
  icon?: ReactNode
  /** A boolean makes the item a radio choice, with a check mark for `true`. */
  checked?: boolean
  danger?: boolean
  onSelect: () => void
}

export type MenuItem = MenuChoice | { kind: 'separator' } | { kind: 'label'; label: string }

type MenuProps = {
  open: boolean
  onClose: () => void
  /** The pressed button: positions the menu and receives the focus on close. A whole board can share a menu. */
  anchor: HTMLElement | null
  label: string
  items: readonly MenuItem[]
}

const Choice = ({ item, onSelect }: { item: MenuChoice; onSelect: () => void }) => {
  const content = (
    <>
      {item.icon}
      <span className="flex-1 truncate">{item.label}</span>
    </>
  )
  const props = {
    onSelect,
    textValue: item.label,
    className: clsx(
      'flex min-h-control-sm max-md:min-h-control cursor-pointer select-none items-center gap-2.5 rounded-chip px-2 text-control -outline-offset-2',
      'data-highlighted:bg-hover',
      item.danger ? 'text-danger' : 'text-text',
    ),
  }
  if (item.checked === undefined) return <Radix.Item {...props}>{content}</Radix.Item>
  return (
    <Radix.CheckboxItem {...props} role="menuitemradio" checked={item.checked}>
      {content}
      <Check aria-hidden="true" className={clsx('text-brand', !item.checked && 'invisible')} />
    </Radix.CheckboxItem>
  )
}

const Entry = ({ item, onSelect }: { item: MenuItem; onSelect: (choice: MenuChoice) => void }) => {
  if (item.kind === 'separator') return <Radix.Separator className="-mx-1 my-1 h-px bg-border" />
  if (item.kind === 'label') return <Radix.Label className="px-2 py-1.5 text-text3 text-xs">{item.label}</Radix.Label>
  return <Choice item={item} onSelect={() => onSelect(item)} />
}

/** Returns the portal container: the dialog or landmark of the button, so that the menu stays inside. */
const home = (anchor: HTMLElement | null) =>
  anchor?.closest<HTMLElement>('[role=dialog], [role=alertdialog], main') ??
  anchor?.closest<HTMLElement>('header, footer, aside') ??
  document.body

/** A bottom sheet on phones. The backdrop swallows the click that closes it. */
export const Menu = ({ open, onClose, anchor, label, items }: MenuProps) => {
  const close = () => {
    anchor?.focus()
    onClose()
  }
  const isOpen = open && anchor !== null
  useOverlay(isOpen, close)
  // Restores the focus before the action, so that a dialog it opens records the right opener.
  const select = (choice: MenuChoice) => {
    anchor?.focus()
    choice.onSelect()
  }
  return (
    <Radix.Root open={isOpen} onOpenChange={next => !next && close()} modal={false}>
      {anchor && <Radix.Anchor virtualRef={{ current: anchor }} />}
      <Radix.Portal container={home(anchor)}>
        <div data-menu="">
          <div className="fixed inset-0 z-menu touch-none max-md:animate-appear max-md:bg-scrim" />
          <Radix.Content
            aria-label={label}
            loop
            align="end"
            sideOffset={4}
            collisionPadding={8}
            // The outside press moves the focus just after it closed the menu.
            onPointerDownOutside={() => setTimeout(() => anchor?.focus())}
            onCloseAutoFocus={event => event.preventDefault()}
            className={clsx(
              'z-menu overflow-y-auto overscroll-contain bg-raised p-1 shadow-menu outline-none',
              'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[80dvh] max-md:animate-sheet-in max-md:rounded-t-panel max-md:p-2 max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))]',
              'md:max-h-[min(36rem,var(--radix-popper-available-height))] md:min-w-52 md:animate-menu-in md:rounded-control',
            )}
          >
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a separator has no other key
              <Fragment key={index}>
                <Entry item={item} onSelect={select} />
              </Fragment>
            ))}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
