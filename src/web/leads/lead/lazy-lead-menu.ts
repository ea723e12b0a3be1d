import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** Menus are a large part of the code, and nobody needs one before there are leads to be seen. */
export const LeadMenu = lazyComponent(() => import('./lead-menu.tsx'))
