import { LiveStarter } from './live-starter.tsx'
import { PaletteStarter } from './palette-starter.tsx'

/** What pages of a session have besides themselves, and their first render does not need. */
export default function SignedInExtras() {
  return (
    <>
      <LiveStarter />
      <PaletteStarter />
    </>
  )
}
