import { RequiredText } from '../values/text.ts'
import { z } from '../zod.ts'

/** The time zones of Brazil, from east to west. */
export const timezoneNames = {
  'America/Noronha': 'Fernando de Noronha (UTC−2)',
  'America/Sao_Paulo': 'Brasília (UTC−3)',
  'America/Manaus': 'Manaus (UTC−4)',
  'America/Rio_Branco': 'Rio Branco (UTC−5)',
} as const
export type Timezone = keyof typeof timezoneNames

const AccountName = RequiredText(60, 'Informe o nome da conta').check(
  z.refine(name => !/[\p{Cc}\u2028\u2029]/u.test(name), { error: 'Escreva o nome em uma linha só' }),
)

/** Hours at which the morning mail can be sent. */
export const digestHours = [5, 6, 7, 8, 9, 10, 11, 12] as const

export const TeamSettings = z.object({
  nome: AccountName,
  timezone: z.enum(Object.keys(timezoneNames) as Timezone[], { error: 'Escolha um fuso horário' }),
  /** Which leads a seller sees. */
  sellers_see: z.enum(['own', 'all'], { error: 'Escolha o que vendedores veem' }),
  /** Whether sellers also see leads without a responsible member, and may take them. */
  sellers_take_unassigned: z.boolean({ error: 'Escolha sim ou não' }),
  /** Hour of the account's clock for the morning mail of working days; null without one. */
  digest_hour: z.nullable(z.literal(digestHours, { error: 'Escolha uma hora' })),
})
export type TeamSettings = z.infer<typeof TeamSettings>

/** Body of a change. Clients of earlier releases send no hour, which keeps it. */
export const TeamSettingsForm = z.extend(TeamSettings, {
  digest_hour: z.optional(TeamSettings.shape.digest_hour),
  /** What the caller had shown. Without it, every field is taken. */
  was: z.optional(z.partial(TeamSettings)),
})
export type TeamSettingsForm = z.infer<typeof TeamSettingsForm>
