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
])('of %j the browser may be sent to %j', (address, target) => {
  expect(parseHttpUrl(address)).toBe(target)
})

it('goes nowhere without an address', async () => {
  await expect(redirectTo('')).rejects.toThrow(InvalidPageUrlError)
})
