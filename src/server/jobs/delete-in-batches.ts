import type { JobRun } from './job.ts'

/** With their triggers, so many rows take a small part of the statement timeout. */
const batchSize = 5000

/** Deletes at most `limit` rows and returns their number. */
type DeleteBatch = (limit: number) => Promise<number>

/**
 * Deletes all rows that each part finds, one statement per batch, so that no backlog exceeds the statement timeout. Saves after each
 * batch, so that the lease holds and the run ends when the process stops. A part that fails does not prevent the next ones; then
 * throws `AggregateError`.
 */
export const deleteInBatches = async (save: JobRun['save'], ...parts: readonly DeleteBatch[]): Promise<void> => {
  const failures: unknown[] = []
  for (const deleteBatch of parts) {
    let count: number
    do {
      count = await deleteBatch(batchSize).catch(error => {
        failures.push(error)
        return 0
      })
      await save({})
    } while (count === batchSize)
  }
  if (failures.length > 0) throw new AggregateError(failures, 'a deletion of old rows failed')
}
