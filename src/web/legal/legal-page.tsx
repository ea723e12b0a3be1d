import { useLocation } from 'react-router'
import { findScreen, paths } from '#contract/screens.ts'
import { Privacy } from './privacy.tsx'
import { Terms } from './terms.tsx'

/** One chunk for both documents. */
export default function LegalPage() {
  const { pathname } = useLocation()
  return findScreen(pathname) === paths.terms ? <Terms /> : <Privacy />
}
