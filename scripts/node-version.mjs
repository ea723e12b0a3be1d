/** Exits with a message on Node versions before 24. Old versions must be able to parse this file. */
export const requireNode24 = command => {
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  console.error(
    `O Fechou roda no Node 24, que "npm ci" instala junto: use "${command}" (este é o Node ${process.version}).`,
  )
  process.exit(1)
}
