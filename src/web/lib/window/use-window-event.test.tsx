import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { useWindowEvent } from './use-window-event.ts'

it('listens as soon as the component is in the page', () => {
  const heard = vi.fn()
  const Listener = () => {
    useWindowEvent('keydown', heard)
    return null
  }
  const Page = () => {
    useLayoutEffect(() => void dispatchEvent(new KeyboardEvent('keydown')), [])
    return <Listener />
  }
  render(<Page />)
  expect(heard).toHaveBeenCalledOnce()
})
