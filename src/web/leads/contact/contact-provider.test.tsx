import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ContactProvider } from './contact-provider.tsx'

const load = vi.hoisted(() => vi.fn())
vi.mock('./contacting.tsx', () => {
  load()
  throw new Error('offline')
})

it('says nothing when its code does not load and nobody asked for it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <ContactProvider>
      <p>A página</p>
    </ContactProvider>,
  )
  await waitFor(() => expect(load).toHaveBeenCalled())
  // A failure would show once the rejected import has been handled.
  await new Promise(resolve => setTimeout(resolve))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('A página')).toBeTruthy()
})
