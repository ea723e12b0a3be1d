import { deferred } from '#web/ui/deferred.tsx'

/** Menus are a large part of the code, and nobody needs one before there are leads to be seen. */
export const LeadMenu = deferred(() => import('./lead-menu.tsx'))
