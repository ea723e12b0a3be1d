import { z } from '../zod.ts'
import { BoundedText } from './text.ts'

export const notAnId = 'Identificador inválido'

export const Id = z.pipe(
  BoundedText(36, notAnId, notAnId).check(z.uuid({ error: notAnId })),
  z.transform(id => id.toLowerCase()),
)

export const IdParams = z.object({ id: Id })
