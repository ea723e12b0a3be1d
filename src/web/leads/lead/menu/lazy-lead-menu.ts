import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'

/** A separate chunk: menus are large and the first render needs none. */
export const LeadMenu = lazyComponent(() => import('./team-lead-menu.tsx'))
