/**
 * The environment of a command that a test starts: nothing of the developer's own, which could be settings of the product. With
 * the compiled code of earlier starts, a command takes half of the processor's time.
 */
export const commandEnvironment = (): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}
