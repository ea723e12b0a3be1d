import { z } from '#contract/zod.ts'
import { RecordFiles } from '../privacy/record-files.ts'

/** Deleted accounts, by their ids. A pending one was written before a commit of which nothing is known. */
export const deletionFiles = new RecordFiles(
  'deletions',
  z.object({ id: z.uuid(), at: z.string(), isPending: z.optional(z.boolean()) }),
)
