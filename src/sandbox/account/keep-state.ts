import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { emptyState, type State, schema } from './state.ts'

export interface Keeper {
  state: State
  changed: () => void
  /** Writes what has not been written yet. */
  flush: () => Promise<void>
}

const debounceMs = 50

const load = async (file: string, log: (line: string) => void): Promise<State> => {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return emptyState()
  try {
    const kept = JSON.parse(text) as State
    if (kept.schema === schema) return { ...emptyState(), ...kept }
    log(`Ambiente de pagamentos: os dados guardados são de outra versão (${kept.schema}); começando do zero.`)
  } catch {
    log('Ambiente de pagamentos: os dados guardados não puderam ser lidos; começando do zero.')
  }
  await rename(file, `${file}.old`)
  return emptyState()
}

/** A file that is whole at every moment: written beside, forced to disk, then renamed. */
const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  const beside = await open(`${file}.tmp`, 'w', 0o600)
  try {
    await beside.writeFile(text)
    await beside.sync()
  } finally {
    await beside.close()
  }
  await rename(`${file}.tmp`, file)
}

export const keepState = async (file: string, log: (line: string) => void): Promise<Keeper> => {
  if (file === ':memory:') return { state: emptyState(), changed: () => {}, flush: async () => {} }
  const state = await load(file, log)
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing
      .then(() => write(file, JSON.stringify(state)))
      .catch(error => log(`Ambiente de pagamentos: não foi possível guardar os dados: ${String(error)}`))
    return writing
  }
  return {
    state,
    changed: () => {
      timer ??= setTimeout(save, debounceMs)
    },
    flush: () => (timer ? save() : writing),
  }
}
