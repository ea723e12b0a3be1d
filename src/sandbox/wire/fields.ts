import { invalidParameter, missingParameter, unknownParameter } from './api-error.ts'

/** Parses one form field. On the wire every value is text, a list or a map, and empty text means null. */
export interface Field<T> {
  parse: (raw: unknown, path: string) => T
  required?: boolean
}
type Fields = Record<string, Field<unknown>>
type Parsed<F extends Fields> = {
  [K in keyof F as F[K] extends { required: true } ? K : never]: F[K] extends Field<infer T> ? T : never
} & { [K in keyof F as F[K] extends { required: true } ? never : K]?: F[K] extends Field<infer T> ? T : never }

export type ParamsOf<F> = F extends Field<infer T> ? T : never

export const required = <T>(field: Field<T>): Field<T> & { required: true } => ({ ...field, required: true })

export const text: Field<string> = {
  parse: (raw, path) => {
    if (typeof raw !== 'string') throw invalidParameter(path, `Invalid string: ${path}`)
    if (raw === '') throw invalidParameter(path, `You passed an empty string for '${path}'.`, 'parameter_invalid_empty')
    if (raw.length > 5000) throw invalidParameter(path, `Invalid string: ${path} must be at most 5000 characters`)
    return raw
  },
}

export const integer: Field<number> = {
  parse: (raw, path) => {
    if (typeof raw !== 'string' || !/^-?\d{1,15}$/.test(raw))
      throw invalidParameter(path, `Invalid integer: ${String(raw)}`, 'parameter_invalid_integer')
    return Number(raw)
  },
}

export const boolean: Field<boolean> = {
  parse: (raw, path) => {
    if (raw !== 'true' && raw !== 'false') throw invalidParameter(path, `Invalid boolean: ${String(raw)}`)
    return raw === 'true'
  },
}

export const oneOf = <const V extends string>(...values: V[]): Field<V> => ({
  parse: (raw, path) => {
    const value = values.find(known => known === raw)
    if (value === undefined)
      throw invalidParameter(path, `Invalid ${path}: must be one of ${values.join(', ')}`, 'parameter_invalid_enum')
    return value
  },
})

export const nullable = <T>(field: Field<T>): Field<T | null> => ({
  parse: (raw, path) => (raw === '' ? null : field.parse(raw, path)),
})

export const list = <T>(item: Field<T>): Field<T[]> => ({
  parse: (raw, path) => {
    if (!Array.isArray(raw)) throw invalidParameter(path, 'Invalid array')
    return raw.map((value, index) => item.parse(value, `${path}[${index}]`))
  },
})

const isMap = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** A null value removes its key. A null map removes every key. */
export type MetadataPatch = Record<string, string | null> | null

export const metadata: Field<MetadataPatch> = {
  parse: (raw, path) => {
    if (raw === '') return null
    if (!isMap(raw)) throw invalidParameter(path, 'Invalid hash')
    return Object.fromEntries(
      Object.entries(raw).map(([key, value]) => {
        if (typeof value !== 'string' || value.length > 500 || key.length > 40)
          throw invalidParameter(`${path}[${key}]`, 'Metadata keys have at most 40 and values at most 500 characters.')
        return [key, value === '' ? null : value]
      }),
    )
  },
}

export const map = <F extends Fields>(fields: F): Field<Parsed<F>> => ({
  parse: (raw, path) => {
    if (!isMap(raw)) throw invalidParameter(path, 'Invalid object')
    const at = (key: string) => (path === '' ? key : `${path}[${key}]`)
    for (const key of Object.keys(raw)) if (!Object.hasOwn(fields, key)) throw unknownParameter(at(key))
    const parsed: Record<string, unknown> = {}
    for (const [key, field] of Object.entries(fields)) {
      if (Object.hasOwn(raw, key)) parsed[key] = field.parse(raw[key], at(key))
      else if (field.required) throw missingParameter(at(key))
    }
    return parsed as Parsed<F>
  },
})

const range = map({ gt: integer, gte: integer, lt: integer, lte: integer })
export type Range = { gt?: number; gte?: number; lt?: number; lte?: number }

/** A timestamp, or bounds around it. */
export const rangeOrInteger: Field<Range> = {
  parse: (raw, path) => {
    if (typeof raw !== 'string') return range.parse(raw, path)
    const moment = integer.parse(raw, path)
    return { gte: moment, lte: moment }
  },
}

export const isInRange = (value: number, { gt, gte, lt, lte }: Range = {}): boolean =>
  (gt === undefined || value > gt) &&
  (gte === undefined || value >= gte) &&
  (lt === undefined || value < lt) &&
  (lte === undefined || value <= lte)

export const params = <F extends Fields>(fields: F) => map({ ...fields, expand: list(text) })
export const listParams = <F extends Fields>(fields: F) =>
  params({ ...fields, limit: integer, starting_after: text, ending_before: text })
