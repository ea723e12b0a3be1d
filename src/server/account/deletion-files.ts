import { z } from '#contract/zod.ts'
import { RecordFiles } from '../privacy/record-files.ts'

/** Deleted accounts, by their ids. */
export const deletionFiles = new RecordFiles('deletions', z.object({ id: z.uuid(), at: z.string() }))
