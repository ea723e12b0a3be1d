import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from '@typescript/typescript6'
import { createSchemaWriter, type Schema } from './type-schema.ts'

export interface SdkCall {
  params: Schema | undefined
  response: Schema
}

export interface Sdk {
  /** Keyed by `METHOD /v1/path/:id`. */
  calls: Map<string, SdkCall>
  /** Keyed by event type. */
  events: Map<string, Schema>
  definitions: Record<string, Schema>
}

const entry = fileURLToPath(import.meta.resolve('stripe')).replace(/\.js$/, '.d.ts')
const resources = join(dirname(entry), 'resources')
const methodCall = /^ {4}(\w+)\([^)]*\) \{\s*return this\._makeRequest\('(GET|POST|DELETE)', (['`])(\/v1\/[^'`]*)\3/gm

interface SdkMethod {
  file: string
  className: string
  method: string
}

/** Reads every v1 call from the SDK's code. */
const readSdkMethods = (): Map<string, SdkMethod> => {
  const calls = new Map<string, SdkMethod>()
  for (const name of readdirSync(resources, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue
    const code = readFileSync(join(resources, name), 'utf8')
    const className = /export class (\w+)/.exec(code)?.[1]
    if (!className) continue
    for (const [, method, verb, , path] of code.matchAll(methodCall)) {
      if (!method || !verb || !path) continue
      const route = `${verb} ${path.replace(/\$\{encodeURIComponent\(\w+\)\}/g, ':id')}`
      calls.set(route, { file: join(resources, name.replace(/\.js$/, '.d.ts')), className, method })
    }
  }
  return calls
}

export const sdkRoutes = (): Set<string> => new Set(readSdkMethods().keys())

/** Unwraps `Promise<Response<T>>` and `ApiListPromise<T>`. */
const responseType = (node: ts.TypeNode | undefined): { isList: boolean; of: ts.TypeNode } => {
  if (!node || !ts.isTypeReferenceNode(node)) throw new Error('an SDK method does not return a promise')
  const [argument] = node.typeArguments ?? []
  if (!argument) throw new Error('an SDK method returns a promise without a type')
  if (node.typeName.getText() === 'ApiListPromise') return { isList: true, of: argument }
  const [inner] = ts.isTypeReferenceNode(argument) ? (argument.typeArguments ?? []) : []
  return { isList: false, of: inner ?? argument }
}

const listSchema = (items: Schema): Schema => ({
  type: 'object',
  properties: {
    object: { const: 'list' },
    url: { type: 'string' },
    has_more: { type: 'boolean' },
    data: { type: 'array', items },
  },
  required: ['object', 'url', 'has_more', 'data'],
  additionalProperties: false,
})

/** Returns the SDK's types of these routes and event types as JSON Schema. */
export const readSdk = (routes: Iterable<string>, eventTypes: (type: string) => boolean): Sdk => {
  const program = ts.createProgram([entry], {
    strict: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ESNext,
  })
  const checker = program.getTypeChecker()
  const { definitions, write } = createSchemaWriter(checker)
  const methods = readSdkMethods()

  const readCall = (route: string): SdkCall => {
    const found = methods.get(route)
    const source = found && program.getSourceFile(found.file)
    const declaration = source?.statements.find(
      node => ts.isClassDeclaration(node) && node.name?.text === found?.className,
    )
    if (!declaration || !ts.isClassDeclaration(declaration)) throw new Error(`the SDK has no ${route}`)
    const method = declaration.members.find(
      member => ts.isMethodDeclaration(member) && member.name.getText() === found?.method,
    )
    if (!method || !ts.isMethodDeclaration(method)) throw new Error(`the SDK declares no ${found?.method}`)
    const params = method.parameters.find(parameter => parameter.name.getText() === 'params')?.type
    const { isList, of } = responseType(method.type)
    const response = write(checker.getTypeFromTypeNode(of))
    return {
      params: params && write(checker.getTypeFromTypeNode(params)),
      response: isList ? listSchema(response) : response,
    }
  }

  const eventsFile = program.getSourceFile(join(resources, 'Events.d.ts'))
  const events = new Map<string, Schema>()
  for (const node of eventsFile?.statements ?? []) {
    if (!ts.isInterfaceDeclaration(node)) continue
    const type = checker.getTypeAtLocation(node)
    const tag = type.getProperty('type')
    const literal = tag && checker.getTypeOfSymbol(tag)
    if (literal?.isStringLiteral() && eventTypes(literal.value)) events.set(literal.value, write(type))
  }
  return { calls: new Map([...routes].map(route => [route, readCall(route)])), events, definitions }
}
