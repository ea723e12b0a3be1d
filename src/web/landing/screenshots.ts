import boardDark from './media/board-dark.avif'
import boardLight from './media/board-light.avif'
import boardPhoneDark from './media/board-phone-dark.avif'
import boardPhoneLight from './media/board-phone-light.avif'
import filtersDark from './media/filters-dark.avif'
import filtersLight from './media/filters-light.avif'
import filtersPhoneDark from './media/filters-phone-dark.avif'
import filtersPhoneLight from './media/filters-phone-light.avif'
import funnelDark from './media/funnel-dark.avif'
import funnelLight from './media/funnel-light.avif'
import funnelPhoneDark from './media/funnel-phone-dark.avif'
import funnelPhoneLight from './media/funnel-phone-light.avif'
import posterDark from './media/poster-dark.avif'
import posterLight from './media/poster-light.avif'
import posterPhoneDark from './media/poster-phone-dark.avif'
import posterPhoneLight from './media/poster-phone-light.avif'
import sessionsDark from './media/sessions-dark.avif'
import sessionsLight from './media/sessions-light.avif'
import sessionsPhoneDark from './media/sessions-phone-dark.avif'
import sessionsPhoneLight from './media/sessions-phone-light.avif'
import teamDark from './media/team-dark.avif'
import teamLight from './media/team-light.avif'
import teamPhoneDark from './media/team-phone-dark.avif'
import teamPhoneLight from './media/team-phone-light.avif'

/** Recorded by `npm run demo-video`. Sizes are in CSS pixels. */
export interface Screenshot {
  light: string
  dark: string
  width: number
  height: number
}

const screenshot = (light: string, dark: string, width: number, height: number): Screenshot => ({
  light,
  dark,
  width,
  height,
})

export const poster = screenshot(posterLight, posterDark, 1168, 624)
export const posterPhone = screenshot(posterPhoneLight, posterPhoneDark, 390, 512)
export const funnel = screenshot(funnelLight, funnelDark, 503, 215)
export const funnelPhone = screenshot(funnelPhoneLight, funnelPhoneDark, 354, 376)
export const team = screenshot(teamLight, teamDark, 720, 520)
export const teamPhone = screenshot(teamPhoneLight, teamPhoneDark, 390, 520)
export const sessions = screenshot(sessionsLight, sessionsDark, 560, 298)
export const sessionsPhone = screenshot(sessionsPhoneLight, sessionsPhoneDark, 390, 298)
export const board = screenshot(boardLight, boardDark, 1640, 720)
export const boardPhone = screenshot(boardPhoneLight, boardPhoneDark, 390, 460)
export const filters = screenshot(filtersLight, filtersDark, 1168, 456)
export const filtersPhone = screenshot(filtersPhoneLight, filtersPhoneDark, 390, 560)
