import { z } from '../zod.ts'
import { datePart, isRealDate, isSupportedYear, plainDateOrBlank } from './dates.ts'
import { BoundedText } from './text.ts'

const plainDateText = (pattern: RegExp) =>
  BoundedText(40, 'Informe uma data', 'Informe uma data válida').check(
    z.regex(pattern, { error: 'Informe uma data válida', abort: true }),
    z.refine(text => text === '' || isRealDate(text), { error: 'Esta data não existe' }),
  )

/** Accepts an empty string, "2026-11-20" or "2026-11-20T00:00:00.000Z". A union would return the error message of one of its branches. */
export const PlainDateInputOrBlank = z.pipe(plainDateText(plainDateOrBlank), z.transform(datePart))

/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime()

/** Accepts "2026-11-20" or "2026-11-20T00:00:00.000Z". */
export const PlainDateInput = z.pipe(
  plainDateText(/^\d{4}-\d{2}-\d{2}(T00:00:00(\.0{1,6})?Z)?$/),
  z.transform(datePart),
)

/** Also accepts `null` and an empty string; both become `null`. */
export const NullablePlainDateInput = z.pipe(
  z.nullable(PlainDateInputOrBlank),
  z.transform(day => day || null),
)

/** A date as responses contain it: midnight UTC. */
export const UtcMidnight = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/))

const invalidTimestamp = 'Informe data e hora válidas'

/** Limited to the supported years, like dates. */
export const TimestampInput = BoundedText(40, invalidTimestamp, invalidTimestamp).check(
  z.iso.datetime({ error: invalidTimestamp }),
  z.refine(isSupportedYear, { error: 'Esta data e hora não existe' }),
)
