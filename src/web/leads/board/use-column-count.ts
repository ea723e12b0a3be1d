import { useEffect, useState } from 'react'

/**
 * Counts from `first` to `total`, one column after each paint: a slow phone takes a second to make the cards of all columns,
 * and shows two.
 */
export const useColumnCount = (first: number, total: number): number => {
  const [count, setCount] = useState(first)
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => setCount(count + 1))
    return () => clearTimeout(timer)
  }, [count, total])
  return count
}
