import { z } from '#contract/zod.ts'
import type { Anonymization } from './anonymization-store.ts'
import { RecordFiles } from './record-files.ts'

export const anonymizationFiles = new RecordFiles<Anonymization>(
  'anonymizations',
  z.object({
    accountId: z.uuid(),
    id: z.uuid(),
    at: z.string(),
    byUser: z.nullable(z.uuid()),
    leadIds: z.array(z.uuid()),
    key: z.nullable(z.string()),
    keyHashes: z.array(z.string()),
  }),
)
