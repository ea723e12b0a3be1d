import { Timestamp } from '../values/date-inputs.ts'
import { z } from '../zod.ts'
import { Lead } from './lead.ts'
import { stages } from './lead-status.ts'

// Responses with many leads. Apart from the endpoints, so that the browser does not load the schema of a lead with them.

export const LeadChanges = z.object({
  /** The `since` of the next request. */
  seq: z.int(),
  /** Changes that cannot be listed one by one: read all leads, then continue with `seq`. */
  reset: z.boolean(),
  /** Whether there are further changes after `seq`. */
  more: z.boolean(),
  /** IDs of leads that were removed, or that the caller no longer sees. */
  removed: z.array(z.uuid()),
})
export type LeadChanges = z.infer<typeof LeadChanges>

export const LeadPage = z.object({
  leads: z.array(Lead),
  total: z.int(),
  nextCursor: z.nullable(z.string()),
  /** Only with `since`. */
  changes: z.optional(LeadChanges),
})
export type LeadPage = z.infer<typeof LeadPage>

export const BoardColumn = z.object({
  status: z.enum(stages),
  /** Counts all matching leads, not only `leads`. */
  total: z.int(),
  /** BRL. */
  valor: z.number(),
  leads: z.array(Lead),
  nextCursor: z.nullable(z.string()),
})
export type BoardColumn = z.infer<typeof BoardColumn>
export const Board = z.object({ columns: z.array(BoardColumn) })
export type Board = z.infer<typeof Board>

export const RemovedLead = z.object({
  lead: Lead,
  removedAt: Timestamp,
  /** Null when no member removed it. */
  removedBy: z.nullable(z.object({ _id: z.uuid(), nome: z.string() })),
})
export type RemovedLead = z.infer<typeof RemovedLead>
