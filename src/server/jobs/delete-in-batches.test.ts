import { describe, expect, it } from 'vitest'
import { deleteInBatches } from './delete-in-batches.ts'
import { JobLostError } from './job.ts'

/** A table with old rows. `limits` are those of the statements. */
const aTable = (rows: number) => {
  const table = {
    rows,
    limits: [] as number[],
    deleteBatch: async (limit: number) => {
      const count = Math.min(limit, table.rows)
      table.rows -= count
      table.limits.push(limit)
      return count
    },
  }
  return table
}

describe('deleteInBatches', () => {
  it('deletes a backlog in statements of bounded size, and saves after each', async () => {
    const [large, small] = [aTable(12_000), aTable(3)]
    let saves = 0
    await deleteInBatches(async () => void saves++, large.deleteBatch, small.deleteBatch)
    expect([large.rows, small.rows]).toEqual([0, 0])
    expect([large.limits, small.limits, saves]).toEqual([[5000, 5000, 5000], [5000], 4])
  })

  it('goes on with the next part after one failed, and then fails', async () => {
    const other = aTable(3)
    const failure = new Error('canceling statement due to statement timeout')
    const run = deleteInBatches(
      async () => {},
      () => Promise.reject(failure),
      other.deleteBatch,
    )
    await expect(run).rejects.toMatchObject({ errors: [failure] })
    expect(other.rows).toBe(0)
  })

  it('deletes nothing more once another process has taken over', async () => {
    const [large, other] = [aTable(12_000), aTable(3)]
    const lost = () => Promise.reject(new JobLostError('maintain'))
    await expect(deleteInBatches(lost, large.deleteBatch, other.deleteBatch)).rejects.toThrow(JobLostError)
    expect([large.rows, other.rows]).toEqual([7000, 3])
  })
})
