import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

export const leadPanels = { data: 'Dados', story: 'História' } as const
export type LeadPanel = keyof typeof leadPanels

interface LeadPanelsProps {
  /** The panel that narrow screens show. */
  panel: LeadPanel
  onPanel: (panel: LeadPanel) => void
  data: ReactNode
  story: ReactNode
}

/** The two halves of a lead's sheet, side by side on wide screens. Both stay mounted, so that input survives a switch. */
export const LeadPanels = ({ panel, onPanel, data, story }: LeadPanelsProps) => (
  <div className="lg:grid lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[minmax(0,1fr)]">
    <nav
      aria-label="Partes do lead"
      className="sticky top-0 z-1 flex gap-1 border-border border-b bg-raised px-4 py-2 lg:hidden"
    >
      {(Object.keys(leadPanels) as LeadPanel[]).map(name => (
        <Button
          key={name}
          variant="ghost"
          aria-pressed={name === panel}
          onClick={() => onPanel(name)}
          className="flex-1 aria-pressed:bg-brand-soft aria-pressed:text-brand"
        >
          {leadPanels[name]}
        </Button>
      ))}
    </nav>
    <section
      aria-label={leadPanels.data}
      className={clsx('p-4 md:px-6 lg:overflow-y-auto lg:overscroll-contain', panel !== 'data' && 'max-lg:hidden')}
    >
      {data}
    </section>
    {/* The story scrolls in the height of the form. */}
    <section
      aria-label={leadPanels.story}
      className={clsx('relative border-border lg:border-l', panel !== 'story' && 'max-lg:hidden')}
    >
      <div className="p-4 md:px-6 lg:absolute lg:inset-0 lg:overflow-y-auto lg:overscroll-contain lg:px-5">{story}</div>
    </section>
  </div>
)
