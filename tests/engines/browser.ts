import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

/** An input source of the WebDriver standard and what it does. */
export interface InputSource {
  type: 'pointer' | 'key'
  id: string
  actions: object[]
}

export interface Browser {
  name: string
  goto(url: string): Promise<void>
  /** Runs a function's source in the page. Its result must be JSON. */
  run(source: string, ...args: unknown[]): Promise<unknown>
  act(sources: InputSource[]): Promise<void>
  close(): Promise<void>
}

const startTimeoutMs = 30_000

const waitForLine = async (child: ChildProcess, pattern: RegExp): Promise<string> => {
  if (!child.stderr) throw new Error('the process has no output')
  for await (const line of createInterface({ input: child.stderr })) {
    const found = pattern.exec(line)?.[1]
    if (found !== undefined) return found
  }
  throw new Error(`the process ended without printing ${pattern}`)
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

interface Reply {
  id?: number
  result?: unknown
  error?: string
  message?: string
}

const connect = async (url: string) => {
  const socket = new WebSocket(url)
  await once(socket as never, 'open')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(data) as Reply
    const waiter = waiting.get(reply.id ?? -1)
    if (reply.error) waiter?.reject(new Error(`${reply.error}: ${reply.message}`))
    else waiter?.resolve(reply.result)
  })
  let count = 0
  const send = <Result>(method: string, params: object): Promise<Result> => {
    const id = count++
    const waiter = Promise.withResolvers<unknown>()
    waiting.set(id, waiter)
    socket.send(JSON.stringify({ id, method, params }))
    return waiter.promise as Promise<Result>
  }
  return { send, close: () => socket.close() }
}

/** Firefox, by WebDriver BiDi. */
export const launchFirefox = async (path: string): Promise<Browser> => {
  const profile = await mkdtemp(join(tmpdir(), 'fechou-firefox-'))
  // As in the end-to-end tests: a page that is sliding in takes no clicks.
  await writeFile(join(profile, 'user.js'), 'user_pref("ui.prefersReducedMotion", 1);\n')
  const args = [
    '--headless',
    '--no-remote',
    '--remote-debugging-port=0',
    '--profile',
    profile,
    '--width=1440',
    '--height=900',
  ]
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const address = await waitForLine(child, /WebDriver BiDi listening on (\S+)/)
  const { send, close } = await connect(`${address}/session`)
  await send('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const [{ context } = { context: '' }] = contexts
  await send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } })
  return {
    name: 'Firefox',
    goto: async url => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    run: async (source, ...values) => {
      const expression = `(async () => JSON.stringify(await (${source})(...${JSON.stringify(values)})) ?? 'null')()`
      const { result, exceptionDetails } = await send<{
        result: { value: string }
        exceptionDetails?: { text: string }
      }>('script.evaluate', { expression, target: { context }, awaitPromise: true })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result.value)
    },
    act: async actions => {
      await send('input.performActions', { context, actions })
    },
    close: async () => {
      close()
      await end(child)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const untilAnswers = async (url: string): Promise<void> => {
  for (const until = Date.now() + startTimeoutMs; Date.now() < until; await sleep(100)) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error(`${url} did not answer`)
}

/** WebKit for GTK, by WebDriver. It needs a display. */
export const launchWebKit = async (driverPath: string, browserPath: string): Promise<Browser> => {
  const port = await findFreePort()
  const driver = spawn(driverPath, [`--port=${port}`], { stdio: 'ignore' })
  const root = `http://127.0.0.1:${port}`
  await untilAnswers(`${root}/status`)
  const send = async <Result>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Result> => {
    const response = await fetch(`${root}${path}`, { method, body: body ? JSON.stringify(body) : null })
    const { value } = (await response.json()) as { value: Result & { message?: string } }
    if (!response.ok) throw new Error(value.message ?? String(response.status))
    return value
  }
  const options = { binary: browserPath, args: ['--automation'] }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })
  const session = `/session/${sessionId}`
  await send('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1440, height: 900 })
  return {
    name: 'WebKit',
    goto: async url => {
      await send('POST', `${session}/url`, { url })
    },
    run: async (source, ...values) => {
      const script = `return (async () => JSON.stringify(await (${source})(...arguments)) ?? 'null')()`
      return JSON.parse(await send<string>('POST', `${session}/execute/sync`, { script, args: values }))
    },
    act: async actions => {
      await send('POST', `${session}/actions`, { actions })
    },
    close: async () => {
      await send('DELETE', session).catch(() => {})
      await end(driver)
    },
  }
}
