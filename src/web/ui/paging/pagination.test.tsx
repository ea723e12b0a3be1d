import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Pagination } from './pagination.tsx'

const Pages = () => {
  const [page, setPage] = useState(1)
  return <Pagination page={page} pageCount={2} onPage={setPage} />
}

it('the button to the last page keeps the focus and does nothing more', async () => {
  render(<Pages />)
  const next = screen.getByRole('button', { name: 'Próxima' })
  await userEvent.click(next)
  await userEvent.click(next)
  expect(screen.getByText('Página 2 de 2')).toBeTruthy()
  expect(next.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(next)
})
