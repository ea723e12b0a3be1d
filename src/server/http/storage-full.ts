import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'

/** On a full disk, rejects writes and permits reads: the database needs the remaining space to stop cleanly. */
export const rejectWritesWhenFull = (app: FastifyInstance, { storage }: Services): void => {
  app.addHook('onRequest', ({ method }, _, done) => {
    if (method !== 'GET' && method !== 'HEAD' && storage?.isFull()) throw new AppError('storage_full')
    done()
  })
}
