import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { digestApi } from '#contract/digest/digest.ts'
import { aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()

it('ends the morning mail and starts it again', async () => {
  const { token } = await aUser(server)
  openApp('/profile/avisos', token)
  const wanted = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Receber o resumo da manhã por e-mail' })
  expect(wanted.checked).toBe(true)
  expect(screen.getByText('Às 8 h da sua conta.')).toBeTruthy()
  await userEvent.click(wanted)
  await screen.findByText('Resumo desligado')
  expect([wanted.checked, (await server.call(digestApi.find, { token })).data.isWanted]).toEqual([false, false])
  await userEvent.click(wanted)
  await screen.findByText('Resumo ligado')
  expect(wanted.checked).toBe(true)
})
