import clsx from 'clsx'
import type { ReactNode } from 'react'
import { type LeadStatus, type Stage, stageOf } from '#contract/leads/lead-status.ts'
import { stageStyle } from './stage-styles.ts'

const ring = <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.75" />
const disc = <circle cx="8" cy="8" r="6.875" fill="currentColor" />
const mark = (d: string) => (
  <path d={d} fill="none" className="stroke-surface" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
)
const pie = (d: string) => (
  <>
    {ring}
    <path d={d} fill="currentColor" />
  </>
)

/** Pies show progress, discs mark closed stages, and the arrow marks leads to revisit. */
const drawings: Record<Stage, ReactNode> = {
  'novo-lead': (
    <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.75" strokeDasharray="2.7 2.012" />
  ),
  qualificando: pie('M8 8V4.25A3.75 3.75 0 0 1 11.75 8Z'),
  'contato-estabelecido': pie('M8 4.25a3.75 3.75 0 0 1 0 7.5Z'),
  'proposta-enviada': pie('M8 8V4.25A3.75 3.75 0 1 1 4.25 8Z'),
  negociacao: (
    <>
      {ring}
      <circle cx="8" cy="8" r="3.75" fill="currentColor" />
    </>
  ),
  ganho: (
    <>
      {disc}
      {mark('m5.25 8.25 2 2 3.5-4')}
    </>
  ),
  perdido: (
    <>
      {disc}
      {mark('m5.9 5.9 4.2 4.2m0-4.2-4.2 4.2')}
    </>
  ),
  nurturing: (
    <path
      d="M13.25 2.5v3.25H10M13 5.75A5.75 5.75 0 1 0 13.75 8.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
}

export const StageIcon = ({ status, className }: { status: LeadStatus; className?: string }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true" className={clsx('size-4 flex-none', stageStyle(status).dot, className)}>
    {drawings[stageOf(status)]}
  </svg>
)
