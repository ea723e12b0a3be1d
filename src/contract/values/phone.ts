/** Part of a phone field: a number with its dial string (RFC 3966, after `tel:`), or other text. */
export interface PhonePart {
  text: string
  dial?: string
}

const areaCode = '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])'
const subscriber = '(?:9\\d{8}|[2-9]\\d{7})'
const national = new RegExp(`^(55)?0?(${areaCode})(${subscriber})$`)
const byOperator = new RegExp(`^(0[1-9]\\d)(${areaCode})(${subscriber})$`)
const free = /^(?:55)?(0[3589]0[03])(\d{2,3})(\d{4})$/
const local = new RegExp(`^${subscriber}$`)
const short = /^1(?:\d\d|0[36]\d\d)$/

const grouped = (area: string, number: string): string => `(${area}) ${number.slice(0, -4)}-${number.slice(-4)}`

/** Returns `undefined` when the digits are no dialable number. */
const parseNumber = (text: string): PhonePart | undefined => {
  const digits = text.replace(/\D/g, '')
  const isInternational = text.includes('+')
  const [, country, area, number] = national.exec(digits) ?? []
  // With a plus, 55 is the country code; without, it can be an area code.
  if (area && number && (country || !isInternational)) {
    return { text: grouped(area, number), dial: `${country ? '+55' : ''}${area}${number}` }
  }
  const [, code, first, last] = free.exec(digits) ?? []
  if (code) return { text: `${code} ${first} ${last}`, dial: `${code}${first}${last}` }
  if (isInternational) return /^[1-9]\d{6,14}$/.test(digits) ? { text, dial: `+${digits}` } : undefined
  const [, operator, farArea, farNumber] = byOperator.exec(digits) ?? []
  if (farArea && farNumber) return { text: `${operator} ${grouped(farArea, farNumber)}`, dial: digits }
  return local.test(digits) ? { text, dial: digits } : undefined
}

/** Digits and separators up to the last digit. A run can hold several numbers. */
const run = /[+(]*\d(?:[\d\s().\u2010-\u2015+-]*\d)?/g

/** Takes the longest prefix that is a number, then continues with the rest. */
const parseDigitRun = (text: string): PhonePart[] => {
  const ends = [...text.matchAll(/\d(?=\D*\s|$)/g)].map(({ index }) => index + 1)
  for (const end of ends.reverse()) {
    const number = parseNumber(text.slice(0, end))
    const rest = /\d/.exec(text.slice(end)) ? text.slice(end) : ''
    if (number) return rest === '' ? [number] : [number, ...parseText(rest)]
  }
  return [{ text }]
}

const parseText = (text: string): PhonePart[] => {
  const parts: PhonePart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(run)) {
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push(...parseDigitRun(found))
    end = index + found.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/**
 * Splits a phone field into numbers and other text, in order: "11987654321" → "(11) 98765-4321". Text such as "ramal 22" is
 * not dialed.
 */
export const parsePhones = (phone: string): PhonePart[] =>
  short.test(phone.trim()) ? [{ text: phone, dial: phone.trim() }] : parseText(phone)

export const formatPhone = (phone: string): string =>
  parsePhones(phone)
    .map(({ text }) => text)
    .join('')

/** Digits and separators, as opposed to words or a list of numbers. */
const bare = /^[\d\s().+-]*$/
const begun = new RegExp(`^(${areaCode})(9\\d{0,8}|[2-8]\\d{0,7})$`)

/** Returns whether a phone field holds only one number, complete or not. */
export const isBareNumber = (text: string): boolean => bare.test(text)

/**
 * Formats a number while it is typed: "119876" → "(11) 9876". Drops the country code of a complete number. Returns any
 * other text unchanged, such as "0800 12" or "(11) 3333-4444 r".
 */
export const formatTypedPhone = (text: string): string => {
  // A separator at the end may begin an extension.
  if (!isBareNumber(text) || /\D$/.test(text)) return text
  const digits = text.replace(/\D/g, '')
  const [, country, farArea, farNumber] = national.exec(digits) ?? []
  // "(55)" is an area code here, and one digit too many must not make it a country code.
  if (country && farArea && farNumber && !text.startsWith('(55)')) return grouped(farArea, farNumber)
  const [, area, number] = text.includes('+') ? [] : (begun.exec(digits) ?? [])
  if (!area || !number) return text
  const [first, last] = number.startsWith('9')
    ? [number.slice(0, 5), number.slice(5)]
    : [number.slice(0, 4), number.slice(4)]
  return `(${area}) ${last ? `${first}-${last}` : first}`
}

/** Formats a whole phone field once the user has finished it: "33334444" → "3333-4444". */
export const formatFinishedPhone = (text: string): string => {
  const digits = text.replace(/\D/g, '')
  if (isBareNumber(text) && local.test(digits)) return `${digits.slice(0, -4)}-${digits.slice(-4)}`
  return formatPhone(text.trim())
}

const nationalKey = new RegExp(`^${areaCode}(?:9\\d{8}|[2-5]\\d{7})$`)

/**
 * Returns the number of a phone field as wa.me expects it, with the country code and without a plus: "(11) 8765-4321" →
 * "5511987654321". Prefers a mobile number. Returns `undefined` for text without a complete number.
 */
export const toWhatsappNumber = (phone: string): string | undefined => {
  const keys = parsePhones(phone).flatMap(({ dial }) => (dial && phoneKey(dial)) || [])
  const usable = keys.filter(key => key.startsWith('+') || nationalKey.test(key))
  const best = usable.find(key => key.length === 11) ?? usable[0]
  return best?.startsWith('+') ? best.slice(1) : best && `55${best}`
}

const keyRun = /\+?\(?\d[-\d \t().+\u00a0\u2010-\u2015]*/

const withoutPrefixes = (digits: string): string => {
  const domestic = /^0(?:\d\d)?(\d{10,11})$/.exec(digits)?.[1] ?? digits
  const national = /^55(\d{10,11})$/.exec(domestic)?.[1] ?? domestic
  // Mobile numbers had eight digits until 2016.
  return national.replace(/^(\d\d)([6-9]\d{7})$/, '$19$2')
}

/**
 * Returns a key that is equal for all spellings of the first phone number in a text: "+55 (11) 8765-4321" → "11987654321".
 * Numbers of other countries start with "+". Returns `null` for text without a number. Must match the function `phone_key`
 * in the database.
 */
export const phoneKey = (phone: string): string | null => {
  const [found = ''] = keyRun.exec(phone) ?? []
  const all = found.replace(/\D/g, '')
  const isAbroad = found.startsWith('+') || all.startsWith('00')
  const digits = isAbroad && !found.startsWith('+') ? all.slice(2) : all
  if (isAbroad && !digits.startsWith('55')) return /^\d{7,15}$/.test(digits) ? `+${digits}` : null
  const key = withoutPrefixes(digits)
  return /^\d{8,15}$/.test(key) ? key : null
}
