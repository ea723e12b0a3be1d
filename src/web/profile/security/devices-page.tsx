import { paths } from '#web/lib/url/paths.ts'
import { ProfileLayout } from '../profile-layout.tsx'
import { Section } from '../section.tsx'
import { ActiveSessions } from './active-sessions.tsx'

export default function DevicesPage() {
  return (
    <ProfileLayout path={paths.profileDevices}>
      <Section title="Aparelhos conectados" text="Onde sua conta está aberta agora.">
        <ActiveSessions />
      </Section>
    </ProfileLayout>
  )
}
