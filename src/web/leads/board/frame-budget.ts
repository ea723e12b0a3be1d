/** Time per frame for adding rows. On a computer of today, some rows fit; on a slow one, a single row. */
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
      scheduleFrame()
      return
    }
    lists.delete(addRow)
  }
}

const scheduleFrame = (): void => {
  if (isScheduled) return
  isScheduled = true
  requestAnimationFrame(addRows)
}

/** Calls `addRow` until the list is complete, from the next frame on. All lists share the time of a frame. */
export const addRowsInFrames = (addRow: AddRow): void => {
  lists.add(addRow)
  scheduleFrame()
}

export const stopAddingRows = (addRow: AddRow): void => {
  lists.delete(addRow)
}
