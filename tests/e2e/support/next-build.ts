import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface NextBuildServer {
  url: string
  /** Serves a service worker and a page of another version, which the page names, and 404 for the code of the named screen. */
  deploy: (name: string, withoutScreen?: string) => void
  /** Accepts requests but never responds. */
  hang: () => void
  stop: () => Promise<void>
}

const forward = (productUrl: string, incoming: IncomingMessage, response: ServerResponse): void => {
  const { url = '/', method, headers } = incoming
  const proxied = request(new URL(url, productUrl), { method, headers }, proxiedResponse => {
    response.writeHead(proxiedResponse.statusCode ?? 502, proxiedResponse.headers)
    proxiedResponse.pipe(response)
  })
  proxied.on('error', () => response.destroy())
  incoming.pipe(proxied)
}

/** Starts a proxy in front of a product that can simulate the next build or hang. */
export const serveNextBuild = async (productUrl: string): Promise<NextBuildServer> => {
  let version: string | undefined
  let removedScreen: string | undefined
  let isHanging = false
  const isRemoved = (path: string): boolean =>
    removedScreen !== undefined && path.startsWith(`/assets/${removedScreen}`)

  const sendWorker = async (response: ServerResponse): Promise<void> => {
    const [first = '', ...code] = (await (await fetch(`${productUrl}/sw.js`)).text()).split('\n')
    const deploy: { version: string; files: string[] } = JSON.parse(first.replace('self.build = ', ''))
    const next = { version: version ?? deploy.version, files: deploy.files.filter(file => !isRemoved(file)) }
    response.setHeader('content-type', 'text/javascript')
    response.end(`self.build = ${JSON.stringify(next)}\n${code.join('\n')}`)
  }

  const sendPage = async (url: string, response: ServerResponse): Promise<void> => {
    const page = await (await fetch(productUrl + url)).text()
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(page.replace('<head>', `<head><meta name="build" content="${version}">`))
  }

  const server = createServer((incoming, response) => {
    const { url = '/' } = incoming
    if (isHanging) return
    if (url === '/sw.js') void sendWorker(response)
    else if (url.startsWith('/dashboard') && version) void sendPage(url, response)
    else if (isRemoved(url)) response.writeHead(404).end()
    else forward(productUrl, incoming, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: (name, withoutScreen) => {
      version = name
      removedScreen = withoutScreen
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
