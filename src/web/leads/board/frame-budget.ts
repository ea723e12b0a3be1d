/** Time between two frames for adding rows. On a computer of today, some rows fit; on a slow one, a single row. */
const budgetMs = 3

/** Adds one row and returns whether the list needs more. */
type AddRow = () => boolean

const lists = new Set<AddRow>()
let isScheduled = false

const addRows = (): void => {
  isScheduled = false
  const end = performance.now() + budgetMs
  for (const addRow of lists) {
    while (addRow()) {
      if (performance.now() < end) continue
      scheduleRows()
      return
    }
    lists.delete(addRow)
  }
}

const scheduleRows = (): void => {
  if (isScheduled) return
  isScheduled = true
  // A frame that scrolls has no time left for a row.
  requestAnimationFrame(() => setTimeout(addRows))
}

/** Calls `addRow` after each frame until the list is complete. All lists share the time between two frames. */
export const addRowsAfterFrames = (addRow: AddRow): void => {
  lists.add(addRow)
  scheduleRows()
}

export const stopAddingRows = (addRow: AddRow): void => {
  lists.delete(addRow)
}
