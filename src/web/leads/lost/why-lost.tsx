import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { IconButton } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { useNextTabStop } from '#web/ui/overlays/use-next-tab-stop.ts'
import { LostReasonForm } from './lost-reason-form.tsx'

export interface WhyLostProps {
  lead: Lead
  /** Called on every input. */
  onAnswer: () => void
  onClose: () => void
}

/** Asks why a lead was lost. Blocks nothing: the move has succeeded, and without an answer the lead has no reason. */
export default function WhyLost({ lead, onAnswer, onClose }: WhyLostProps) {
  const title = `Por que não deu certo com ${leadName(lead)}?`
  const question = useRef<HTMLElement>(null)
  useNextTabStop(question)
  useEffect(() => announce(title), [title])
  return (
    <section
      ref={question}
      aria-label={title}
      onChange={onAnswer}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className="fixed right-0 bottom-(--bottom-bar) left-0 z-toast grid max-h-[70dvh] gap-3 overflow-y-auto rounded-t-panel border border-border bg-raised p-4 shadow-menu md:right-6 md:bottom-6 md:left-auto md:w-108 md:rounded-panel"
    >
      <div className="flex items-start gap-2">
        <h2 className="wrap-anywhere flex-1 text-base">{title}</h2>
        <IconButton size="sm" label="Fechar a pergunta" icon={<X />} onClick={onClose} className="-my-1.5 -mr-1.5" />
      </div>
      <LostReasonForm lead={lead} cancelLabel="Agora não" onDone={onClose} onCancel={onClose} />
    </section>
  )
}
