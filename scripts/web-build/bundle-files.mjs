/** Finds the chunk of a source or of a group that code-groups.ts names. `source`: the group's name or the end of the file's path. */
const findChunk = (bundle, source) => {
  const chunk = Object.values(bundle).find(
    ({ name, facadeModuleId }) => facadeModuleId?.endsWith(source) || name === source,
  )
  if (!chunk) throw new Error(`the build has no ${source}`)
  return chunk
}

const collectFiles = (bundle, { fileName, imports }, found) => {
  if (found.has(fileName)) return
  found.add(fileName)
  for (const name of imports) collectFiles(bundle, bundle[name], found)
}

/** Returns the script files that these sources need, with what they import. */
export const neededFiles = (bundle, sources) => {
  const found = new Set()
  for (const source of sources) collectFiles(bundle, findChunk(bundle, source), found)
  return [...found]
}

/** Returns those of them that the page does not name. */
export const missingFiles = (bundle, sources, page) => neededFiles(bundle, sources).filter(file => !page.includes(file))
