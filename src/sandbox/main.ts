import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { SandboxStartError, startSandbox } from './start-sandbox.ts'

const { SANDBOX_PORT, DATA_DIR } = process.env

const printLine = (line: string): void => console.log(line)

try {
  const sandbox = await startSandbox({
    port: Number(SANDBOX_PORT || 4242),
    stateFile: join(DATA_DIR || './data', 'payments-sandbox.json'),
    log: printLine,
  })
  closeWithGrace({ delay: 5000 }, () => sandbox.stop())
  printLine(`Ambiente de teste de pagamentos: ${sandbox.url} (nenhum valor é cobrado)`)
} catch (error) {
  const { code, port } = error as { code?: string; port?: number }
  if (error instanceof SandboxStartError) console.error(error.message)
  else if (code === 'EADDRINUSE') console.error(`A porta ${port} já está em uso. Escolha outra com SANDBOX_PORT=…`)
  else console.error(error)
  process.exit(1)
}
