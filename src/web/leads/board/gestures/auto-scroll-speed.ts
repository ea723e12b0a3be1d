const zonePx = 56
const maxSpeed = 14

/** Returns pixels per frame for a pointer near an edge: negative near `start`, positive near `end`. */
export const autoScrollSpeed = (at: number, start: number, end: number): number => {
  const zone = Math.min(zonePx, (end - start) / 4)
  const before = (start + zone - at) / zone
  const after = (at - (end - zone)) / zone
  if (before > 0) return -Math.ceil(Math.min(before, 1) * maxSpeed)
  if (after > 0) return Math.ceil(Math.min(after, 1) * maxSpeed)
  return 0
}
