import { useSearchParams } from 'react-router'
import { setParams } from '#web/lib/url/use-url-params.ts'
import { type ProductTab, productTabs } from '#web/shell/product-tabs.ts'
import { type FilterChanges, toParamChanges } from '../filters/lead-filters.ts'

const isTab = (text: string | null): text is ProductTab => productTabs.some(tab => tab === text)

/** The tab that the parameters of a URL name. */
export const readTab = (parameters: URLSearchParams): ProductTab => {
  const text = parameters.get('aba')
  return isTab(text) ? text : 'dashboard'
}

/** Reads the tab from the URL. */
export const useDashboardTab = () => {
  const [parameters] = useSearchParams()

  /** Returns the URL of a tab with the current filters and sort order plus the changes. */
  const tabUrl = (next: ProductTab, changes: FilterChanges = {}): string => {
    const after = new URLSearchParams(parameters)
    setParams(after, {
      lead: undefined,
      tela: undefined,
      pagina: undefined,
      aba: next === 'dashboard' ? undefined : next,
      ...toParamChanges(changes),
    })
    return `?${after}`
  }
  return { tab: readTab(parameters), tabUrl } as const
}
