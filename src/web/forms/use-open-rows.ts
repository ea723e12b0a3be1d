import { useState } from 'react'
import { useMember } from '#web/session/session.tsx'
import { hasDraft } from './form-draft.ts'

interface OpenRow<Row> {
  row: Row
  /** Position of the row when its editor opened. */
  at: number
}

/** The rows of a list that edits them in place. A row whose editor is open stays after others have removed it. */
export const useOpenRows = <Row extends { _id: string }>(rows: Row[], draftNameOf: (row: Row) => string) => {
  const { _id: memberId } = useMember()
  const [opened, setOpened] = useState(() =>
    rows.map((row, at): OpenRow<Row> => ({ row, at })).filter(({ row }) => hasDraft(memberId, draftNameOf(row))),
  )
  const isStored = ({ _id }: Row) => rows.some(row => row._id === _id)
  const shown = [...rows]
  for (const { row, at } of opened.toSorted((one, other) => one.at - other.at))
    if (!isStored(row)) shown.splice(at, 0, row)
  return {
    shown,
    isStored,
    isOpen: ({ _id }: Row) => opened.some(({ row }) => row._id === _id),
    open: (row: Row) => setOpened(current => [...current, { row, at: shown.indexOf(row) }]),
    close: ({ _id }: Row) => setOpened(current => current.filter(({ row }) => row._id !== _id)),
  }
}
