import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Above a form that began with what had been typed before. */
export const RecoveredDraft = ({ onDiscard }: { onDiscard: () => void }) => (
  <Notice title="Recuperamos o que você tinha escrito" actions={<Button onClick={onDiscard}>Descartar</Button>}>
    Ainda não foi salvo.
  </Notice>
)
