import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Button } from '../button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { MenuButton } from './menu-button.tsx'

it('a busy button keeps the focus and ignores clicks', async () => {
  const user = userEvent.setup()
  const onClick = vi.fn()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy onClick={onClick}>
        Salvar
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Salvar', busy: true })
  await user.click(button)
  expect(document.activeElement).toBe(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})

const Form = ({ guard }: { guard?: () => boolean }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Novo Lead</Button>
      <Dialog open={open} title="Novo Lead" onClose={() => setOpen(false)} guard={guard}>
        <input aria-label="Nome" />
      </Dialog>
    </>
  )
}

it('a dialog focuses its first field, closes on Escape and restores the focus', async () => {
  const user = userEvent.setup()
  render(<Form />)
  await user.click(screen.getByRole('button', { name: 'Novo Lead' }))
  expect(screen.getByRole('dialog', { name: 'Novo Lead' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Nome' }))
  expect(document.documentElement.style.overflow).toBe('hidden')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Novo Lead' })))
  expect(document.documentElement.style.overflow).toBe('')
})

it('a guarded dialog stays open when its guard returns false', async () => {
  const user = userEvent.setup()
  const guard = vi.fn(() => false)
  render(<Form guard={guard} />)
  await user.click(screen.getByRole('button', { name: 'Novo Lead' }))
  await user.click(screen.getByRole('button', { name: 'Fechar' }))
  await user.keyboard('{Escape}')
  expect(guard).toHaveBeenCalledTimes(2)
  expect(screen.getByRole('dialog', { name: 'Novo Lead' })).toBeTruthy()
})

it('a confirm dialog focuses its safe button', async () => {
  const user = userEvent.setup()
  const onConfirm = vi.fn()
  const onCancel = vi.fn()
  const texts = { title: 'Excluir lead', text: 'Tem certeza que deseja excluir este lead?', confirmLabel: 'Excluir' }
  render(<ConfirmDialog open danger {...texts} onConfirm={onConfirm} onCancel={onCancel} />)
  const cancel = screen.getByRole('button', { name: 'Cancelar' })
  await waitFor(() => expect(document.activeElement).toBe(cancel))
  await user.keyboard('{Enter}')
  expect(onCancel).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Excluir' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})

it('a menu supports the keyboard, marks the selected item and restores the focus to its button', async () => {
  const user = userEvent.setup()
  const onSelect = vi.fn()
  render(
    <main>
      <MenuButton
        label="Ações de João"
        icon="⋯"
        items={[
          { label: 'Novo Lead', checked: true, onSelect },
          { label: 'Qualificando', checked: false, onSelect },
          { kind: 'separator' },
          { label: 'Excluir', danger: true, onSelect },
        ]}
      />
    </main>,
  )
  const button = screen.getByRole('button', { name: 'Ações de João' })
  button.focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('menu', { name: 'Ações de João' })).toBeTruthy()
  expect(screen.getByRole('menuitemradio', { name: 'Novo Lead' }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('menuitemradio', { name: 'Qualificando' }).getAttribute('aria-checked')).toBe('false')
  await user.keyboard('{End}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Excluir' })))
  await user.keyboard('{Enter}')
  expect(onSelect).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(button)
})
