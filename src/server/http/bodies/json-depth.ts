const maxDepth = 100
const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\[]{}')

const endOfString = (json: Buffer, start: number): number => {
  let index = start + 1
  while (index < json.length && json[index] !== quote) index += json[index] === backslash ? 2 : 1
  return index
}

/** Whether arrays and objects nest deeper than 100 levels. Parsing ten megabytes of brackets would take seconds. */
export const isTooDeep = (json: Buffer): boolean => {
  let depth = 0
  for (let index = 0; index < json.length && depth <= maxDepth; index++) {
    const byte = json[index]
    if (byte === quote) index = endOfString(json, index)
    else if (byte === openBracket || byte === openBrace) depth++
    else if (byte === closeBracket || byte === closeBrace) depth--
  }
  return depth > maxDepth
}
