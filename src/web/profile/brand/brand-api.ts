import { queryOptions } from '@tanstack/react-query'
import { type Brand, type BrandForm, brandApi } from '#contract/brand/brand.ts'
import { call } from '#web/lib/requests/http.ts'

export const brandQuery = queryOptions({
  queryKey: ['brand'],
  queryFn: ({ signal }) => call(brandApi.find, { signal }),
})

export const saveBrand = (body: BrandForm, was: BrandForm): Promise<Brand> =>
  call(brandApi.change, { body: { ...body, was } })
export const uploadLogo = (bytes: File): Promise<Brand> => call(brandApi.changeLogo, { bytes })
export const removeLogo = (): Promise<Brand> => call(brandApi.removeLogo)
