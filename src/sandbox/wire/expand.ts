import { invalidParameter } from './api-error.ts'

type Json = Record<string, unknown>
/** Finds objects by id and properties that are included only when expanded. */
export interface Expansions {
  find: (id: string) => object | undefined
  /** `key` is the path from the nearest object with an id, e.g. `features.subscription_update.products`. */
  onDemand: (owner: Json, key: string) => unknown
}

/** The nearest object with an id on the path, and the keys below it. */
interface Origin {
  owner: Json
  keys: string[]
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const expandPath = (
  target: unknown,
  [key, ...rest]: string[],
  path: string,
  expansions: Expansions,
  origin?: Origin,
): void => {
  if (key === undefined) return
  if (Array.isArray(target)) {
    for (const element of target) expandPath(element, [key, ...rest], path, expansions)
    return
  }
  if (!isObject(target)) return
  const { owner, keys } = origin && !('id' in target) ? origin : { owner: target, keys: [] }
  const from = { owner, keys: [...keys, key] }
  if (!Object.hasOwn(target, key)) {
    const added = expansions.onDemand(owner, from.keys.join('.'))
    if (added === undefined)
      throw invalidParameter('expand', `This property cannot be expanded (${path}).`, 'parameter_unknown')
    target[key] = structuredClone(added)
  }
  const value = target[key]
  if (typeof value === 'string') {
    const found = expansions.find(value)
    if (found === undefined)
      throw invalidParameter('expand', `This property cannot be expanded (${path}).`, 'parameter_unknown')
    target[key] = structuredClone(found)
  } else if (Array.isArray(value)) {
    target[key] = value.map(item =>
      typeof item === 'string' ? (structuredClone(expansions.find(item)) ?? item) : item,
    )
  }
  expandPath(target[key], rest, path, expansions, from)
}

/** Returns the response, or a copy of it with the ids at `paths` replaced by their objects. */
export const expand = <T extends object>(response: T, paths: string[] = [], expansions: Expansions): T => {
  if (paths.length === 0) return response
  const copy = structuredClone(response)
  for (const path of paths) {
    const keys = path.split('.')
    if (keys.length > 4)
      throw invalidParameter('expand', `You cannot expand more than 4 levels of a property. Property: ${path}`)
    expandPath(copy, keys, path, expansions)
  }
  return copy
}
