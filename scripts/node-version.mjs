/** Ends with one clear line on a Node that cannot run the product; this file itself has to run on any. */
export const requireNode24 = command => {
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  console.error(
    `O Fechou roda no Node 24, que "npm ci" instala junto: use "${command}" (este é o Node ${process.version}).`,
  )
  process.exit(1)
}
