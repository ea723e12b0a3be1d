import { useNavigate } from 'react-router'
import { stepBack } from './overlay-history.ts'

/** Goes back, or to `fallback` if the visit started here and Back would leave the site. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate()
  return () => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }
    if (idx > 0) stepBack()
    else void navigate(fallback)
  }
}
