import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { Suspense, use } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { storeToken } from '#web/lib/token.ts'
import { SessionProvider } from '#web/session/session.tsx'
import SignedInShell from './signed-in-shell.tsx'

const server = await testApp()

it('keeps its query cache while the first render suspends and starts anew', async () => {
  const { token, member } = await aUser(server)
  storeToken(token)
  const caches = new Set<QueryClient>()
  const parts = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const
  const Page = () => {
    caches.add(useQueryClient())
    const text = `${use(parts[0].promise)} ${use(parts[1].promise)}`
    return <p>{text}</p>
  }
  await act(async () => {
    render(
      <MemoryRouter>
        <SessionProvider>
          <Suspense fallback="Carregando">
            <SignedInShell memberId={member._id}>
              <Page />
            </SignedInShell>
          </Suspense>
        </SessionProvider>
      </MemoryRouter>,
    )
  })
  expect(screen.getByText('Carregando')).toBeTruthy()
  await act(async () => parts[0].resolve('Quadro'))
  await act(async () => parts[1].resolve('pronto'))
  await screen.findByText('Quadro pronto')
  expect(caches.size).toBe(1)
})
