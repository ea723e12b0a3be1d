import AccountSwitch from './account-switch.tsx'
import { AppearanceMenu } from './appearance-menu.tsx'

/** The menus of the header on wide screens. */
export default function HeaderMenus() {
  return (
    <>
      <AccountSwitch />
      <AppearanceMenu />
    </>
  )
}
