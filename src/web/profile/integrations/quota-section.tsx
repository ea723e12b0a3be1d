import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PlanNotice } from '#web/billing/plan-notice.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { Section } from '../section.tsx'

interface QuotaSectionProps {
  title: string
  text: string
  /** Title of the message when loading failed. */
  failed: string
  query: UseQueryResult<{ limit: number }>
  used: number
  /** Shown in plans without the feature: which plan has it, and what becomes of those that exist. */
  plan: { title: string; existing: string }
  children: ReactNode
}

/** A list of which a plan allows a number. */
export const QuotaSection = ({ title, text, failed, query, used, plan, children }: QuotaSectionProps) => {
  const limit = query.data?.limit
  return (
    <Section title={title} text={text} wide>
      <div className="grid gap-3">
        {query.isError && limit === undefined && <LoadErrorNotice title={failed} query={query} />}
        {query.isPending && <ListSkeleton />}
        {limit === 0 && <PlanNotice title={plan.title}>{used > 0 && plan.existing}</PlanNotice>}
        {children}
        {limit !== undefined && limit > 0 && (
          <p className="text-sm text-text3">
            {used} de {limit} do plano em uso
          </p>
        )}
      </div>
    </Section>
  )
}
