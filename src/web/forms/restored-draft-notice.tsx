import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface RestoredDraftNoticeProps {
  /** What else there is to say about it. */
  note?: string | undefined
  onDiscard: () => void
}

/** Above a form that began with what had been typed before. */
export const RestoredDraftNotice = ({ note, onDiscard }: RestoredDraftNoticeProps) => (
  <Notice title="Recuperamos o que você tinha escrito" actions={<Button onClick={onDiscard}>Descartar</Button>}>
    Ainda não foi salvo. {note}
  </Notice>
)
