import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { MoneyField } from './money-field.tsx'

const Price = () => {
  const [value, setValue] = useState<number | null>(null)
  return <MoneyField name="valor" label="Valor" value={value} onValue={setValue} onBlur={() => {}} />
}

const setUp = () => {
  const user = userEvent.setup()
  render(<Price />)
  const field = screen.getByLabelText('Valor') as HTMLInputElement
  return { user, field, shown: () => field.value.replace(/\u00A0/g, ' ') }
}

it.each([
  ['2500 reais', 'R$ 2.500,00'],
  ['R$ 2.500/mês', 'R$ 2.500,00'],
  ['12 mil', 'R$ 12.000,00'],
  ['10k', 'R$ 10.000,00'],
])('parses a pasted %j as %s', async (pasted, expected) => {
  const { user, field, shown } = setUp()
  await user.click(field)
  await user.paste(pasted)
  expect(shown()).toBe(expected)
  expect(field.getAttribute('aria-invalid')).toBeNull()
})

it.each(['R$ 10.000.000.000,00', '100 a 200', 'US$ 500'])(
  'shows an error for a pasted %j and preserves the value',
  async pasted => {
    const { user, field, shown } = setUp()
    await user.type(field, '12345')
    await user.paste(pasted)
    expect(shown()).toBe('R$ 123,45')
    expect(screen.getByText(/não foi entendido como um valor/).textContent).toContain(pasted)
    await user.type(field, '6')
    expect(shown()).toBe('R$ 1.234,56')
    expect(screen.queryByText(/não foi entendido/)).toBeNull()
  },
)

it('shows an error when a typed digit exceeds the maximum', async () => {
  const { user, field, shown } = setUp()
  await user.type(field, '999999999991')
  expect(shown()).toBe('R$ 999.999.999,99')
  expect(screen.getByText(/O valor máximo é/)).toBeTruthy()
})
