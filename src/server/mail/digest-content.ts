import { maxCountedToday, type TodayGroup, todayLabels } from '#contract/today/today.ts'
import type { MailContent } from './layout.ts'
import { mailName } from './mail-name.ts'

/** Leads of the day with the names of the first ones, which may be strangers' texts. */
export interface DigestGroup {
  group: TodayGroup
  total: number
  leads: string[]
}

const countText = (total: number): string => (total < maxCountedToday ? String(total) : `${maxCountedToday}+`)

const singular: Partial<Record<TodayGroup, string>> = { late: 'atrasado', stalled: 'parado' }

/** "1 atrasado", "5 para hoje". */
const countPhrase = (group: TodayGroup, total: number): string =>
  `${countText(total)} ${(total === 1 && singular[group]) || todayLabels[group].toLowerCase()}`

/** "Atrasados (3): Maria, Rui e mais 1." */
const digestLine = ({ group, total, leads }: DigestGroup): string => {
  const names = leads.map(nome => mailName(nome) ?? 'um lead')
  const others = total - names.length
  const rest = total < maxCountedToday ? `mais ${others}` : 'muitos outros'
  const list = others > 0 ? `${names.join(', ')} e ${rest}` : joinNames(names)
  return `${todayLabels[group]} (${countText(total)}): ${list}.`
}

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`

/** The account's brand while its plan holds one. */
export interface DigestBrand {
  brand?: string
  logo?: Buffer
}

/** Returns the morning mail of a member. */
export const digestContent = (
  groups: readonly DigestGroup[],
  greeting: string,
  brandName: string,
  urls: { day: string; unsubscribe: string },
  { brand, logo }: DigestBrand = {},
): MailContent => ({
  subject: `${brand ?? `Seu dia no ${brandName}`}: ${groups.map(({ group, total }) => countPhrase(group, total)).join(', ')}`,
  brand,
  logo,
  paragraphs: [greeting, ...groups.map(digestLine)],
  action: { label: 'Abrir o meu dia', url: urls.day },
  unsubscribe: { text: 'Não quero mais receber este resumo', url: urls.unsubscribe },
})
