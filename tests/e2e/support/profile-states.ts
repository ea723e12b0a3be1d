import { paths } from '../../../src/contract/screens.ts'
import { type State, waitForScreen } from './states.ts'

const profilePage = (title: string, path: string): State => ({
  name: `profile: ${title}`,
  path,
  open: waitForScreen(title),
})

/** The pages below the profile that `accountStates` does not open. */
export const profileStates: State[] = [
  profilePage('Avisos', paths.profileNotices),
  profilePage('Equipe', paths.profileTeam),
  profilePage('Etapas', paths.profileStages),
  profilePage('Vendas', paths.profileSales),
  profilePage('Integrações', paths.profileIntegrations),
  profilePage('Ajuda', paths.profileHelp),
  profilePage('Marca', paths.profileBrand),
  profilePage('Cópias', paths.profileBackups),
  profilePage('Privacidade', paths.profilePrivacy),
]
