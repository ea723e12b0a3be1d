/** The texts of every `summary` in a parsed module, last first. */
const summariesOf = (node, found = []) => {
  if (node === null || typeof node !== 'object') return found
  if (node.type === 'Property' && node.key.name === 'summary' && node.value.type === 'Literal') found.push(node.value)
  for (const child of Object.values(node)) summariesOf(child, found)
  return found
}

/** The API document alone shows the summaries of endpoints, and the server makes it: the browser is spared them. */
export const withoutSummaries = () => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/src\/contract\/\w+\.ts$/, code: 'summary:' },
    handler(code) {
      const summaries = summariesOf(this.parse(code)).sort((a, b) => b.start - a.start)
      const short = summaries.reduce((text, { start, end }) => `${text.slice(0, start)}''${text.slice(end)}`, code)
      return { code: short, map: null }
    },
  },
})
