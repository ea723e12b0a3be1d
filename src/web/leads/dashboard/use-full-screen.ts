import { useCallback } from 'react'
import { useUrlOverlay } from '#web/lib/url/use-url-overlay.ts'
import type { ProductTab } from '#web/shell/product-tabs.ts'

/** Only the Kanban tab has a full screen. */
export const useFullScreen = (tab: ProductTab) => {
  const { value, open, close } = useUrlOverlay('tela')
  return {
    isFullScreen: tab === 'kanban' && value === 'cheia',
    openFullScreen: useCallback(() => open('cheia'), [open]),
    closeFullScreen: close,
  }
}
