/** Time between two frames for adding rows. On a computer of today, some rows fit; on a slow one, a single row. */
const budgetMs = 3

/** Adds one row and returns whether the list needs more. */
type AddRow = () => boolean

/** Those that wait for rows; a call is scheduled while there are any. */
const lists = new Set<AddRow>()
let frame: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined

const addRows = (): void => {
  frame = undefined
  const end = performance.now() + budgetMs
  do {
    const [addRow] = lists
    if (!addRow) return
    if (!addRow()) lists.delete(addRow)
  } while (performance.now() < end)
  if (lists.size > 0) scheduleRows()
}

const scheduleRows = (): void => {
  // A frame that scrolls has no time left for a row.
  frame ??= requestAnimationFrame(() => {
    timer = setTimeout(addRows)
  })
}

/** Calls `addRow` after each frame until the list is complete. All lists share the time between two frames. */
export const addRowsAfterFrames = (addRow: AddRow): void => {
  lists.add(addRow)
  scheduleRows()
}

export const stopAddingRows = (addRow: AddRow): void => {
  lists.delete(addRow)
  if (lists.size > 0 || frame === undefined) return
  cancelAnimationFrame(frame)
  clearTimeout(timer)
  frame = undefined
}
