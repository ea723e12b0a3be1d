import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Front {
  url: string
  /** From now on as after a new build of that name: another service worker, and no more code of the screen named. */
  build: (name: string, withoutScreen?: string) => void
  /** From now on takes what comes and never answers. */
  hang: () => void
  stop: () => Promise<void>
}

const pass = (productUrl: string, incoming: IncomingMessage, response: ServerResponse): void => {
  const { url = '/', method, headers } = incoming
  const onward = request(new URL(url, productUrl), { method, headers }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  incoming.pipe(onward)
}

/** Stands before a product, and can answer as its next build would or not at all. */
export const secondBuildOf = async (productUrl: string): Promise<Front> => {
  let version: string | undefined
  let gone: string | undefined
  let isHanging = false
  const isGone = (path: string): boolean => gone !== undefined && path.startsWith(`/assets/${gone}`)

  const sendWorker = async (response: ServerResponse): Promise<void> => {
    const [first = '', ...code] = (await (await fetch(`${productUrl}/sw.js`)).text()).split('\n')
    const build: { version: string; files: string[] } = JSON.parse(first.replace('self.build = ', ''))
    const next = { version: version ?? build.version, files: build.files.filter(file => !isGone(file)) }
    response.setHeader('content-type', 'text/javascript')
    response.end(`self.build = ${JSON.stringify(next)}\n${code.join('\n')}`)
  }

  const server = createServer((incoming, response) => {
    const { url = '/' } = incoming
    if (isHanging) return
    if (url === '/sw.js') void sendWorker(response)
    else if (isGone(url)) response.writeHead(404).end()
    else pass(productUrl, incoming, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    build: (name, withoutScreen) => {
      version = name
      gone = withoutScreen
    },
    hang: () => {
      isHanging = true
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
