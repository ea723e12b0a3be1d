import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const projectFolder = fileURLToPath(new URL('../../..', import.meta.url))
const readyTimeoutMs = 150_000
const stopTimeoutMs = 15_000

/** The built product as a child process with its own port and data folder. */
export class Product {
  readonly url: string
  /** The URL of its payments sandbox. */
  readonly sandboxUrl: string
  readonly dataDir: string
  /** All output so far. */
  log = ''
  #environment: Record<string, string>
  #folder: string
  #process: ChildProcess | undefined

  constructor(
    port: number,
    sandboxPort: number,
    dataDir: string,
    environment: Record<string, string>,
    folder = projectFolder,
  ) {
    this.#folder = folder
    this.url = `http://localhost:${port}`
    this.sandboxUrl = `http://127.0.0.1:${sandboxPort}`
    this.dataDir = dataDir
    this.#environment = {
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      DEMO: '0',
      RATE_LIMITS: 'off',
      ...environment,
    }
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  async start(): Promise<void> {
    const { PATH = '', HOME = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE } = process.env
    const child = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: this.#folder,
      env: { PATH, HOME, TMPDIR, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', text => {
        this.log += text
      })
    }
    this.#process = child
    await this.#untilReady(child)
  }

  async #untilReady(child: ChildProcess): Promise<void> {
    for (const until = Date.now() + readyTimeoutMs; Date.now() < until; await sleep(50)) {
      if (hasEnded(child)) throw new Error(`The product ended while starting:\n${this.log}`)
      const response = await fetch(`${this.url}/api/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => null,
      )
      if (response?.status === 200) return
    }
    await this.kill()
    throw new Error(`The product was not ready after ${readyTimeoutMs} ms:\n${this.log}`)
  }

  /** Sends SIGTERM. Resolves with the exit code. */
  async stop(): Promise<number | null> {
    const timer = setTimeout(() => void this.kill(), stopTimeoutMs)
    const code = await this.#end('SIGTERM')
    clearTimeout(timer)
    return code
  }

  /** Sends SIGKILL, like a crash. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#process
    if (!child) return null
    if (!hasEnded(child)) {
      const exit = once(child, 'exit')
      child.kill(signal)
      await exit
    }
    return child.exitCode
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** `folder`: another built copy of the project to run instead. */
export const createProduct = async (environment: Record<string, string> = {}, folder?: string): Promise<Product> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fechou-e2e-'))
  const [port, sandboxPort] = await findTwoFreePorts()
  return new Product(port, sandboxPort, dataDir, environment, folder)
}

export const removeProduct = async (product: Product): Promise<void> => {
  await product.stop()
  await rm(product.dataDir, { recursive: true, force: true })
}

const listenOnFreePort = async (): Promise<Server> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Opens both ports before closing either, so that they differ. */
export const findTwoFreePorts = async (): Promise<[number, number]> => {
  const [one, other] = [await listenOnFreePort(), await listenOnFreePort()]
  const ports: [number, number] = [(one.address() as AddressInfo).port, (other.address() as AddressInfo).port]
  for (const server of [one, other]) await new Promise(resolve => server.close(resolve))
  return ports
}
