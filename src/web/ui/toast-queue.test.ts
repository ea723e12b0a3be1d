import { beforeEach, expect, it } from 'vitest'
import { connectOutlet, openToasts, type Toast, type ToastKind, tellOutlet } from './toast-queue.ts'

let shown: string[] = []
const outlet = {
  show: (kind: ToastKind, { title }: Toast) => void shown.push(`${kind}: ${title}`),
  dismiss: (id: string | number) => void shown.push(`dismiss ${id}`),
}
const say = (title: string) => tellOutlet(given => given.show('info', { title }))

beforeEach(() => {
  shown = []
})

it('keeps what is told before the outlet is there, in its order', () => {
  const close = openToasts()
  say('Gerando PDF')
  tellOutlet(given => given.dismiss('pdf'))
  expect(shown).toEqual([])
  const disconnect = connectOutlet(outlet)
  say('PDF pronto')
  expect(shown).toEqual(['info: Gerando PDF', 'dismiss pdf', 'info: PDF pronto'])
  disconnect()
  close()
})

it('tells nobody what was meant for whoever was signed in before', () => {
  say('sem ninguém')
  openToasts()()
  const close = openToasts()
  say('para Mariana')
  close()
  say('depois da saída')
  const closeNext = openToasts()
  connectOutlet(outlet)()
  closeNext()
  expect(shown).toEqual([])
})
