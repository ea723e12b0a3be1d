import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'

export const BoardHelp = lazyComponent(() => import('./board-help.tsx'))
