export const strengths = ['fraca', 'razoável', 'forte'] as const
export type Strength = (typeof strengths)[number]

const commonPasswords = /senha|password|qwert|asdf|abc123|admin|brasil|fechou|mudar|teste|12345|54321|00000|11111/gi

const poolOf = (password: string): number => {
  const pools: [RegExp, number][] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{N}/u, 10],
    [/[^\p{L}\p{N}]/u, 32],
  ]
  return pools.reduce((sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0), 0)
}

/** Counts unpredictable characters. A character that repeats or continues the previous character does not count. */
const guessesIn = (password: string): number => {
  const codes = [...password.replace(commonPasswords, '-').toLowerCase()].map(
    character => character.codePointAt(0) ?? 0,
  )
  return codes.filter((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1).length
}

/** Rates a password without rejecting any. Estimated bits: under 40 is weak, from 64 strong. */
export const passwordStrength = (password: string): Strength => {
  const bits = guessesIn(password) * Math.log2(Math.max(poolOf(password), 2))
  if (bits < 40) return 'fraca'
  return bits < 64 ? 'razoável' : 'forte'
}
