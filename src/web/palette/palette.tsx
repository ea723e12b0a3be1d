import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { leadName } from '#contract/leads/lead-name.ts'
import { findLeadsQuery } from '#web/leads/api-on-demand.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { TeamProvider } from '#web/team/team-context.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type Command, matchCommands, type Step } from './command.ts'
import { CommandList } from './command-list.tsx'
import { useCommands } from './use-commands.tsx'

interface PaletteProps {
  open: boolean
  onClose: () => void
}

/** Finds leads, pages, filters and people, and moves or assigns a lead. */
export default function Palette({ open, onClose }: PaletteProps) {
  const [step, setStep] = useState<Step>({ kind: 'all' })
  return (
    <Dialog open={open} title={titleOf(step)} onClose={onClose}>
      <TeamProvider>
        <PaletteContent
          key={step.kind}
          step={step}
          onStep={next => (next ? setStep(next) : onClose())}
          onBack={() => setStep({ kind: 'all' })}
        />
      </TeamProvider>
    </Dialog>
  )
}

const titleOf = (step: Step): string => {
  if (step.kind === 'all') return 'Buscar leads e ações'
  if (step.kind === 'choose-lead') return step.for === 'move' ? 'Mover qual lead?' : 'Atribuir qual lead?'
  return step.kind === 'move' ? `Mover ${leadName(step.lead)}` : `Atribuir ${leadName(step.lead)}`
}

const placeholders: Record<Step['kind'], string> = {
  all: 'Nome, telefone, nota, página ou ação',
  'choose-lead': 'Nome, telefone ou nota',
  move: 'Etapa',
  assign: 'Pessoa',
}

const debounceMs = 150

/** The overview shows the other commands without scrolling far. */
const maxRecentLeads = 4

interface PaletteContentProps {
  step: Step
  /** Receives `undefined` when the command is done. */
  onStep: (next: Step | undefined) => void
  onBack: () => void
}

const PaletteContent = ({ step, onStep, onBack }: PaletteContentProps) => {
  const [text, setText] = useState('')
  const isLeadStep = step.kind === 'all' || step.kind === 'choose-lead'
  const search = useSettled(text.trim(), debounceMs)
  const {
    data: leads = [],
    error,
    isPlaceholderData,
  } = useQuery({
    ...findLeadsQuery(search),
    enabled: isLeadStep,
    placeholderData: keepPreviousData,
  })
  const { found, fixed } = useCommands(step, leads)
  const matching = matchCommands(fixed, text)
  // Until the search responds, Enter must not open a lead of an earlier text.
  const isSettled = search === text.trim() && !isPlaceholderData
  const current = isSettled ? found : matchCommands(found, text)
  const isOverview = step.kind === 'all' && text.trim() === ''
  const commands: Command[] = [...(isOverview ? current.slice(0, maxRecentLeads) : current), ...matching]
  return (
    <>
      <CommandList
        text={text}
        placeholder={placeholders[step.kind]}
        commands={commands}
        onText={setText}
        onRun={command => onStep(command.run())}
        onBack={step.kind === 'all' ? undefined : onBack}
      />
      {error && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {errorMessage(error, 'A busca de leads falhou. Tente novamente.')}
        </p>
      )}
    </>
  )
}
