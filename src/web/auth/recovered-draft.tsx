import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface RecoveredDraftProps {
  /** What else there is to say about it. */
  note?: string | undefined
  onDiscard: () => void
}

/** Above a form that began with what had been typed before. */
export const RecoveredDraft = ({ note, onDiscard }: RecoveredDraftProps) => (
  <Notice title="Recuperamos o que você tinha escrito" actions={<Button onClick={onDiscard}>Descartar</Button>}>
    Ainda não foi salvo. {note}
  </Notice>
)
