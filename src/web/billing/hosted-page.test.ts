import { expect, it } from 'vitest'
import { InvalidPageUrlError, parseHttpUrl, redirectTo } from './hosted-page.ts'

it.each([
  ['https://pagamentos.exemplo.com.br/c/pay/1?x=2', 'https://pagamentos.exemplo.com.br/c/pay/1?x=2'],
  ['http://127.0.0.1:4242/i/1', 'http://127.0.0.1:4242/i/1'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['/subscription', undefined],
  ['', undefined],
  [null, undefined],
])('parses %j as %j', (address, target) => {
  expect(parseHttpUrl(address)).toBe(target)
})

it('does not navigate without a URL', async () => {
  await expect(redirectTo('')).rejects.toThrow(InvalidPageUrlError)
})
