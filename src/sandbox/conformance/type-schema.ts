import ts from '@typescript/typescript6'

export type Schema = Record<string, unknown>

/**
 * Converts the SDK's types to strict JSON Schema. Drops `| OtherString` from enums, treats `Decimal` as text, and forbids
 * extra properties and properties of type `void`.
 */
export const createSchemaWriter = (checker: ts.TypeChecker) => {
  const definitions: Record<string, Schema> = {}
  const names = new Map<ts.Type, string>()

  const isOtherString = (type: ts.Type): boolean =>
    type.isIntersection() && type.types.some(({ flags }) => (flags & ts.TypeFlags.String) !== 0)

  const isAbsent = ({ flags }: ts.Type): boolean => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0

  const union = (types: ts.Type[]): Schema => {
    const known = types.filter(type => !isAbsent(type) && !isOtherString(type))
    const literals = known.flatMap(type => (type.isStringLiteral() || type.isNumberLiteral() ? [type.value] : []))
    const others = known.filter(type => !type.isStringLiteral() && !type.isNumberLiteral()).map(write)
    const options = [...(literals.length > 0 ? [{ enum: literals }] : []), ...others]
    return options.length === 1 ? (options[0] ?? {}) : options.length === 0 ? { type: 'string' } : { anyOf: options }
  }

  const objectSchema = (type: ts.Type): Schema => {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const symbol of checker.getPropertiesOfType(type)) {
      const of = checker.getTypeOfSymbol(symbol)
      if (isAbsent(of) || of.getCallSignatures().length > 0) continue
      const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0
      if (isOptional && of.isUnion() && of.types.every(isAbsent)) continue
      properties[symbol.name] = write(of)
      if (!isOptional) required.push(symbol.name)
    }
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String)
    return { type: 'object', properties, required, additionalProperties: index ? write(index) : false }
  }

  const named = (type: ts.Type): Schema => {
    const name = names.get(type) ?? `${type.symbol?.name ?? 'Type'}_${names.size}`
    if (!names.has(type)) {
      names.set(type, name)
      definitions[name] = {}
      definitions[name] = objectSchema(type)
    }
    return { $ref: `#/definitions/${name}` }
  }

  const write = (type: ts.Type): Schema => {
    const { flags } = type
    if (isOtherString(type) || flags & ts.TypeFlags.String) return { type: 'string' }
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
    if (flags & ts.TypeFlags.Null) return { type: 'null' }
    if (flags & ts.TypeFlags.Number) return { type: 'number' }
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' }
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    if (type.isUnion()) return union(type.types)
    if (type.symbol?.name === 'Decimal' || type.aliasSymbol?.name === 'Decimal') return { type: 'string' }
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference)
      return { type: 'array', items: element ? write(element) : {} }
    }
    return named(type)
  }

  return { definitions, write }
}
