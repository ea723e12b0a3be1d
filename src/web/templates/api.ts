import { queryOptions } from '@tanstack/react-query'
import { type Template, type TemplateForm, type Templates, templatesApi } from '#contract/templates/templates.ts'
import { call } from '#web/lib/requests/http.ts'

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }): Promise<Templates> => call(templatesApi.list, { signal }),
})

export const saveTemplate = (id: string, body: TemplateForm, was?: TemplateForm): Promise<Template> =>
  call(templatesApi.save, { params: { id }, body: { ...body, ...(was && { was }) } })

export const removeTemplate = (id: string): Promise<void> => call(templatesApi.remove, { params: { id } })
