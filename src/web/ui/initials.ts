/** "Ana Maria Reis" → "AR", "ana" → "A". */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters.map(word => [...(word ?? '')][0]?.toLocaleUpperCase('pt-BR') ?? '').join('')
}
