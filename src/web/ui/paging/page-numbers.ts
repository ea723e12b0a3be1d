export type PageEntry = number | 'gap'

/** Returns the first, last and adjacent page numbers. A gap replaces at least two pages. */
export const pageNumbers = (page: number, pageCount: number): PageEntry[] => {
  const wanted = new Set([1, pageCount, page - 1, page, page + 1])
  if (page <= 4) for (const near of [2, 3, 4, 5]) wanted.add(near)
  if (page >= pageCount - 3) for (const near of [1, 2, 3, 4]) wanted.add(pageCount - near)
  const numbers = [...wanted].filter(number => number >= 1 && number <= pageCount).sort((a, b) => a - b)
  return numbers.flatMap((number, index): PageEntry[] => {
    const skipped = number - (numbers[index - 1] ?? 0) - 1
    if (skipped === 0) return [number]
    return [skipped === 1 ? number - 1 : 'gap', number]
  })
}

/** An empty list has one page. */
export const pageCountOf = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))
