import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { emptyState, type State, schema } from './state.ts'

export interface StateFile {
  state: State
  scheduleSave: () => void
  /** Writes a pending save at once. */
  flush: () => Promise<void>
}

const debounceMs = 50

const load = async (file: string, log: (line: string) => void): Promise<State> => {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return emptyState()
  try {
    const stored = JSON.parse(text) as State
    if (stored.schema === schema) return { ...emptyState(), ...stored }
    log(
      `Ambiente de teste de pagamentos: os dados guardados são de outra versão (${stored.schema}); começando do zero.`,
    )
  } catch {
    log('Ambiente de teste de pagamentos: os dados guardados não puderam ser lidos; começando do zero.')
  }
  await rename(file, `${file}.old`)
  return emptyState()
}

/** Writes a temporary file, syncs it and renames it, so that a crash leaves a complete file. */
const writeAtomically = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  const temporary = await open(`${file}.tmp`, 'w', 0o600)
  try {
    await temporary.writeFile(text)
    await temporary.sync()
  } finally {
    await temporary.close()
  }
  await rename(`${file}.tmp`, file)
}

export const openStateFile = async (file: string, log: (line: string) => void): Promise<StateFile> => {
  if (file === ':memory:') return { state: emptyState(), scheduleSave: () => {}, flush: async () => {} }
  const state = await load(file, log)
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing
      .then(() => writeAtomically(file, JSON.stringify(state)))
      .catch(error => log(`Ambiente de teste de pagamentos: não foi possível guardar os dados: ${String(error)}`))
    return writing
  }
  return {
    state,
    scheduleSave: () => {
      timer ??= setTimeout(save, debounceMs)
    },
    flush: () => (timer ? save() : writing),
  }
}
