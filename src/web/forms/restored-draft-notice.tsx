import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface RestoredDraftNoticeProps {
  note?: string | undefined
  onDiscard: () => void
}

/** Shown above a form that restored a draft. */
export const RestoredDraftNotice = ({ note, onDiscard }: RestoredDraftNoticeProps) => (
  <Notice title="Recuperamos o que você tinha escrito" actions={<Button onClick={onDiscard}>Descartar</Button>}>
    Ainda não foi salvo. {note}
  </Notice>
)
