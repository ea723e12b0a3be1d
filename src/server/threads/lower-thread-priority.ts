import { constants, setPriority } from 'node:os'

/** Lets requests and the database go before the work of this worker thread. Only Linux has a priority per thread. */
export const lowerThreadPriority = (): void => {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
