import type { Page } from '@playwright/test'
import { signUpViaApi } from './accounts.ts'
import type { Product } from './product.ts'
import { profileStates } from './profile-states.ts'
import { spreadsheetStates } from './spreadsheet-states.ts'
import {
  accountStates,
  adminStates,
  leadStates,
  publicStates,
  type State,
  signInAsAdmin,
  signInWithLeads,
  waitingAndErrorStates,
} from './states.ts'

/** States of one user, with the errors that they cause. */
interface StateGroup {
  title: string
  states: State[]
  signIn: (page: Page, product: Product) => Promise<unknown>
  allowedErrors: RegExp[]
}

/** Every screen, menu and dialog, for the tests that visit all of them. */
export const stateGroups: StateGroup[] = [
  {
    title: 'on the public screens',
    states: publicStates,
    signIn: async () => {},
    allowedErrors: [/status of 401/, /status of 404 .*\/nada$/],
  },
  {
    title: 'on the tabs of the dashboard, their menus and dialogs',
    states: leadStates,
    signIn: page => signInWithLeads(page),
    allowedErrors: [/status of 404/],
  },
  {
    title: 'in the loading and error states',
    states: waitingAndErrorStates,
    signIn: page => signInWithLeads(page),
    allowedErrors: [/status of 400/, /net::ERR_FAILED/, /Failed to fetch dynamically imported module/],
  },
  {
    title: 'on imports, changes of many leads, duplicates and the trash',
    states: spreadsheetStates,
    signIn: page => signInWithLeads(page),
    allowedErrors: [/status of 503/],
  },
  { title: 'on the screens of an account', states: accountStates, signIn: signUpViaApi, allowedErrors: [] },
  { title: 'on the pages below the profile', states: profileStates, signIn: signUpViaApi, allowedErrors: [] },
  { title: 'on the screens of administrators', states: adminStates, signIn: signInAsAdmin, allowedErrors: [] },
]
