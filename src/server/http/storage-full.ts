import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'

/** What little space is left belongs to the database, which has to stop cleanly: reading goes on, writing does not. */
export const rejectWritesWhenFull = (app: FastifyInstance, { storage }: Services): void => {
  app.addHook('onRequest', async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD' && storage?.isFull()) throw new AppError('storage_full')
  })
}
