import { paths } from '#web/lib/url/paths.ts'

/** Loads the pages below the profile. */
export const profilePages = {
  [paths.profileDevices]: () => import('./security/devices-page.tsx'),
  [paths.profileTeam]: () => import('./team/team-page.tsx'),
  [paths.profileStages]: () => import('./stages/stages-page.tsx'),
  [paths.profileNotices]: () => import('./notices/notices-page.tsx'),
  [paths.profileSales]: () => import('./sales/sales-page.tsx'),
  [paths.profilePrivacy]: () => import('./privacy/privacy-page.tsx'),
  [paths.profileIntegrations]: () => import('./integrations/integrations-page.tsx'),
  [paths.profileFiscalData]: () => import('./fiscal/fiscal-data-page.tsx'),
  [paths.profileBrand]: () => import('./brand/brand-page.tsx'),
  [paths.profileHelp]: () => import('./help/help-page.tsx'),
  [paths.profileBackups]: () => import('./backups/backups-page.tsx'),
  [paths.profileData]: () => import('./my-data/my-data-page.tsx'),
}
