import { useEffect, useState } from 'react'

/** Returns a typed text once it has not changed for `delayMs`. */
export const useSettled = (text: string, delayMs: number): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])
  return settled
}
