import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef, useState } from 'react'
import { expect, it } from 'vitest'
import { PasswordField } from './password-field.tsx'
import { SearchField } from './search-field.tsx'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'

it('a field has its label as its name and its error and hint as its description', () => {
  render(<TextField label="E-mail" error="Informe um e-mail válido" hint="Só você vê." />)
  const box = screen.getByRole('textbox', { name: 'E-mail' })
  expect(box.getAttribute('aria-invalid')).toBe('true')
  const described = box.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map(id => document.getElementById(id)?.textContent)).toEqual([
    'Informe um e-mail válido',
    'Só você vê.',
  ])
})

it('a field without an error is valid and has no description', () => {
  render(<TextField label="Nome" />)
  const box = screen.getByRole('textbox', { name: 'Nome' })
  expect(box.hasAttribute('aria-invalid')).toBe(false)
  expect(box.hasAttribute('aria-describedby')).toBe(false)
})

it('native props and the ref reach the control', () => {
  const ref = createRef<HTMLSelectElement>()
  render(
    <SelectField label="Etapa" ref={ref} name="status" defaultValue="b">
      <option value="a">A</option>
      <option value="b">B</option>
    </SelectField>,
  )
  expect(ref.current?.name).toBe('status')
  expect(ref.current?.value).toBe('b')
})

it('a password field toggles visibility with a button that names its action', async () => {
  const user = userEvent.setup()
  render(<PasswordField label="Senha" autoComplete="current-password" />)
  const box = screen.getByLabelText('Senha')
  expect(box.getAttribute('type')).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Mostrar senha' }))
  expect(box.getAttribute('type')).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Ocultar senha', pressed: true }))
  expect(box.getAttribute('type')).toBe('password')
})

const Search = () => {
  const [value, setValue] = useState('')
  return <SearchField label="Buscar leads" value={value} onValue={setValue} />
}

it('clearing a search empties it and leaves the focus in the field', async () => {
  const user = userEvent.setup()
  render(<Search />)
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar leads' })
  expect(screen.queryByRole('button', { name: 'Limpar busca' })).toBeNull()
  await user.type(box, 'conceição')
  await user.click(screen.getByRole('button', { name: 'Limpar busca' }))
  expect(box.value).toBe('')
  expect(document.activeElement).toBe(box)
})
