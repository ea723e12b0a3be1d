import { z } from '../zod.ts'
import { formatCount } from './numbers.ts'
import { BoundedText, StorableText } from './text.ts'

const notAnInteger = 'Informe um número inteiro'

/** Integer query parameter. */
export const IntegerParam = (min: number, max: number, preset: number) =>
  z.pipe(
    z._default(
      BoundedText(20, notAnInteger, notAnInteger).check(z.regex(/^\d{1,7}$/, { error: notAnInteger })),
      String(preset),
    ),
    z.pipe(
      z.transform(Number),
      z
        .int()
        .check(z.gte(min, { error: `O mínimo é ${min}` }), z.lte(max, { error: `O máximo é ${formatCount(max)}` })),
    ),
  )

/** Number of a change in the account's feed. */
export const FeedNumber = z.pipe(
  BoundedText(20, notAnInteger, notAnInteger).check(z.regex(/^\d{1,15}$/, { error: notAnInteger })),
  z.transform(Number),
)

/** A blank value is no filter. */
export const SearchParam = (max: number) =>
  z.pipe(
    z.optional(StorableText(max)),
    z.transform(text => text?.trim() || undefined),
  )
