import { beforeEach, expect, it } from 'vitest'
import { connectRenderer, dispatchToast, enableToasts, type Toast, type ToastKind } from './toast-queue.ts'

let shown: string[] = []
const outlet = {
  show: (kind: ToastKind, { title }: Toast) => void shown.push(`${kind}: ${title}`),
  dismiss: (id: string) => void shown.push(`dismiss ${id}`),
  dismissAll: () => void shown.push('dismiss all'),
}
const say = (title: string) => dispatchToast(given => given.show('info', { title }))

beforeEach(() => {
  shown = []
})

it('queues toasts in order until the renderer loads', () => {
  const close = enableToasts()
  say('Gerando PDF')
  dispatchToast(given => given.dismiss('pdf'))
  expect(shown).toEqual([])
  const disconnect = connectRenderer(outlet)
  say('PDF pronto')
  expect(shown).toEqual(['info: Gerando PDF', 'dismiss pdf', 'info: PDF pronto'])
  disconnect()
  close()
})

it('drops queued toasts at sign-out', () => {
  say('sem ninguém')
  enableToasts()()
  const close = enableToasts()
  say('para Mariana')
  close()
  say('depois da saída')
  const closeNext = enableToasts()
  connectRenderer(outlet)()
  closeNext()
  expect(shown).toEqual([])
})

it('dismisses visible toasts at sign-out', () => {
  const close = enableToasts()
  const disconnect = connectRenderer(outlet)
  say('Maria excluída')
  close()
  say('depois da saída')
  disconnect()
  expect(shown).toEqual(['info: Maria excluída', 'dismiss all'])
})
