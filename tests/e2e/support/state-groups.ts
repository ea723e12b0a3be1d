import type { Page } from '@playwright/test'
import { signedUp } from './people.ts'
import type { Product } from './product.ts'
import {
  accountStates,
  adminStates,
  leadStates,
  publicStates,
  type State,
  signInAsAdmin,
  signInWithLeads,
  troubleStates,
} from './states.ts'

/** States that one person sees, and the errors that belong to them. */
interface StateGroup {
  title: string
  states: State[]
  signIn: (page: Page, product: Product) => Promise<unknown>
  expected: RegExp[]
}

/** Every screen, menu and dialog there is; each test that looks at all of them goes through these. */
export const stateGroups: StateGroup[] = [
  {
    title: 'on the screens that anybody sees',
    states: publicStates,
    signIn: async () => {},
    expected: [/status of 401/, /status of 404 .*\/nada$/],
  },
  {
    title: 'on the tabs of the dashboard, their menus and dialogs',
    states: leadStates,
    signIn: page => signInWithLeads(page),
    expected: [/status of 404/],
  },
  {
    title: 'on what shows while one waits and when something fails',
    states: troubleStates,
    signIn: page => signInWithLeads(page),
    expected: [/status of 400/, /net::ERR_FAILED/, /Failed to fetch dynamically imported module/],
  },
  { title: 'on the screens of an account', states: accountStates, signIn: signedUp, expected: [] },
  { title: 'on the screens of administrators', states: adminStates, signIn: signInAsAdmin, expected: [] },
]
