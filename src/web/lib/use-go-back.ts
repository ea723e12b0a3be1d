import { useNavigate } from 'react-router'

/** One step back, or to `fallback` when the visit began here and back would leave the site. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate()
  return () => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }
    void (idx > 0 ? navigate(-1) : navigate(fallback))
  }
}
