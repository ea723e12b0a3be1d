import type { ReactNode } from 'react'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { leadGoneTitle } from '../../drop-lead.ts'

interface EditorNoticesProps {
  /** The fields show a draft, of an older version of the lead or not. */
  restored: 'older' | 'current' | undefined
  onDiscard: () => void
  isUnconfirmed: boolean
  isDeleted: boolean
  /** Says why the last save failed. */
  failure: ReactNode
}

/** What is to be known before the fields of a lead are read or saved. */
export const EditorNotices = ({ restored, onDiscard, isUnconfirmed, isDeleted, failure }: EditorNoticesProps) => (
  <>
    {restored && (
      <RestoredDraftNotice
        note={restored === 'older' ? 'Desde então, este lead mudou em outro lugar.' : undefined}
        onDiscard={onDiscard}
      />
    )}
    {isUnconfirmed && (
      <Notice tone="warn" title="Esta é a versão que já estava carregada">
        Não foi possível buscar a mais recente. Ao salvar, nada que outra pessoa escreveu se perde.
      </Notice>
    )}
    {isDeleted && (
      <Notice tone="danger" title={leadGoneTitle}>
        O que você escreveu ainda está aqui.
      </Notice>
    )}
    {failure}
  </>
)
