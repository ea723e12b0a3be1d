import { lazyComponent } from '#web/ui/lazy-component.tsx'

export const BoardHelp = lazyComponent(() => import('./board-help.tsx'))
