import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { BoardColumn, LeadFilters } from '#contract/leads/leads.ts'
import { boardKey, loadColumn } from '../api.ts'
import { appendLeads, type BoardState } from '../board-state.ts'

/** Number of cards before the end at which the next page loads. */
const prefetchDistance = 20

/** Loads a column's next page once the rows up to `end` are near its last card. */
export const useLoadMore = (column: BoardColumn, filters: LeadFilters, end: number) => {
  const queryClient = useQueryClient()
  // Errors belong to a cursor, so that other filters or a refetch clear them.
  const [failedAt, setFailedAt] = useState<string | null>(null)
  const loadingAt = useRef<string | null>(null)
  const { status, nextCursor } = column
  const failed = nextCursor !== null && failedAt === nextCursor
  const count = column.leads.length

  const load = useCallback(async () => {
    if (nextCursor === null || loadingAt.current === nextCursor) return
    loadingAt.current = nextCursor
    setFailedAt(null)
    try {
      const page = await loadColumn(filters, status, nextCursor)
      queryClient.setQueryData<BoardState>(
        boardKey(filters),
        board => board && appendLeads(board, status, page.leads, page.nextCursor),
      )
    } catch {
      setFailedAt(nextCursor)
    } finally {
      if (loadingAt.current === nextCursor) loadingAt.current = null
    }
  }, [queryClient, filters, status, nextCursor])

  // A jump to the end or a tall screen may need more than one page.
  const isNear = end > count - prefetchDistance
  useEffect(() => {
    if (isNear && !failed) load()
  }, [isNear, failed, load])

  return { failed, load }
}
